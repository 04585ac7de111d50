import { describe, expect, it } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import {
  type Action,
  abilities,
  abilitiesByRole,
  authorize,
  authorizeEarly,
  POLICY,
  type Subject,
} from "@/lib/identity/policy";
import { ROLES, type Role } from "@/lib/identity/roles";
import { ProblemError } from "@/lib/kernel/errors";
import { NOW, person, token } from "./actors";

/**
 * What each role may do, written out by hand: the least role as a person, and as a token (`never`
 * where a token may not at all). A changed or new action must be written here too.
 */
const TABLE: Record<Action, [person: Role, token: Role | "never"]> = {
  "workspace.read": ["viewer", "viewer"],
  "workspace.edit": ["admin", "never"],
  "workspace.events": ["admin", "admin"],
  "policy.read": ["viewer", "viewer"],
  "policy.set": ["admin", "never"],
  "member.list": ["viewer", "viewer"],
  "member.set-role": ["admin", "never"],
  "member.remove": ["admin", "never"],
  "member.reset-password": ["admin", "never"],
  "invitation.list": ["admin", "admin"],
  "invitation.create": ["admin", "never"],
  "invitation.revoke": ["admin", "never"],
  "session.read": ["viewer", "viewer"],
  "session.reauthenticate": ["viewer", "never"],
  "session.switch-workspace": ["viewer", "never"],
  "session.list-own": ["viewer", "never"],
  "session.list-all": ["admin", "never"],
  "session.end-own": ["viewer", "never"],
  "session.end-any": ["admin", "never"],
  "account.edit": ["viewer", "never"],
  "account.change-password": ["viewer", "never"],
  "token.list-own": ["viewer", "never"],
  "token.list-all": ["admin", "never"],
  "token.create-own": ["viewer", "never"],
  "token.revoke-own": ["viewer", "never"],
  "token.revoke-any": ["admin", "never"],
  "system.read": ["viewer", "viewer"],
  "system.create": ["reviewer", "reviewer"],
  "system.edit": ["reviewer", "reviewer"],
  "system.set-members": ["admin", "never"],
  "review.create": ["reviewer", "reviewer"],
  "review.read": ["viewer", "viewer"],
  "review.archive": ["admin", "admin"],
  "review.restore": ["admin", "admin"],
  "content.edit": ["reviewer", "reviewer"],
  "configuration.attach": ["reviewer", "reviewer"],
  "risk.edit": ["reviewer", "reviewer"],
  "risk.propose": ["reviewer", "reviewer"],
  "risk.revoke": ["approver", "never"],
  "finding.dismiss": ["approver", "never"],
  "finding.reopen": ["approver", "never"],
  "revision.submit": ["reviewer", "never"],
  "revision.withdraw": ["reviewer", "never"],
  "revision.revoke": ["approver", "never"],
  "revision.sign": ["approver", "never"],
};

const ACTIONS = Object.keys(TABLE) as Action[];

/** A row in the state in which an action is possible. */
const FITTING: Partial<Record<Action, Subject>> = {
  "review.restore": { isArchived: true },
  "revision.submit": { revisionState: "draft" },
  "revision.withdraw": { revisionState: "submitted", requestedById: "member-reviewer" },
  "revision.revoke": { revisionState: "in-force" },
  "revision.sign": { revisionState: "submitted", requestedById: "somebody" },
};

/** The code of the refusal, or "allowed". */
function outcome(actor: Actor, action: Action, subject: Subject = FITTING[action] ?? {}): string {
  try {
    authorize(actor, action, subject, NOW);
    return "allowed";
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code;
    throw error;
  }
}

const holds = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

it("has a row here for every action", () => {
  expect(ACTIONS.toSorted()).toEqual(Object.keys(POLICY).toSorted());
});

describe.each(ACTIONS)("%s", (action) => {
  const [least, leastToken] = TABLE[action];

  it.each(ROLES)("as %s, by a person and by a token", (role) => {
    // A reviewer withdraws what is theirs; above that only an admin withdraws another's.
    const isOthers = action === "revision.withdraw" && role === "approver";
    const asPerson = holds(role, least) && !isOthers ? "allowed" : "forbidden";
    expect(outcome(person(role), action)).toBe(asPerson);
    const isTooLow = leastToken === "never" ? !holds(role, least) : !holds(role, leastToken);
    const asToken = isTooLow ? "forbidden" : leastToken === "never" ? "reauthentication-required" : "allowed";
    expect(outcome(token(role), action)).toBe(asToken);
  });

  it("is refused early for the same roles, before any row is loaded", () => {
    for (const role of ROLES) {
      const early = () => authorizeEarly(person(role), action);
      if (holds(role, least)) expect(early).not.toThrow();
      else expect(early).toThrow(`This needs the role ${least}`);
    }
  });

  it("needs a new password first after a reset, unless it serves to choose one", () => {
    const isNeeded = !["session.read", "session.end-own", "account.change-password"].includes(action);
    expect(outcome(person("admin", { mustChangePassword: true }), action)).toBe(
      isNeeded ? "forbidden" : "allowed",
    );
  });

  it("on an archived review", () => {
    const subject = { ...FITTING[action], isArchived: true };
    const expected = action === "review.restore" ? "allowed" : "not-in-this-state";
    expect(outcome(person("admin"), action, subject)).toBe(expected);
  });
});

describe("a revision's state", () => {
  const STATES = ["draft", "submitted", "in-force", "ended", "rejected", "withdrawn", null];
  it.each([
    ["revision.submit", "draft"],
    ["revision.withdraw", "submitted"],
    ["revision.sign", "submitted"],
    ["revision.revoke", "in-force"],
  ] as const)("%s is possible when it is %s only", (action, only) => {
    for (const revisionState of STATES) {
      const expected = revisionState === only ? "allowed" : "not-in-this-state";
      expect(outcome(person("admin"), action, { revisionState })).toBe(expected);
    }
  });
});

describe("signing", () => {
  const submitted = { revisionState: "submitted", requestedById: "somebody" };
  const at = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

  it("is never for who asked for it, admin or not", () => {
    for (const role of ["approver", "admin"] as const)
      expect(outcome(person(role), "revision.sign", { ...submitted, requestedById: `member-${role}` })).toBe(
        "forbidden",
      );
  });

  it("needs a fresh password as everything does that decides or says who may", () => {
    const stale = person("admin", { authenticatedAt: at(6) });
    expect(ACTIONS.filter((action) => outcome(stale, action) === "reauthentication-required")).toEqual([
      "policy.set",
      "risk.revoke",
      "finding.dismiss",
      "revision.revoke",
      "revision.sign",
    ]);
  });

  it("needs a password entered in the last five minutes", () => {
    expect(outcome(person("approver", { authenticatedAt: at(5) }), "revision.sign", submitted)).toBe(
      "allowed",
    );
    expect(outcome(person("approver", { authenticatedAt: at(5.01) }), "revision.sign", submitted)).toBe(
      "reauthentication-required",
    );
  });

  it("waits a day after an admin's reset", () => {
    const until = (maySignFrom: Date) =>
      outcome(person("approver", { maySignFrom }), "revision.sign", submitted);
    expect(until(new Date(NOW.getTime() + 1))).toBe("forbidden");
    expect(until(NOW)).toBe("allowed");
  });

  it("stays an ability when only the password has to be entered again", () => {
    const stale = person("approver", { authenticatedAt: at(60) });
    expect(abilities(stale, ["revision.sign"], submitted, NOW)).toEqual(["revision.sign"]);
    expect(abilities(token("approver"), ["revision.sign"], submitted, NOW)).toEqual([]);
  });
});

describe("withdrawing", () => {
  it("is for who asked, and for admins", () => {
    const others = { revisionState: "submitted", requestedById: "somebody" };
    expect(outcome(person("reviewer"), "revision.withdraw", others)).toBe("forbidden");
    expect(outcome(person("approver"), "revision.withdraw", others)).toBe("forbidden");
    expect(outcome(person("admin"), "revision.withdraw", others)).toBe("allowed");
  });
});

describe("members", () => {
  const admin = person("admin");
  it("keep their last admin, even from the command line", () => {
    const system: Actor = { ...admin, kind: "system", session: null };
    for (const action of ["member.set-role", "member.remove"] as const) {
      expect(outcome(admin, action, { isLastAdmin: true })).toBe("not-in-this-state");
      expect(outcome(system, action, { isLastAdmin: true })).toBe("not-in-this-state");
      expect(outcome(admin, action, { isLastAdmin: false, memberId: admin.id })).toBe("allowed");
    }
  });

  it("have their password reset by an admin of their only workspace, never by themselves", () => {
    expect(outcome(admin, "member.reset-password", { memberId: "bob" })).toBe("allowed");
    expect(outcome(admin, "member.reset-password", { memberId: admin.id })).toBe("forbidden");
    expect(outcome(admin, "member.reset-password", { memberId: "bob", isElsewhere: true })).toBe("forbidden");
  });
});

it("tells the interface the same as it tells the server", () => {
  for (const role of ROLES) {
    const expected = ACTIONS.filter((action) => holds(role, TABLE[action][0]));
    expect(abilitiesByRole(person(role)).toSorted()).toEqual(expected.toSorted());
  }
});

it("lets Cordon's own work do everything else", () => {
  const system: Actor = { ...person("viewer"), kind: "system", session: null };
  for (const action of ACTIONS) expect(outcome(system, action)).toBe("allowed");
});
