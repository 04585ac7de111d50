import { createServer } from "node:http";
import next from "next";
import { endPool } from "@/lib/platform/db/pool";
import { readServerEnv } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { refuseClient } from "./front/client-error";
import { drainable } from "./front/drain";
import { frontOf } from "./front/front";
import { nodeHandler, type WebHandler } from "./front/web-handler";

/**
 * The serving process: our HTTP server in front of the API and of Next's pages. It knows the serving
 * role's database login only, tells its parent when it listens, and ends when told to or when the
 * parent is gone.
 *
 * @param api answers everything below /api/v1
 */
export function serve(api: WebHandler): void {
  listen(api).catch((error: NodeJS.ErrnoException) => {
    const sentence =
      error.code === "EADDRINUSE"
        ? `Port ${process.env.PORT ?? 3000} is in use; stop what uses it, or set PORT.`
        : (error.stack ?? error.message);
    if (process.send) process.send({ type: "failed", sentence }, () => process.exit(1));
    else {
      process.stderr.write(`${sentence}\n`);
      process.exit(1);
    }
  });
}

async function listen(api: WebHandler): Promise<void> {
  const env = readServerEnv();
  const dir = process.env.CORDON_ROOT ?? process.cwd();
  // A custom server must say that it is production before Next reads its configuration.
  const app = next({ dev: false, dir, hostname: env.host, port: env.port });
  await quietly(() => app.prepare());
  const handle = app.getRequestHandler();

  const server = createServer(
    {
      // A client that sends slowly holds a socket no longer than this.
      headersTimeout: 15_000,
      requestTimeout: 300_000,
      keepAliveTimeout: 30_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 32 * 1024,
      noDelay: true,
    },
    frontOf(env, process.env.CORDON_URL_IS_GUESSED === "1", {
      api: nodeHandler(api, new URL(env.url).origin),
      pages: (request, response) => handle(request, response),
    }),
  );
  server.maxConnections = 4_000;
  // Nothing is upgraded: without a listener Node answers such a request by HTTP/1.1 (RFC 9110, section
  // 7.8). Next adds one with the first page that it serves.
  server.on("newListener", (event) => {
    if (event === "upgrade") setImmediate(() => server.removeAllListeners("upgrade"));
  });
  server.on("clientError", (error, socket) => refuseClient(error, socket));

  const drain = drainable(server);
  let isStopping = false;
  const stop = async (why: string) => {
    if (isStopping) return;
    isStopping = true;
    log.debug({ why }, "stopping");
    await drain();
    await app.close().catch(() => undefined);
    await endPool().catch(() => undefined);
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));
  process.on("disconnect", () => void stop("the starter is gone"));
  process.on("unhandledRejection", (error) =>
    log.error({ err: error }, "a promise was left without a handler"),
  );

  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(env.port, env.host, done);
  });
  log[process.send ? "debug" : "info"]({ url: env.url }, "listening");
  process.send?.({ type: "listening" });
}

/** Next tells about its configuration on the console; the starter's list of steps is no place for that. */
async function quietly(work: () => Promise<void>): Promise<void> {
  const { log: say } = console;
  console.log = () => undefined;
  await work().finally(() => {
    console.log = say;
  });
}
