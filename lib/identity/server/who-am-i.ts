import type { Actor } from "../actor";
import { abilitiesByRole } from "../policy";
import type { WhoAmI } from "../views";
import { membershipsOf } from "./switch-workspace";

/** Who the actor is, where, and what their role allows (a row's state may forbid it still). */
export async function whoAmI(actor: Actor): Promise<WhoAmI> {
  const { session } = actor;
  const memberships = session ? await membershipsOf(session.personId) : [];
  return {
    kind: actor.kind === "token" ? "token" : "user",
    member: { id: actor.id, name: actor.name, email: actor.email },
    role: actor.role,
    workspace: { id: actor.workspaceId, name: actor.workspaceName },
    workspaces: memberships.map((each) => ({
      id: each.workspace_id,
      name: each.workspace_name,
      role: each.role,
      isPresent: each.workspace_id === actor.workspaceId,
    })),
    session: session && {
      id: session.id,
      authenticatedAt: session.authenticatedAt.toISOString(),
      mustChangePassword: session.mustChangePassword,
      maySignFrom: session.maySignFrom?.toISOString() ?? null,
    },
    abilities: abilitiesByRole(actor),
  };
}
