import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inWorkspace } from "@/lib/audit/server/in-workspace";
import { type ChainOutcome, verifyChains } from "@/lib/audit/server/verify-chains";
import type { Actor } from "@/lib/identity/actor";
import { changeName } from "@/lib/identity/server/change-name";
import { readSql } from "@/lib/platform/db/transaction";
import { type Installation, installation } from "../identity/installation";

let here: Installation;
let ada: Actor;
beforeEach(async () => {
  here = await installation();
  ada = await here.firstAdmin();
  await changeName(ada, "Ada King");
});
afterEach(() => here.database.drop());

const verify = (): Promise<ChainOutcome[]> => readSql(ada, verifyChains);
/** Changes events past every wall, as somebody who has the database can. */
const tamper = (statement: string) =>
  here.owner(
    `alter table event disable trigger event_is_final; ${statement}; alter table event enable trigger event_is_final`,
  );
const problem = async () => (await verify())[0]?.problem;

describe("the workspace's chain", () => {
  it("has every command once, without a gap, and verifies", async () => {
    expect(await here.eventsOf(ada)).toEqual(["workspace.created", "session.opened", "member.renamed"]);
    expect(await verify()).toEqual([{ chain: `workspace ${ada.workspaceId}`, events: 3, problem: null }]);
  });

  it("stays gapless when many write at the same time", async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        inWorkspace(ada.workspaceId, (tx) => tx.record(ada, "member.renamed", { after: `Ada ${index}` })),
      ),
    );
    const rows = await here.owner<{ seq: number }>("select seq::int from event order by seq");
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 23 }, (_, index) => index + 1));
    expect(await problem()).toBeNull();
  });

  it("writes no event of a command that fails", async () => {
    const failing = inWorkspace(ada.workspaceId, async (tx) => {
      await tx.record(ada, "member.renamed", {});
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await verify()).toEqual([{ chain: `workspace ${ada.workspaceId}`, events: 3, problem: null }]);
  });

  it("shows a changed payload", async () => {
    await tamper(`update event set payload = '{"after": "Eve"}' where seq = 3`);
    expect(await problem()).toBe("the content of event 3 was changed");
  });

  it.each([
    ["who", "actor_id = 'somebody else'"],
    ["the name of who", "actor_name = 'Eve'"],
    ["what kind of who", "actor_kind = 'system'"],
    ["what", "type = 'member.joined'"],
    ["when", "at = at + interval '1 millisecond'"],
  ])("shows that %s was changed", async (_, change) => {
    await tamper(`update event set ${change} where seq = 2`);
    expect(await problem()).toBe("event 2 was changed");
  });

  it("shows a chain that was moved to another workspace, whole and with its head", async () => {
    const gus = await here.otherWorkspace();
    await tamper(`update event set workspace_id = '${gus.workspaceId}';
      update workspace w set event_seq = a.event_seq, event_hash = a.event_hash
        from workspace a where w.id = '${gus.workspaceId}' and a.id = '${ada.workspaceId}'`);
    expect((await readSql(gus, verifyChains))[0]?.problem).toBe("event 1 was changed");
  });

  it("shows a removed event in the middle", async () => {
    await tamper("delete from event where seq = 2");
    expect(await problem()).toBe("event 2 is missing");
  });

  it("shows a cut tail", async () => {
    await tamper("delete from event where seq = 3");
    expect(await problem()).toBe("it ends with event 2, but its head is 3");
  });

  it("shows events that were exchanged", async () => {
    await tamper(
      "update event set seq = 9 where seq = 2; update event set seq = 2 where seq = 3; update event set seq = 3 where seq = 9",
    );
    expect(await problem()).toBe("event 2 does not follow event 1");
  });

  it("verifies after a payload was erased, which leaves its digest", async () => {
    await here.owner(`update event set payload = '{"erased": true}' where seq = 3`);
    expect(await problem()).toBeNull();
    const events = await here.ask("GET", "/workspace/events", { as: ada });
    expect(events.body.items[0].words).toBe("changed their name");
  });

  it("is nobody's to change but the owner's: the serving role may add only", async () => {
    const { code } = await readSqlError("update event set type = 'x'");
    expect(code).toBe("42501");
    expect((await readSqlError("delete from event")).code).toBe("42501");
  });
});

async function readSqlError(text: string): Promise<{ code?: string }> {
  return inWorkspace(ada.workspaceId, (tx) => tx.sql.query(text)).then(
    () => ({}),
    (error: { code?: string }) => error,
  );
}
