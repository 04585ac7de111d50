import { randomBytes } from "node:crypto";
import type { Actor } from "@/lib/identity/actor";
import type { Role } from "@/lib/identity/roles";
import { acceptInvitation } from "@/lib/identity/server/accept-invitation";
import { inviteMember } from "@/lib/identity/server/invite-member";
import { actorFromSession } from "@/lib/platform/actor";

/**
 * Somebody for an example in which several people take part: invited and joined as anybody is, under
 * an address that reaches nobody and a password that nobody knows, so that no account is left open.
 *
 * @param actor an admin of the workspace
 */
export async function examplePerson(actor: Actor, name: string, role: Role): Promise<Actor> {
  const email = `${name.split(" ")[0]!.toLowerCase()}.${randomBytes(4).toString("hex")}@example.invalid`;
  const { url } = await inviteMember(actor, { email, role, systemIds: [], days: 1 });
  const token = url.slice(url.lastIndexOf("/") + 1);
  const password = randomBytes(24).toString("base64url");
  const { sessionId } = await acceptInvitation({ token, name, password }, actor.request);
  const person = await actorFromSession(sessionId, actor.request);
  if (!person) throw new Error(`${name} could not join`);
  return person;
}
