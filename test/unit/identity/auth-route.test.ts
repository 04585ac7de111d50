import { afterEach, expect, it, vi } from "vitest";
import { GET, POST } from "@/app/api/auth/[...nextauth]/route";
import { log } from "@/lib/platform/log";

afterEach(() => vi.restoreAllMocks());

it.each([
  ["POST", POST],
  ["GET", GET],
] as const)("%s of what would be written to the log is answered and not written", async (method, answer) => {
  const levels = ["debug", "info", "warn", "error"] as const;
  const written = levels.map((level) => vi.spyOn(log, level));
  const body = method === "POST" ? JSON.stringify({ level: "error", code: "x".repeat(900_000) }) : undefined;
  const request = new Request("http://127.0.0.1/api/auth/_log", { method, body });
  const response = await answer(request, { params: Promise.resolve({ nextauth: ["_log"] }) });
  expect(response.status).toBe(204);
  for (const spy of written) expect(spy).not.toHaveBeenCalled();
});
