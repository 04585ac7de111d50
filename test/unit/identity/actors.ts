import type { Actor } from "@/lib/identity/actor";
import type { Role } from "@/lib/identity/roles";

/** When the policy tests take place. */
export const NOW = new Date("2026-11-30T12:00:00.000Z");

const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);

/** A person of a role, who entered their password a minute ago unless a test says otherwise. */
export function person(role: Role, session: Partial<NonNullable<Actor["session"]>> = {}): Actor {
  return {
    kind: "user",
    id: `member-${role}`,
    name: role,
    email: `${role}@example.com`,
    workspaceId: "workspace",
    workspaceName: "Acme",
    role,
    session: {
      id: "session",
      personId: `person-${role}`,
      method: "password",
      authenticatedAt: minutesAgo(1),
      mustChangePassword: false,
      maySignFrom: null,
      ...session,
    },
    tokenId: null,
    request: { id: "request", address: "127.0.0.1", userAgent: "test" },
  };
}

/** A token whose power is that role. */
export const token = (role: Role): Actor => ({
  ...person(role),
  kind: "token",
  session: null,
  tokenId: "token",
});
