import { expect, it } from "vitest";
import type { EventPayload } from "@/lib/audit/events";
import { countChanges, emptyTally, tallyEvent } from "@/lib/signoff/draft-changes";

type Change = NonNullable<EventPayload["changes"]>[number];

const edit = (id: string, field: string, before: unknown, after: unknown): Change => ({
  table: "entry_point",
  id,
  op: "update",
  before: { [field]: before },
  after: { [field]: after, versions: { [field]: 1 } },
});
const insert = (id: string): Change => ({ table: "entry_point", id, op: "insert", after: { name: id } });
const archive = (id: string, archivedAt: string | null): Change => ({
  table: "entry_point",
  id,
  op: "update",
  before: {},
  after: { archivedAt },
});

function counted(...events: (Change | [string, EventPayload])[]) {
  const tally = emptyTally();
  for (const event of events) {
    if (Array.isArray(event)) tallyEvent(tally, event[0], event[1]);
    else tallyEvent(tally, "cell.edited", { changes: [event] });
  }
  return countChanges(tally);
}
const count = (...events: Parameters<typeof counted>) => counted(...events).count;

it("counts each cell once, however often it was written", () => {
  expect(count(edit("e1", "files", "a", "b"), edit("e1", "files", "b", "c"))).toBe(1);
  expect(count(edit("e1", "files", "a", "b"), edit("e1", "network", null, "c"))).toBe(2);
  expect(count(edit("e1", "files", "a", "b"), edit("e2", "files", "a", "b"))).toBe(2);
});

it("counts nothing that was undone", () => {
  expect(count(edit("e1", "files", "a", "b"), edit("e1", "files", "b", "a"))).toBe(0);
  expect(count(insert("e3"), archive("e3", "2026-12-01"))).toBe(0);
  expect(count(archive("e1", "2026-12-01"), archive("e1", null))).toBe(0);
});

it("counts a row that came or went once, with whatever was written in it", () => {
  expect(count(insert("e3"), edit("e3", "files", null, "b"), edit("e3", "network", null, "c"))).toBe(1);
  expect(count(edit("e1", "files", "a", "b"), archive("e1", "2026-12-01"))).toBe(1);
  expect(count(archive("e4", null))).toBe(1);
});

it("counts an answer that is no value", () => {
  const unknown: Change = {
    table: "entry_point",
    id: "e1",
    op: "update",
    before: { permission: null, answers: {} },
    after: { permission: null, answers: { permission: { state: "unknown" } } },
  };
  expect(count(unknown)).toBe(1);
});

it("leaves out what a decision changes: states of revisions and risks, findings", () => {
  expect(
    count(
      { table: "risk", id: "r1", op: "update", before: { state: "proposed" }, after: { state: "accepted" } },
      {
        table: "revision",
        id: "v1",
        op: "update",
        before: { state: "draft" },
        after: { state: "submitted" },
      },
    ),
  ).toBe(0);
});

it("counts another configuration once an environment, and says when there is more than an event carries", () => {
  const attached: [string, EventPayload] = [
    "configuration.attached",
    { configuration: { environment: "production" }, changes: [] },
  ];
  expect(counted(attached, attached)).toEqual({ count: 1, isMore: false });
  expect(
    counted(["configuration.attached", { configuration: { environment: "staging" }, changed: 900 }]),
  ).toEqual({ count: 1, isMore: true });
});

it("counts a capability that a new configuration grants no longer, or otherwise", () => {
  const capability = (after: Record<string, unknown>): [string, EventPayload] => [
    "configuration.attached",
    {
      configuration: { environment: "production" },
      changes: [{ table: "capability", id: "c1", op: "update", before: {}, after }],
    },
  ];
  expect(count(capability({ closedAt: "2026-12-01" }))).toBe(2);
  expect(count(capability({ severity: "critical" }))).toBe(2);
});
