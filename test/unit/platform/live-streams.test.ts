import { afterEach, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";
import { MOST_STREAMS, peopleIn } from "@/lib/platform/live/hub";
import { streamResponse } from "@/lib/platform/live/stream-response";

const MIB = 1024 * 1024;
let stored: { seq: number; text: string }[] = [];

vi.mock("@/lib/platform/live/notifications", () => ({ listenForNotifications: () => {} }));
vi.mock("@/lib/platform/db/transaction", () => ({
  readSql: async (_actor: unknown, work: (sql: object) => unknown) =>
    work({
      query: async (_text: string, [, since]: [string, number]) =>
        stored
          .filter(({ seq }) => seq > since)
          .map(({ seq, text }) => ({
            seq,
            at: new Date(0),
            type: "cell.edited",
            actor_id: "",
            actor_name: "",
            payload: { text },
          })),
    }),
}));

const open: AbortController[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.abort();
  stored = [];
});

const person = (id = newId()) => ({ id, name: "Ada", workspaceId: newId() }) as Actor;

function watch(actor: Actor, reviewId: string, seq = 0) {
  const controller = new AbortController();
  open.push(controller);
  const response = streamResponse(actor, reviewId, seq, controller.signal, async () => true);
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  /** Reads to the end. */
  return async () => {
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return text;
      text += decoder.decode(value, { stream: true });
    }
  };
}

it("ends a person's oldest stream when they open too many, and nobody else's", async () => {
  const reviewId = newId();
  const [ada, bob] = [person(), person()];
  const rest = watch(ada, reviewId);
  watch(bob, newId());
  for (let i = 1; i < MOST_STREAMS; i++) watch(ada, newId());
  expect(peopleIn(reviewId)).toHaveLength(1);
  watch(ada, newId());
  expect((await rest()).endsWith("event: over\ndata: {}\n\n")).toBe(true);
  expect(peopleIn(reviewId)).toHaveLength(0);
});

it("ends for a reader who is too far behind, who comes back for the rest until it is all there", async () => {
  stored = Array.from({ length: 11 }, (_, index) => ({ seq: index + 1, text: "x".repeat(MIB) }));
  const reviewId = newId();
  const seen: number[] = [];
  const rounds: number[] = [];
  while (seen.length < stored.length && rounds.length < 5) {
    const rest = watch(person(), reviewId, seen.at(-1) ?? 0);
    await vi.waitFor(() => expect(peopleIn(reviewId).length === 0 || seen.length >= 8).toBe(true));
    if (seen.length >= 8) break;
    const ids = [...(await rest()).matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    seen.push(...ids);
    rounds.push(ids.length);
  }
  // A message of a little more than 1 MiB each: the fourth goes past 4 MiB, and the fifth is not written.
  expect(rounds).toEqual([4, 4]);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it("lets one message of any size through", async () => {
  stored = [
    { seq: 1, text: "x".repeat(9 * MIB) },
    { seq: 2, text: "late" },
  ];
  const reviewId = newId();
  const rest = watch(person(), reviewId);
  await vi.waitFor(() => expect(peopleIn(reviewId)).toHaveLength(0));
  expect([...(await rest()).matchAll(/^id: (\d+)$/gm)].map(([, id]) => id)).toEqual(["1"]);
});
