import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { ServerEnv } from "@/lib/platform/env";
import { frontOf } from "@/lib/platform/http/front/front";
import type { NodeHandler } from "@/lib/platform/http/front/web-handler";

type Seen = { by: "api" | "pages"; headers: IncomingMessage["headers"]; bytes: number };
type Got = { status: number; headers: IncomingMessage["headers"]; body: string };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Starts the front before a handler that tells what it sees. */
async function front(env: Partial<ServerEnv> = {}, isUrlGuessed = false, api?: NodeHandler): Promise<number> {
  const full = {
    port: 0,
    host: "127.0.0.1",
    url: "https://cordon.example.org",
    trustedProxies: [],
    distDir: "",
  };
  const answeredBy =
    (by: Seen["by"]): NodeHandler =>
    async (incoming, response) => {
      let bytes = 0;
      for await (const chunk of incoming) bytes += chunk.length;
      response.end(JSON.stringify({ by, headers: incoming.headers, bytes } satisfies Seen));
    };
  const behind = { api: api ?? answeredBy("api"), pages: answeredBy("pages") };
  const listener = frontOf({ ...full, ...env }, isUrlGuessed, behind);
  const made = createServer(listener);
  server = made;
  await new Promise<void>((done) => made.listen(0, "127.0.0.1", done));
  return (made.address() as AddressInfo).port;
}

function ask(
  port: number,
  options: { method?: string; path?: string; headers?: Record<string, string>; chunks?: Buffer[] } = {},
): Promise<Got> {
  const { method = "GET", path = "/", headers = {}, chunks = [] } = options;
  return new Promise((done, fail) => {
    const sent = request({ port, host: "127.0.0.1", method, path, headers }, (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => done({ status: response.statusCode!, headers: response.headers, body }));
    });
    sent.on("error", fail);
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
}

const seen = (got: Got) => JSON.parse(got.body) as Seen;

describe("headers that a client says", () => {
  it("are dropped where they mean something inside", async () => {
    const got = await ask(await front(), {
      headers: {
        "x-forwarded-for": "203.0.113.9",
        "x-cordon-address": "203.0.113.9",
        "x-middleware-subrequest": "middleware",
        "x-request-id": "chosen-by-client",
        "x-harmless": "kept",
      },
    });
    const { headers } = seen(got);
    expect(headers["x-cordon-address"]).toBe("127.0.0.1");
    expect(headers["x-forwarded-for"]).toBe("127.0.0.1");
    expect(headers["x-middleware-subrequest"]).toBeUndefined();
    expect(headers["x-request-id"]).not.toBe("chosen-by-client");
    expect(headers["x-request-id"]).toBe(got.headers["x-request-id"]);
    expect(headers["x-harmless"]).toBe("kept");
    expect(headers["x-forwarded-proto"]).toBe("https");
  });

  it("are believed of a trusted proxy: the last address that is no proxy itself", async () => {
    const port = await front({ trustedProxies: ["127.0.0.1", "10.0.0.0/8"] });
    const got = await ask(port, {
      headers: { "x-forwarded-for": "198.51.100.1, 203.0.113.9, 10.1.2.3", "x-request-id": "from-the-proxy" },
    });
    expect(seen(got).headers["x-cordon-address"]).toBe("203.0.113.9");
    expect(got.headers["x-request-id"]).toBe("from-the-proxy");
  });
});

describe("a body", () => {
  const kib = (n: number) => Buffer.alloc(n * 1024);

  it("of up to 1 MiB passes, also in chunks", async () => {
    const got = await ask(await front(), { method: "POST", chunks: [kib(512), kib(512)] });
    expect(seen(got).bytes).toBe(1024 * 1024);
  });

  it("that announces more is refused before it is read", async () => {
    const got = await ask(await front(), {
      method: "POST",
      headers: { "content-length": String(1024 * 1024 + 1) },
    });
    expect(got.status).toBe(413);
    expect(JSON.parse(got.body)).toMatchObject({ type: "urn:cordon:problem:too-large", status: 413 });
  });

  it("that turns out to be more is cut off", async () => {
    const chunks = [kib(512), kib(512), kib(1)];
    const got = await ask(await front(), {
      method: "POST",
      headers: { "transfer-encoding": "chunked" },
      chunks,
    });
    expect(got.status).toBe(413);
  });

  it("may be larger where something is imported", async () => {
    const path = "/api/v1/reviews/1/configurations";
    const got = await ask(await front(), { method: "POST", path, chunks: [kib(1024), kib(1024)] });
    expect(seen(got).bytes).toBe(2 * 1024 * 1024);
  });
});

describe("a write with cookies", () => {
  const write = async (headers: Record<string, string>) =>
    (await ask(await front(), { method: "POST", headers: { cookie: "session=1", ...headers } })).status;

  it("passes from our own pages", async () => {
    expect(await write({ "sec-fetch-site": "same-origin", origin: "https://cordon.example.org" })).toBe(200);
    expect(await write({ origin: "https://cordon.example.org" })).toBe(200);
  });

  it.each([
    [{ "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    [{ "sec-fetch-site": "same-site", origin: "https://other.example.org" }],
    [{ "sec-fetch-site": "none" }],
    [{ origin: "https://evil.example" }],
    [{ origin: "null" }],
    [{}],
  ])("is refused from elsewhere: %j", async (headers) => {
    expect(await write(headers as unknown as Record<string, string>)).toBe(403);
  });

  it("is not in question without cookies, nor is reading", async () => {
    const port = await front();
    expect((await ask(port, { method: "POST", headers: { "sec-fetch-site": "cross-site" } })).status).toBe(
      200,
    );
    expect((await ask(port, { headers: { cookie: "a=1", "sec-fetch-site": "cross-site" } })).status).toBe(
      200,
    );
  });
});

describe("an answer", () => {
  it("carries the security headers, with a nonce of its own", async () => {
    const port = await front();
    const [one, two] = [await ask(port), await ask(port)];
    expect(one.headers["x-content-type-options"]).toBe("nosniff");
    expect(one.headers["strict-transport-security"]).toMatch(/^max-age=31536000/);
    const policy = String(one.headers["content-security-policy"]);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']{24}' 'strict-dynamic'/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toBe(seen(one).headers["content-security-policy"]);
    expect(policy).not.toBe(two.headers["content-security-policy"]);
  });

  it("says nothing of https on a plain address", async () => {
    const got = await ask(await front({ url: "http://127.0.0.1:3000" }));
    expect(got.headers["strict-transport-security"]).toBeUndefined();
    expect(got.headers["content-security-policy"]).not.toContain("upgrade-insecure-requests");
  });

  it("sends a browser from localhost to the one address that has the cookies", async () => {
    const port = await front({ url: "http://127.0.0.1:3000" }, true);
    const navigate = { "sec-fetch-mode": "navigate" };
    const got = await ask(port, { path: "/a?b", headers: { host: "localhost:3000", ...navigate } });
    expect([got.status, got.headers.location]).toEqual([307, "http://127.0.0.1:3000/a?b"]);
    expect((await ask(port, { headers: { host: "127.0.0.1:3000", ...navigate } })).status).toBe(200);
    expect((await ask(port, { headers: { host: "evil.example", ...navigate } })).status).toBe(200);
  });

  it.each([["//evil.example/"], ["/\\evil.example"], ["http://evil.example/"]])(
    "refuses the target %s",
    async (path) => {
      expect((await ask(await front(), { path })).status).toBe(400);
    },
  );

  it("refuses methods that no page needs", async () => {
    expect((await ask(await front(), { method: "TRACE" })).status).toBe(400);
  });
});

/** Sends bytes on one connection and gives what came back until it ends, or until it holds the text. */
function raw(port: number, parts: (string | Buffer)[], until: string): Promise<string> {
  return new Promise((done, fail) => {
    let got = "";
    const socket = connect(port, "127.0.0.1", () => {
      for (const part of parts) socket.write(part);
    });
    const finish = () => {
      socket.destroy();
      done(got);
    };
    socket.on("data", (chunk) => {
      got += chunk;
      if (got.includes(until)) finish();
    });
    socket.on("end", finish).on("error", fail);
  });
}

const HOST = "host: cordon.example.org";
const chunk = (kib: number): Buffer =>
  Buffer.concat([
    Buffer.from(`${(kib * 1024).toString(16)}\r\n`),
    Buffer.alloc(kib * 1024, "x"),
    Buffer.from("\r\n"),
  ]);

describe("a connection", () => {
  const POST = `POST /api/v1/nothing HTTP/1.1\r\n${HOST}\r\ntransfer-encoding: chunked\r\n\r\n`;
  const NEXT = `GET /next HTTP/1.1\r\n${HOST}\r\n\r\n`;

  it("goes on after a body past the limit that nobody wanted", async () => {
    const got = await raw(
      await front({}, false, async (_incoming, response) => void response.end("not wanted")),
      [POST, ...Array.from({ length: 18 }, () => chunk(64)), "0\r\n\r\n", NEXT],
      '"by":"pages"',
    );
    expect(got).toContain("not wanted");
    expect(got).toContain('"by":"pages"');
  });

  it("ends after a body past the limit was refused, and no part of it is taken for the whole", async () => {
    let isRead = false;
    const port = await front({}, false, async (incoming, response) => {
      for await (const _ of incoming);
      isRead = true;
      response.end("read");
    });
    const got = await raw(
      port,
      [POST, ...Array.from({ length: 40 }, () => chunk(64)), "0\r\n\r\n", NEXT],
      "never",
    );
    expect(got).toMatch(/^HTTP\/1.1 413 /);
    expect(got).toContain("The body is larger than 1048576 bytes.");
    expect(got).not.toContain('"by"');
    expect(isRead).toBe(false);
  });

  it("is answered by HTTP/1.1 when it offers to upgrade", async () => {
    const upgrade = `GET /next HTTP/1.1\r\n${HOST}\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n`;
    expect(await raw(await front(), [upgrade], '"by":"pages"')).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe("what is behind the front", () => {
  it.each([["/api/v1/../../session"], ["/api/v1/%2e%2E/v1/session"], ["/a/./b"], ["/.."]])(
    "sees no address with dot segments: %s",
    async (path) => {
      expect((await ask(await front(), { path })).status).toBe(400);
    },
  );

  it.each([
    ["/api/v1", "api"],
    ["/api/v1?a=b", "api"],
    ["/api/v1/reviews", "api"],
    ["/api/v10/reviews", "pages"],
    ["/api/auth/session", "pages"],
    ["/reviews?next=/api/v1/", "pages"],
  ])("%s is answered by the %s", async (path, by) => {
    expect(seen(await ask(await front(), { path })).by).toBe(by);
  });
});
