import type { Duplex } from "node:stream";

/** How long a client may take to read why it is refused, in milliseconds. */
const LINGER = 1_000;

/**
 * Answers what is no HTTP, or came too slowly, and lets go of the socket: a client that never
 * closes its own side would hold the descriptor for ever.
 */
export function refuseClient(error: NodeJS.ErrnoException, socket: Duplex, linger = LINGER): void {
  if (!socket.writable) {
    // Our side is closed already; the timer below, or nobody, waits for the client.
    if (error.code === "ECONNRESET" || socket.readableEnded) socket.destroy();
    return;
  }
  const said =
    error.code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
  socket.end(`HTTP/1.1 ${said}\r\nconnection: close\r\n\r\n`);
  // Not at once: a socket that is closed with unread bytes is reset, and the answer is lost with it.
  setTimeout(() => socket.destroy(), linger).unref();
}
