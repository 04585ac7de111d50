import type { Caller } from "./http";

/** One message of a stream of server-sent events (WHATWG HTML, section 9.2.6). */
export type StreamMessage = { event: string; id: string | null; data: unknown };

export type EventStream = {
  status: number;
  /** The next message of a kind; null when the stream ends before one arrives. */
  next(event: string): Promise<StreamMessage | null>;
  /** Resolves when the server has ended the stream; gives the messages that nobody asked for. */
  ended(): Promise<StreamMessage[]>;
  close(): void;
};

/** Opens a stream of server-sent events as a browser's EventSource does. */
export async function openEventStream(
  url: string,
  caller: Caller,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const controller = new AbortController();
  const response = await fetch(url, {
    signal: controller.signal,
    redirect: "manual",
    headers: {
      accept: "text/event-stream",
      ...(caller.cookie ? { cookie: caller.cookie } : {}),
      ...(caller.token ? { authorization: `Bearer ${caller.token}` } : {}),
      ...headers,
    },
  });
  const waiting: StreamMessage[] = [];
  let isOver = false;
  let wake = () => {};
  const read = async () => {
    const decoder = new TextDecoder();
    let text = "";
    try {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        text += decoder.decode(chunk, { stream: true });
        const blocks = text.split("\n\n");
        text = blocks.pop()!;
        waiting.push(...blocks.flatMap(messageOf));
        wake();
      }
    } catch {
      // Closed by the test, or the server is gone: the stream is over either way.
    }
    isOver = true;
    wake();
  };
  void read();
  const more = () => new Promise<void>((done) => (wake = done));
  return {
    status: response.status,
    async next(event) {
      for (;;) {
        const at = waiting.findIndex((message) => message.event === event);
        if (at >= 0) return waiting.splice(at, 1)[0]!;
        if (isOver) return null;
        await more();
      }
    },
    async ended() {
      while (!isOver) await more();
      return waiting;
    },
    close: () => controller.abort(),
  };
}

/** A block without data is a setting, or a comment, which is given as a message of that name. */
function messageOf(block: string): StreamMessage[] {
  if (block.startsWith(":")) return [{ event: "comment", id: null, data: block.slice(1).trim() }];
  const fields = new Map(
    block.split("\n").map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at), line.slice(at + 1).trimStart()] as const;
    }),
  );
  const data = fields.get("data");
  if (data === undefined) return [];
  return [{ event: fields.get("event") ?? "message", id: fields.get("id") ?? null, data: JSON.parse(data) }];
}
