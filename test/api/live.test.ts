import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import type { LiveEvent } from "@/lib/platform/live/live-event";
import { type EventStream, openEventStream } from "@/test/support/event-stream";
import { openStage, type Person, type Place, type Stage } from "@/test/support/stage";

let stage: Stage;
let admin: Person;
let writer: Person;
const open: EventStream[] = [];

beforeAll(async () => {
  stage = await openStage(inject("server"));
  admin = await stage.person("admin");
  writer = await stage.person("reviewer");
});
afterAll(() => stage.end());
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function watch(caller: Person | object, reviewId: string, headers: Record<string, string> = {}) {
  const stream = await openEventStream(`${stage.url}/api/live/${reviewId}`, caller, headers);
  open.push(stream);
  return stream;
}

/** Waits until the server counts the stream among those who watch. */
async function watching(caller: Person, reviewId: string, headers?: Record<string, string>) {
  const stream = await watch(caller, reviewId, headers);
  expect(await stream.next("people")).not.toBeNull();
  return stream;
}

async function write(place: Place, notes: string, version: number): Promise<number> {
  const saved = await stage.client(writer).patch(`/reviews/${place.reviewId}`, {
    cells: { notes: { cell: { state: "value", value: notes }, version } },
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return saved.body.seq;
}

const noteIn = (message: { data: unknown } | null) =>
  (message?.data as LiveEvent | undefined)?.payload.changes?.[0]?.after.notes;

describe("the live stream of a review", () => {
  it("brings another person's save, with who wrote what", async () => {
    const place = await stage.place();
    const stream = await watching(await stage.person("viewer"), place.reviewId);
    await write(place, "first", 0);
    const message = await stream.next("change");
    expect(message).toMatchObject({
      id: "1",
      data: {
        seq: 1,
        type: "cell.edited",
        actor: { id: writer.memberId, name: writer.name },
        payload: { changes: [{ table: "review", id: place.reviewId, after: { notes: "first" } }] },
      },
    });
  });

  it("says who is here", async () => {
    const place = await stage.place();
    const [first, second] = [await stage.person("viewer"), await stage.person("approver")];
    const stream = await watching(first, place.reviewId);
    const other = await watching(second, place.reviewId);
    const names = (message: { data: unknown } | null) =>
      (message!.data as { name: string }[]).map((p) => p.name);
    expect(names(await stream.next("people"))).toEqual([first.name, second.name].sort());
    other.close();
    expect(names(await stream.next("people"))).toEqual([first.name]);
  });

  it("resumes behind Last-Event-ID and misses nothing", async () => {
    const place = await stage.place();
    const reader = await stage.person("viewer");
    const stream = await watching(reader, place.reviewId);
    const first = await write(place, "one", 0);
    const last = await stream.next("change");
    stream.close();
    const second = await write(place, "two", first);
    const third = await write(place, "three", second);
    const again = await watch(reader, place.reviewId, { "last-event-id": last!.id! });
    expect(noteIn(await again.next("change"))).toBe("two");
    expect(noteIn(await again.next("change"))).toBe("three");
    await write(place, "four", third);
    expect(noteIn(await again.next("change"))).toBe("four");
  });

  it("begins where it is told to in the address, and else with what comes", async () => {
    const place = await stage.place();
    const first = await write(place, "one", 0);
    const reader = await stage.person("viewer");
    const since = await watch(reader, `${place.reviewId}?since=0`);
    expect(noteIn(await since.next("change"))).toBe("one");
    const plain = await watching(reader, place.reviewId);
    await write(place, "two", first);
    expect(noteIn(await plain.next("change"))).toBe("two");
  });

  it("brings nothing of another review", async () => {
    const [here, there] = [await stage.place(), await stage.place()];
    const stream = await watching(await stage.person("viewer"), here.reviewId);
    await write(there, "elsewhere", 0);
    await write(here, "here", 0);
    expect(noteIn(await stream.next("change"))).toBe("here");
  });
});

describe("a stream ends at once", () => {
  /**
   * What is written after the end never arrives. A stream asks by itself every now and then, and
   * says so in a comment: that it ended without one shows that it was told.
   */
  async function expectEnd(stream: EventStream, place: Place) {
    expect(await stream.next("over")).not.toBeNull();
    await write(place, "too late", 0);
    const rest = (await stream.ended()).filter(({ event }) => event !== "people");
    expect(rest).toEqual([]);
  }

  it("when its session is ended", async () => {
    const place = await stage.place();
    const reader = await stage.person("viewer");
    const stream = await watching(reader, place.reviewId);
    expect((await stage.client(admin).delete(`/sessions/${reader.sessionId}`)).status).toBe(204);
    await expectEnd(stream, place);
  });

  it("when its token is revoked", async () => {
    const place = await stage.place();
    const reader = await stage.bearer("viewer", "viewer");
    const stream = await watching(reader, place.reviewId);
    expect((await stage.client(admin).delete(`/tokens/${reader.tokenId}`)).status).toBe(204);
    await expectEnd(stream, place);
  });

  it("when the member is removed", async () => {
    const place = await stage.place();
    const reader = await stage.person("viewer");
    const stream = await watching(reader, place.reviewId);
    expect((await stage.client(admin).delete(`/members/${reader.memberId}`)).status).toBe(204);
    await expectEnd(stream, place);
  });

  it("when the system is restricted to others, and goes on for those who are on it", async () => {
    const [outsider, insider] = [await stage.person("viewer"), await stage.person("viewer")];
    const place = await stage.place({ named: [insider, writer] });
    const [out, inside] = [await watching(outsider, place.reviewId), await watching(insider, place.reviewId)];
    const api = stage.client(admin);
    const { body: system } = await api.get(`/systems/${place.systemId}`);
    const edit = { version: system.version, visibility: "restricted" };
    expect((await api.patch(`/systems/${place.systemId}`, edit)).status).toBe(200);
    await expectEnd(out, place);
    expect(noteIn(await inside.next("change"))).toBe("too late");
  });

  it("when somebody is taken off a restricted system", async () => {
    const reader = await stage.person("viewer");
    const place = await stage.place({ restricted: true, named: [reader, writer] });
    const stream = await watching(reader, place.reviewId);
    const members = { memberIds: [writer.memberId] };
    expect((await stage.client(admin).put(`/systems/${place.systemId}/members`, members)).status).toBe(200);
    await expectEnd(stream, place);
  });
});

describe("nobody watches", () => {
  it.each([
    ["without a session", 401, async () => ({})],
    ["with an expired token", 401, () => stage.bearer("admin", "admin", "expired")],
    [
      "from another workspace",
      404,
      async () => stage.person("admin", { workspaceId: await stage.workspace() }),
    ],
  ] as const)("%s", async (_, status, make) => {
    const place = await stage.place();
    expect((await watch(await make(), place.reviewId)).status).toBe(status);
  });

  it("a review of a restricted system, or one that is not there", async () => {
    const place = await stage.place({ restricted: true });
    const reader = await stage.person("approver");
    expect((await watch(reader, place.reviewId)).status).toBe(404);
    expect((await watch(reader, newId())).status).toBe(404);
    expect((await watch(reader, "no-id")).status).toBe(404);
  });
});
