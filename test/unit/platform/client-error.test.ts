import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { refuseClient } from "@/lib/platform/http/front/client-error";

const server = createServer({ headersTimeout: 50, connectionsCheckingInterval: 10, maxHeaderSize: 1024 });
let client: Socket;
let held: Socket;

beforeEach(async () => {
  server.removeAllListeners("clientError");
  server.on("clientError", (error, socket) => refuseClient(error, socket, 20));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, "connection");
  // Such a client keeps its own side open whatever the server does.
  client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  client.on("error", () => {});
  [held] = (await accepted) as [Socket];
});
afterEach(() => {
  client.destroy();
  server.close();
});

it.each([
  ["headers that never end", "GET / HTTP/1.1\r\nHost: x\r\nX-a: ", "400 Bad Request"],
  ["what is no HTTP", "hello\r\n\r\n", "400 Bad Request"],
  [
    "too large headers",
    `GET / HTTP/1.1\r\nX-a: ${"a".repeat(2000)}\r\n\r\n`,
    "431 Request Header Fields Too Large",
  ],
])("answers %s and lets go of the descriptor although the client stays", async (_, sent, said) => {
  const gone = once(held, "close");
  let text = "";
  client.on("data", (chunk) => {
    text += chunk;
  });
  const ended = once(client, "end");
  client.write(sent);
  await ended;
  expect(text).toBe(`HTTP/1.1 ${said}\r\nconnection: close\r\n\r\n`);
  await gone;
  expect(held.destroyed).toBe(true);
  const count = await new Promise<number>((done) => server.getConnections((_error, n) => done(n)));
  expect(count).toBe(0);
});
