import { type Action, POLICY } from "@/lib/identity/policy";
import { isAtLeast, ROLES, type Role } from "@/lib/identity/roles";
import { hashPassword } from "@/lib/identity/server/passwords";
import type { Person, Stage } from "@/test/support/stage";
import { PASSWORD } from "./examples";

/** What a caller can do, as far as it does not depend on the route. */
export type Power = {
  role: Role;
  isToken?: boolean;
  /** Whether they see the system that they ask about. */
  sees: boolean;
  isForeign?: boolean;
};

/** Somebody who asks about a system that is open or restricted, and may be named on it. */
export type CallerKind = Power & {
  who: string;
  restricted?: boolean;
  isNamed?: boolean;
  make(stage: Stage): Promise<Person>;
};

let passwordHash: Promise<string> | undefined;
const person = async (stage: Stage, role: Role, workspaceId?: string) => {
  passwordHash ??= hashPassword(PASSWORD);
  return stage.person(role, {
    passwordHash: await passwordHash,
    ...(workspaceId === undefined ? {} : { workspaceId }),
  });
};

/** People and tokens that are known, on systems that they see and on systems that they do not. */
export const CALLERS: CallerKind[] = [
  ...ROLES.map((role) => ({
    who: `${role}, open system`,
    role,
    // A contributor sees the systems that they are named on and nothing else.
    sees: role !== "contributor",
    make: (stage: Stage) => person(stage, role),
  })),
  ...(["viewer", "approver", "admin"] as const).map((role) => ({
    who: `${role}, not named on a restricted system`,
    role,
    restricted: true,
    sees: role === "admin",
    make: (stage: Stage) => person(stage, role),
  })),
  {
    who: "contributor, named on an open system",
    role: "contributor",
    isNamed: true,
    sees: true,
    make: (stage) => person(stage, "contributor"),
  },
  {
    who: "reviewer, named on a restricted system",
    role: "reviewer",
    restricted: true,
    isNamed: true,
    sees: true,
    make: (stage) => person(stage, "reviewer"),
  },
  {
    who: "admin of another workspace",
    role: "admin",
    sees: false,
    isForeign: true,
    make: async (stage) => person(stage, "admin", await stage.workspace()),
  },
  {
    who: "an admin's token with the role admin",
    role: "admin",
    isToken: true,
    sees: true,
    make: (stage) => stage.bearer("admin", "admin"),
  },
  {
    who: "an admin's token with the role viewer",
    role: "viewer",
    isToken: true,
    sees: true,
    make: (stage) => stage.bearer("admin", "viewer"),
  },
  {
    who: "a token with the role admin whose owner is a viewer now",
    role: "viewer",
    isToken: true,
    sees: true,
    make: (stage) => stage.bearer("viewer", "admin"),
  },
];

/** Callers whom nobody knows any more. */
export const NOBODIES: { who: string; make(stage: Stage): Promise<{ cookie?: string; token?: string }> }[] = [
  { who: "anonymous", make: async () => ({}) },
  { who: "an expired token", make: (stage) => stage.bearer("admin", "admin", "expired") },
  { who: "a revoked token", make: (stage) => stage.bearer("admin", "admin", "revoked") },
  { who: "an invented token", make: async () => ({ token: "cordon_invented-by-somebody" }) },
  {
    who: "a session that was ended",
    make: (stage) => after(stage, "update session set ended_at = now() where id = $1"),
  },
  {
    who: "a session that has expired",
    make: (stage) => after(stage, "update session set expires_at = now() where id = $1"),
  },
  {
    who: "somebody who was removed",
    make: (stage) =>
      after(
        stage,
        "update member set removed_at = now() where id = (select member_id from session where id = $1)",
      ),
  },
  {
    who: "a cookie of a session's id without the server's seal",
    make: async (stage) => ({ cookie: `next-auth.session-token=${(await stage.person("admin")).sessionId}` }),
  },
];

async function after(stage: Stage, text: string): Promise<Person> {
  const made = await stage.person("admin");
  await stage.sql(text, [made.sessionId]);
  return made;
}

/** An answer: its status, and for refusals the problem's code. */
export type Expected = { status: number; code?: string };

const FORBIDDEN = { status: 403, code: "forbidden" };
const PERSON_ONLY = { status: 403, code: "reauthentication-required" };
const NOT_FOUND = { status: 404, code: "not-found" };

/** Where the policy table alone does not say it: what the row is, or whose. */
const SPECIAL: Record<string, (power: Power) => Expected | null> = {
  // Somebody else's session and token: an admin's to end, nothing at all to others.
  "DELETE /sessions/{id}": ({ role }) => (role === "admin" ? null : NOT_FOUND),
  "DELETE /tokens/{id}": ({ role }) => (role === "admin" ? null : NOT_FOUND),
  // Submitted by somebody else.
  "POST /reviews/{id}/revisions/{revisionId}/withdrawal": ({ role }) => (role === "admin" ? null : FORBIDDEN),
};

/** What the policy table says that a caller gets from a route, with a valid call. */
export function expectedOf(
  route: { method: string; path: string; needs: Action | "open"; status?: number },
  power: Power,
): Expected {
  const done = { status: route.status ?? 200 };
  if (route.needs === "open") return done;
  const rule: { least: Role; token: boolean } = POLICY[route.needs];
  if (!isAtLeast(power.role, rule.least)) return FORBIDDEN;
  if (power.isToken && !rule.token) return PERSON_ONLY;
  const isOfSystem = /^\/(reviews|systems)\/\{id\}/.test(route.path);
  if (isOfSystem && !power.sees) return NOT_FOUND;
  // The catalogue's entries are the product's, the same in every workspace.
  const isOfWorkspace = route.path.includes("{") && !route.path.startsWith("/catalogue/");
  if (power.isForeign && isOfWorkspace) return NOT_FOUND;
  return SPECIAL[`${route.method} ${route.path}`]?.(power) ?? done;
}
