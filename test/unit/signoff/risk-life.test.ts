import { describe, expect, it } from "vitest";
import { RISK_STATES, type RiskState } from "@/lib/review/vocabulary";
import { afterCommand, afterEdit, inState, type RiskCommand, takesPart } from "@/lib/signoff/risk-life";

const STATES = Object.keys(RISK_STATES) as RiskState[];
const no = null;

/** Worked by hand from attestation.md, "Residual risk": a row a command, a column a state. */
const LIFE: Record<RiskCommand | "edit", Record<RiskState, RiskState | null>> = {
  // biome-ignore format: a table
  propose: { draft: "proposed", proposed: no, accepted: no, rejected: "proposed", expired: "proposed", revoked: "proposed", superseded: no },
  // biome-ignore format: a table
  accept: { draft: no, proposed: "accepted", accepted: no, rejected: no, expired: no, revoked: no, superseded: no },
  // biome-ignore format: a table
  reject: { draft: no, proposed: "rejected", accepted: no, rejected: no, expired: no, revoked: no, superseded: no },
  // biome-ignore format: a table
  expire: { draft: no, proposed: no, accepted: "expired", rejected: no, expired: no, revoked: no, superseded: no },
  // biome-ignore format: a table
  revoke: { draft: no, proposed: no, accepted: "revoked", rejected: no, expired: no, revoked: no, superseded: no },
  // biome-ignore format: a table
  supersede: { draft: no, proposed: no, accepted: "superseded", rejected: no, expired: no, revoked: no, superseded: no },
  // biome-ignore format: a table
  edit: { draft: "draft", proposed: "proposed", accepted: "proposed", rejected: "proposed", expired: "proposed", revoked: "revoked", superseded: "superseded" },
};

describe("the life of a residual risk", () => {
  it.each(Object.entries(LIFE))("%s, in every state", (command, expected) => {
    const after = (state: RiskState) =>
      command === "edit" ? afterEdit(state) : afterCommand(command as RiskCommand, state);
    expect(Object.fromEntries(STATES.map((state) => [state, after(state)]))).toEqual(expected);
  });

  it("reaches accepted by an acceptance of what is proposed, and in no other way", () => {
    const ways = Object.entries(LIFE).flatMap(([command, row]) =>
      STATES.filter((state) => row[state] === "accepted").map((state) => `${state} ${command}`),
    );
    expect(ways).toEqual(["proposed accept"]);
  });

  it("takes part in a decision while it is proposed or accepted", () => {
    expect(STATES.filter(takesPart)).toEqual(["proposed", "accepted"]);
  });

  it.each([
    ["draft", "R4 is a draft."],
    ["proposed", "R4 is proposed and waits for its decision."],
    ["accepted", "R4 is accepted already."],
    ["rejected", "R4 is rejected already."],
    ["expired", "R4 has expired."],
    ["revoked", "R4 was revoked."],
    ["superseded", "R4 was superseded."],
  ] as const)("says why a command is impossible when it is %s", (state, words) => {
    expect(inState(4, state)).toBe(words);
  });
});
