import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { nodeHandler, type WebHandler } from "@/lib/platform/http/front/web-handler";

let server: Server | undefined;
let failures: unknown[] = [];
afterEach(() => server?.close());

async function serving(handle: WebHandler): Promise<number> {
  failures = [];
  const answer = nodeHandler(handle, "https://cordon.example.com");
  server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error) => failures.push(error));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

type Asked = { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent };

/** Not by fetch: it undoes what the test looks at (encodings, connections). */
async function ask(port: number, { body, ...asked }: Asked = {}) {
  const sent = request({ port, host: "127.0.0.1", path: "/api/v1/x?y=1", ...asked });
  sent.end(body);
  const [incoming] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return {
    status: incoming.statusCode,
    headers: incoming.headers,
    bytes: Buffer.concat(chunks),
    socket: sent.reusedSocket,
  };
}

const json = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { "content-type": "application/json" } });
const LONG = "authority ".repeat(500);

describe("a request", () => {
  test("arrives with address, method, headers and body", async () => {
    const port = await serving(async (given) =>
      json({
        url: given.url,
        method: given.method,
        kind: given.headers.get("x-kind"),
        body: await given.text(),
      }),
    );
    const { bytes } = await ask(port, { method: "PATCH", headers: { "x-kind": "plain" }, body: "four" });
    expect(JSON.parse(bytes.toString())).toEqual({
      url: "https://cordon.example.com/api/v1/x?y=1",
      method: "PATCH",
      kind: "plain",
      body: "four",
    });
  });

  test("whose body was not wanted leaves its connection to the next one", async () => {
    const port = await serving(async (given) =>
      given.headers.has("x-read") ? json(await given.text()) : json("not read"),
    );
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = await ask(port, { method: "POST", body: "x".repeat(900_000), agent });
    const second = await ask(port, { method: "POST", body: "read", headers: { "x-read": "1" }, agent });
    agent.destroy();
    expect([first.bytes.toString(), second.bytes.toString()]).toEqual(['"not read"', '"read"']);
    expect(second.socket).toBe(true);
  });

  test("that was begun and given up in the middle of its body is still answered", async () => {
    const port = await serving(async (given) => {
      const reader = given.body!.getReader();
      await reader.read();
      await reader.cancel();
      return new Response("too much", { status: 413 });
    });
    const { status, bytes } = await ask(port, { method: "POST", body: "x".repeat(900_000) });
    expect([status, bytes.toString()]).toEqual([413, "too much"]);
  });

  test("tells its handler when the client is gone", async () => {
    let told!: () => void;
    const gone = new Promise<void>((done) => {
      told = done;
    });
    const port = await serving(
      (given) =>
        new Promise((done) =>
          given.signal.addEventListener("abort", () => {
            told();
            done(json("for nobody"));
          }),
        ),
    );
    const sent = request({ port, host: "127.0.0.1" }).on("error", () => undefined);
    sent.end();
    await once(sent, "socket");
    await once(server!, "request");
    sent.destroy();
    await gone;
    expect(failures).toEqual([]);
  });
});

describe("an answer", () => {
  test("leaves compressed where the client takes that and it is long", async () => {
    const port = await serving(async () => json(LONG));
    const { headers, bytes } = await ask(port, { headers: { "accept-encoding": "br, gzip;q=0.8" } });
    expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
    expect(Number(headers["content-length"])).toBe(bytes.byteLength);
    expect(JSON.parse(gunzipSync(bytes).toString())).toBe(LONG);
  });

  test.each([
    ["a client that takes none", {}, LONG, "application/json"],
    ["a client that refuses it", { "accept-encoding": "gzip;q=0, identity" }, LONG, "application/json"],
    ["a short one", { "accept-encoding": "gzip" }, "short", "application/json"],
    ["what is compressed already", { "accept-encoding": "gzip" }, LONG, "application/pdf"],
  ])("is left as it is for %s", async (_for, headers, text, type) => {
    const port = await serving(async () => new Response(text, { headers: { "content-type": type } }));
    const answer = await ask(port, { headers: headers as Record<string, string> });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.headers["content-length"]).toBe(String(text.length));
    expect(answer.bytes.toString()).toBe(text);
  });

  test("keeps every cookie apart", async () => {
    const port = await serving(async () => {
      const answer = json("in");
      answer.headers.append("set-cookie", "a=1; Expires=Wed, 01 Jan 2031 00:00:00 GMT");
      answer.headers.append("set-cookie", "b=2");
      return answer;
    });
    const { headers } = await ask(port);
    expect(headers["set-cookie"]).toEqual(["a=1; Expires=Wed, 01 Jan 2031 00:00:00 GMT", "b=2"]);
  });

  test("has no body for HEAD, and none when there is none", async () => {
    const port = await serving(async ({ method }) =>
      method === "HEAD" ? json("long") : new Response(null, { status: 204 }),
    );
    const head = await ask(port, { method: "HEAD" });
    expect([head.headers["content-length"], head.bytes.byteLength]).toEqual(["6", 0]);
    expect((await ask(port)).status).toBe(204);
  });

  test("that says its length is passed on piece by piece", async () => {
    let release!: () => void;
    const released = new Promise<void>((done) => {
      release = done;
    });
    const port = await serving(async () => {
      const body = new ReadableStream({
        async start(controller) {
          controller.enqueue(Buffer.from("one "));
          await released;
          controller.enqueue(Buffer.from("two"));
          controller.close();
        },
      });
      return new Response(body, { headers: { "content-length": "7" } });
    });
    const sent = request({ port, host: "127.0.0.1" });
    sent.end();
    const [incoming] = (await once(sent, "response")) as [IncomingMessage];
    const [first] = await once(incoming, "data");
    expect(String(first)).toBe("one ");
    release();
    const [second] = await once(incoming, "data");
    expect(String(second)).toBe("two");
  });
});
