import type { Actor } from "@/lib/identity/actor";
import { openStream, type Stream } from "./hub";

/** How often an idle stream says that it lives, and asks again who this is, in milliseconds. */
const PULSE_MS = 15_000;

/** How much may wait for a reader, in bytes; whoever is further behind comes back for the rest. */
const MOST_WAITING = 4 * 1024 * 1024;

/**
 * Answers with the live stream of a review as server-sent events (WHATWG HTML, section 9.2). It ends
 * for a reader who is too far behind; the browser opens it again where it had come to.
 *
 * @param seq the seq that the page was read at; the stream resumes from there
 * @param stillAllowed asks the database again; the stream ends when it answers false
 */
export function streamResponse(
  actor: Actor,
  reviewId: string,
  seq: number,
  signal: AbortSignal,
  stillAllowed: () => Promise<boolean>,
): Response {
  const encoder = new TextEncoder();
  let finish = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOver = false;
        const write = (text: string) => {
          if (isOver) return;
          // Looked at before a message and not after it: one of any size gets through, so that a
          // reader who comes back gets further each time.
          if ((controller.desiredSize ?? 0) > -MOST_WAITING) controller.enqueue(encoder.encode(text));
          else leaveBehind();
        };
        const leaveBehind = () => {
          finish();
          // What waits may still be read, but not for ever.
          setTimeout(() => controller.error(new Error("the reader is too far behind")), PULSE_MS).unref();
        };
        const stream: Stream = {
          reviewId,
          workspaceId: actor.workspaceId,
          person: { id: actor.id, name: actor.name },
          seq,
          send(kind, data, id) {
            write(
              `${id === undefined ? "" : `id: ${id}\n`}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`,
            );
          },
          async check() {
            // A database that is away for a moment ends nobody's stream; the next check asks again.
            const allowed = await stillAllowed().catch(() => true);
            if (!allowed) stream.end();
          },
          end() {
            write("event: over\ndata: {}\n\n");
            finish();
          },
        };
        write("retry: 1000\n\n");
        const close = openStream(stream);
        const pulse = setInterval(() => {
          write(": here\n\n");
          void stream.check();
        }, PULSE_MS);
        finish = () => {
          if (isOver) return;
          isOver = true;
          clearInterval(pulse);
          close();
          try {
            controller.close();
          } catch {
            // The browser closed it first.
          }
        };
        signal.addEventListener("abort", finish);
        if (signal.aborted) finish();
      },
      cancel: () => finish(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
