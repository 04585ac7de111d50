import { problem } from "@/lib/kernel/errors";
import type { Actor } from "./actor";
import { ROLES, type Role } from "./roles";

/**
 * The policy table: for each action the least role, whether a token may do it, and in which states
 * of the row. Unknown means no. Every cell is tested in test/unit/identity/policy.test.ts.
 */
export const POLICY = {
  // The workspace
  "workspace.read": { least: "viewer", token: true },
  "workspace.edit": { least: "admin", token: false },
  "workspace.events": { least: "admin", token: true },
  "policy.read": { least: "viewer", token: true },
  "policy.set": { least: "admin", token: false, fresh: true },
  "member.list": { least: "viewer", token: true },
  "member.set-role": { least: "admin", token: false, notLastAdmin: true },
  "member.remove": { least: "admin", token: false, notLastAdmin: true },
  "member.reset-password": { least: "admin", token: false, notOwn: true, onlyHere: true },
  "invitation.list": { least: "admin", token: true },
  "invitation.create": { least: "admin", token: false },
  "invitation.revoke": { least: "admin", token: false },
  // One's own account and sessions
  "session.read": { least: "viewer", token: true, withResetPassword: true },
  "session.reauthenticate": { least: "viewer", token: false },
  "session.switch-workspace": { least: "viewer", token: false },
  "session.list-own": { least: "viewer", token: false },
  "session.list-all": { least: "admin", token: false },
  "session.end-own": { least: "viewer", token: false, withResetPassword: true },
  "session.end-any": { least: "admin", token: false },
  "account.edit": { least: "viewer", token: false },
  "account.change-password": { least: "viewer", token: false, withResetPassword: true },
  "token.list-own": { least: "viewer", token: false },
  "token.list-all": { least: "admin", token: false },
  "token.create-own": { least: "viewer", token: false },
  "token.revoke-own": { least: "viewer", token: false },
  "token.revoke-any": { least: "admin", token: false },
  // Systems and reviews
  "system.read": { least: "viewer", token: true },
  "system.create": { least: "reviewer", token: true },
  "system.edit": { least: "reviewer", token: true },
  "system.set-members": { least: "admin", token: false },
  "review.create": { least: "reviewer", token: true },
  "review.read": { least: "viewer", token: true },
  "review.archive": { least: "admin", token: true },
  "review.restore": { least: "admin", token: true, archived: true },
  // Reviewed content
  "content.edit": { least: "reviewer", token: true },
  "configuration.attach": { least: "reviewer", token: true },
  // Deciding
  "risk.edit": { least: "reviewer", token: true },
  "risk.propose": { least: "reviewer", token: true },
  "risk.revoke": { least: "approver", token: false, fresh: true },
  "finding.dismiss": { least: "approver", token: false, fresh: true },
  "finding.reopen": { least: "approver", token: false },
  "revision.submit": { least: "reviewer", token: false, state: ["draft"] },
  "revision.withdraw": { least: "reviewer", token: false, state: ["submitted"], requesterOr: "admin" },
  "revision.revoke": { least: "approver", token: false, state: ["in-force"], fresh: true },
  "revision.sign": { least: "approver", token: false, state: ["submitted"], notRequester: true, fresh: true },
} as const satisfies Record<string, Rule>;

type Rule = {
  /** The least role of the workspace. */
  least: Role;
  /** Whether an API token may do it at all. */
  token: boolean;
  /** The states of the revision in which it is possible. */
  state?: readonly string[];
  /** Possible on an archived review only; everything else is refused there. */
  archived?: boolean;
  /** Only who asked for it, or this role. */
  requesterOr?: Role;
  /** Never who asked for it. */
  notRequester?: boolean;
  /** Only within FRESH_MINUTES of entering the password. */
  fresh?: boolean;
  /** Possible although an admin has reset the actor's password and no new one is chosen yet. */
  withResetPassword?: boolean;
  /** Never on the only admin that the workspace has. */
  notLastAdmin?: boolean;
  /** Never on the actor's own membership. */
  notOwn?: boolean;
  /** Only on somebody who is a member of no other workspace. */
  onlyHere?: boolean;
};

export type Action = keyof typeof POLICY;

/** How long after entering the password a signature is possible, in minutes. */
export const FRESH_MINUTES = 5;

/** What the policy looks at: the loaded row's state, never an id from the address. */
export type Subject = {
  isArchived?: boolean;
  revisionState?: string | null;
  requestedById?: string | null;
  /** Of a member: theirs, and what else bears on them. */
  memberId?: string;
  isLastAdmin?: boolean;
  isElsewhere?: boolean;
};

declare const permitted: unique symbol;
/** Proof that `authorize` allowed an action on a loaded row. Nothing else makes one. */
export type Permit<A extends Action = Action> = { readonly [permitted]: A; readonly action: A };

type Refusal = Parameters<typeof problem>;

/** Why the actor may not, or null. The first reason that holds is given. */
function refusal(actor: Actor, action: Action, subject: Subject, now: Date): Refusal | null {
  const rule: Rule = POLICY[action];
  return (
    roleRefusal(actor, rule) ?? memberRefusal(actor, rule, subject) ?? stateRefusal(actor, rule, subject, now)
  );
}

function roleRefusal(actor: Actor, rule: Rule): Refusal | null {
  if (actor.kind === "system") return null;
  if (rank(actor.role) < rank(rule.least)) {
    return ["forbidden", `This needs the role ${rule.least}; you are ${actor.role} in this workspace.`];
  }
  if (actor.kind === "token" && !rule.token) {
    return ["reauthentication-required", "A token cannot do this. Sign in and do it as a person."];
  }
  if (actor.session?.mustChangePassword && !rule.withResetPassword) {
    return ["forbidden", "An admin has reset your password. Choose a new one first, under Account."];
  }
  return null;
}

function lastAdminRefusal(rule: Rule, subject: Subject): Refusal | null {
  if (!rule.notLastAdmin || !subject.isLastAdmin) return null;
  return ["not-in-this-state", "This is the only admin of the workspace. Make somebody else an admin first."];
}

function memberRefusal(actor: Actor, rule: Rule, subject: Subject): Refusal | null {
  const last = lastAdminRefusal(rule, subject);
  if (last) return last;
  if (rule.notOwn && subject.memberId === actor.id) {
    return ["forbidden", "Change your own password under Account, where you enter the present one."];
  }
  if (rule.onlyHere && subject.isElsewhere) {
    return [
      "forbidden",
      "They are a member of another workspace too, so their password is not this workspace's to reset. Whoever runs Cordon can do it with `cordon admin reset-password`.",
    ];
  }
  return null;
}

function stateRefusal(actor: Actor, rule: Rule, subject: Subject, now: Date): Refusal | null {
  if (Boolean(subject.isArchived) !== Boolean(rule.archived)) {
    return rule.archived
      ? ["not-in-this-state", "This review is not archived."]
      : ["not-in-this-state", "This review is archived. An admin can restore it."];
  }
  if (rule.state && !rule.state.includes(subject.revisionState ?? "")) {
    return [
      "not-in-this-state",
      `This needs a revision that is ${rule.state.join(" or ")}; it is ${subject.revisionState ?? "not there"}.`,
    ];
  }
  if (rule.notRequester && subject.requestedById === actor.id) {
    return ["forbidden", "You asked for this approval, so somebody else has to decide."];
  }
  if (rule.requesterOr && subject.requestedById !== actor.id && rank(actor.role) < rank(rule.requesterOr)) {
    return ["forbidden", "Only the person who submitted this revision, or an admin, can withdraw it."];
  }
  if (rule.fresh) return notFresh(actor, now);
  return null;
}

function notFresh(actor: Actor, now: Date): Refusal | null {
  const { session } = actor;
  if (!session) return ["reauthentication-required", "Only a signed-in person can sign."];
  if (session.maySignFrom && session.maySignFrom > now) {
    return [
      "forbidden",
      `An admin reset your password; you can sign from ${session.maySignFrom.toISOString()}.`,
    ];
  }
  if (now.getTime() - session.authenticatedAt.getTime() > FRESH_MINUTES * 60_000) {
    return ["reauthentication-required", "Enter your password again; then sign within five minutes."];
  }
  return null;
}

const rank = (role: Role): number => ROLES.indexOf(role);

/**
 * Allows an action on a loaded row, or throws a ProblemError that says why not.
 * For writes to reviewed content it is called under the review's lock (`tx.authorize`).
 */
export function authorize<A extends Action>(
  actor: Actor,
  action: A,
  subject: Subject = {},
  now: Date = new Date(),
): Permit<A> {
  // Cordon's own work (re-deriving findings, the command line) is not a person's action; but nobody
  // leaves a workspace without an admin.
  const refused =
    actor.kind === "system"
      ? lastAdminRefusal(POLICY[action], subject)
      : refusal(actor, action, subject, now);
  if (refused) throw problem(...refused);
  return { action } as Permit<A>;
}

/**
 * Refuses early what no row could allow: by role, kind of actor and password state only. It makes no
 * permit; the use case authorises the loaded row.
 */
export function authorizeEarly(actor: Actor, action: Action): void {
  const refused = roleRefusal(actor, POLICY[action]);
  if (refused) throw problem(...refused);
}

/**
 * What the actor may do with a row, for the interface to grey what the server refuses. A signature
 * that only lacks a fresh password counts as possible: the dialog asks for it.
 */
export function abilities(
  actor: Actor,
  actions: readonly Action[],
  subject: Subject = {},
  now: Date = new Date(),
): Action[] {
  return actions.filter((action) => {
    const refused = refusal(actor, action, subject, now);
    return refused === null || (refused[0] === "reauthentication-required" && actor.kind === "user");
  });
}

/** What the actor's role and kind allow, whatever a row's state may forbid. */
export function abilitiesByRole(actor: Actor): Action[] {
  return (Object.keys(POLICY) as Action[]).filter((action) => roleRefusal(actor, POLICY[action]) === null);
}
