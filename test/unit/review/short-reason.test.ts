import { expect, it } from "vitest";
import { shortReason } from "@/lib/review/short-reason";

it("A reason in a list is its first sentence, cut after a word where that is long", () => {
  expect(shortReason("One grant serves no need.")).toBe("One grant serves no need.");
  expect(shortReason("Preview (E2) reaches 10.0.0.7. It runs in Sandbox (X1).")).toBe(
    "Preview (E2) reaches 10.0.0.7.",
  );
  expect(shortReason("Read /etc/app.conf of the host. Then more.")).toBe("Read /etc/app.conf of the host.");
  const long = shortReason(`Nobody has said ${"abcdefghi ".repeat(40)}at all.`);
  expect(long).toBe(`Nobody has said ${"abcdefghi ".repeat(20).trim()}…`);
});
