import type { Actor } from "@/lib/identity/actor";
import { systemActor } from "@/lib/platform/actor";
import { withClient } from "@/lib/platform/postgres/serving-role";
import { type Io, Refusal } from "../io";
import type { OpenDatabase } from "../open-database";

/** What an admin command works with: the open database and the process around it. */
export type AdminContext = { database: OpenDatabase; io: Io; secretCheck: string };

/** One admin command. `options` are node:util's; every one is a text. */
export type AdminCommand = {
  usage: string;
  summary: string;
  options: readonly string[];
  /** How many arguments besides the options it takes. */
  positionals: number;
  /** Whether the database must be migrated first; restore does that itself. */
  migrates: boolean;
  run(input: AdminInput, context: AdminContext): Promise<number>;
};

export type AdminInput = { values: Record<string, string | undefined>; positionals: string[] };

type Workspace = { id: string; name: string };

/** The workspaces of this installation, oldest first. */
export async function listWorkspaces(ownerUrl: string): Promise<Workspace[]> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query("SELECT id, name FROM workspace ORDER BY created_at, id");
    return rows;
  });
}

/** The workspace that a command is about: the named one, or the only one. */
export function chooseWorkspace(workspaces: Workspace[], wanted: string | undefined): Workspace {
  if (wanted !== undefined) {
    const found = workspaces.find(({ id, name }) => id === wanted || name === wanted);
    if (found) return found;
    throw new Refusal(`There is no workspace "${wanted}".`);
  }
  const [only, ...others] = workspaces;
  if (!only) throw new Refusal("There is no workspace yet; make one with admin create-user.");
  if (others.length === 0) return only;
  const names = workspaces.map(({ name }) => `"${name}"`).join(", ");
  throw new Refusal(`There are several workspaces (${names}); say which with --workspace.`);
}

/** Cordon itself, acting in a workspace for whoever may run its commands. */
export async function actIn(context: AdminContext, input: AdminInput): Promise<Actor> {
  const workspaces = await listWorkspaces(context.database.ownerUrl);
  const { id, name } = chooseWorkspace(workspaces, input.values.workspace);
  return systemActor(id, name);
}

/** The id of the member with this address; throws a sentence when nobody has it. */
export async function memberByEmail(context: AdminContext, actor: Actor, email: string): Promise<string> {
  const id = await withClient(context.database.ownerUrl, async (client) => {
    const { rows } = await client.query(
      "SELECT id FROM member WHERE workspace_id = $1 AND email = lower($2) AND removed_at IS NULL",
      [actor.workspaceId, email],
    );
    return rows[0]?.id as string | undefined;
  });
  if (!id) throw new Refusal(`Nobody in the workspace "${actor.workspaceName}" has the address ${email}.`);
  return id;
}
