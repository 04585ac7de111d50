import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { ROOT } from "@/lib/cli/bootstrap.mjs";

const ROUTE = `import { Pool } from "pg";
const pool = (globalThis.floorPool ??= new Pool({ connectionString: process.env.DATABASE_URL, max: 12 }));
export async function PATCH(request) {
  const { id, name } = await request.json();
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("UPDATE floor SET name = $1 WHERE id = $2", [name, id]);
    await client.query("COMMIT");
  } finally {
    client.release();
  }
  return Response.json({ id });
}
`;

/** A running bare Next application: the floor of every save. */
export type FloorApp = { url: string; stop(): Promise<void> };

/** Builds and starts an application whose one route runs one UPDATE in one transaction with `pg`. */
export async function startFloorApp(databaseUrl: string): Promise<FloorApp> {
  const directory = join(ROOT, ".next-floor");
  mkdirSync(join(directory, "app/save"), { recursive: true });
  writeFileSync(join(directory, "package.json"), '{"name":"floor","private":true}');
  writeFileSync(
    join(directory, "next.config.mjs"),
    `export default { serverExternalPackages: ["pg"], turbopack: { root: ${JSON.stringify(ROOT)} } };`,
  );
  writeFileSync(
    join(directory, "app/layout.js"),
    "export default function Layout({ children }) { return <html><body>{children}</body></html>; }",
  );
  writeFileSync(join(directory, "app/save/route.js"), ROUTE);
  const next = join(ROOT, "node_modules/next/dist/bin/next");
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    NODE_ENV: "production" as const,
    NEXT_TELEMETRY_DISABLED: "1",
  };
  await ended(spawn(process.execPath, [next, "build"], { cwd: directory, env, stdio: "ignore" }));
  const port = await freePort();
  const child = spawn(process.execPath, [next, "start", "-H", "127.0.0.1", "-p", String(port)], {
    cwd: directory,
    env,
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(url);
  return {
    url,
    stop: () =>
      new Promise((done) => {
        child.once("exit", () => done());
        child.kill("SIGTERM");
      }),
  };
}

function ended(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((done, fail) =>
    child.once("exit", (code) =>
      code === 0 ? done() : fail(new Error(`the floor's build ended with ${code}`)),
    ),
  );
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((tick) => setTimeout(tick, 50));
  }
  throw new Error("the floor does not answer");
}
