import { EVENT_TYPES, type EventType } from "./events";

type Payload = Record<string, unknown>;

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const systemOf = ({ system }: Payload): string => `“${text((system as Payload | undefined)?.name)}”`;

/** What an event of the workspace's chain says after its actor's name, with the names that it is about. */
const SENTENCES: Partial<Record<EventType, (payload: Payload) => string>> = {
  "workspace.edited": ({ before, after }) =>
    `renamed the workspace from “${text((before as Payload)?.name)}” to “${text((after as Payload)?.name)}”`,
  "member.invited": ({ email, role }) => `invited ${text(email)} as ${text(role)}`,
  "member.joined": ({ role }) => `joined as ${text(role)}`,
  "member.renamed": ({ before, after }) => `changed their name from “${text(before)}” to “${text(after)}”`,
  "member.role-set": ({ name, before, after }) =>
    `made ${text(name)} ${text(after)}, who was ${text(before)}`,
  "member.removed": ({ name, email }) => `removed ${text(name)} (${text(email)})`,
  "member.password-reset": ({ name }) => `reset the password of ${text(name)}`,
  "invitation.revoked": ({ email }) => `revoked the invitation of ${text(email)}`,
  "session.opened": ({ address }) => (address ? `signed in from ${text(address)}` : "signed in"),
  "session.ended": ({ name, signedOut }) => (signedOut ? "signed out" : `ended a session of ${text(name)}`),
  "system.created": (payload) => `created the system ${systemOf(payload)}`,
  "system.edited": (payload) => `changed the system ${systemOf(payload)}`,
  "system.members-set": (payload) => `changed who is on the system ${systemOf(payload)}`,
  "system.archived": (payload) => `archived the system ${systemOf(payload)}`,
  "system.restored": (payload) => `restored the system ${systemOf(payload)}`,
  "token.created": ({ name, role, ownerName }) =>
    `made the token “${text(name)}” of ${text(ownerName)}, with the role ${text(role)}`,
  "token.revoked": ({ name, ownerName }) => `revoked the token “${text(name)}” of ${text(ownerName)}`,
};

/** The words of an event of the workspace's chain; an erased or unknown payload leaves those of its type. */
export function workspaceWords(type: string, payload: Payload): string {
  const known = EVENT_TYPES[type as EventType] ?? type;
  if (payload.erased) return known;
  return SENTENCES[type as EventType]?.(payload) ?? known;
}
