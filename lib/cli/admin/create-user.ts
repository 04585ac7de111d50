import { inWorkspace } from "@/lib/audit/server/in-workspace";
import type { Actor } from "@/lib/identity/actor";
import { whyNotPassword } from "@/lib/identity/password-rules";
import { emailSchema, personNameSchema, roleSchema, workspaceNameSchema } from "@/lib/identity/schema";
import { consumeInvitation } from "@/lib/identity/server/accept-invitation";
import { invitationHash, refuseMember, writeInvitation } from "@/lib/identity/server/invite-member";
import { hashPassword } from "@/lib/identity/server/passwords";
import { newId } from "@/lib/kernel/ids";
import { systemActor } from "@/lib/platform/actor";
import { callFunction } from "@/lib/platform/db/functions";
import { withClient } from "@/lib/platform/postgres/serving-role";
import { Refusal } from "../io";
import {
  type AdminCommand,
  type AdminContext,
  type AdminInput,
  chooseWorkspace,
  listWorkspaces,
} from "./context";
import { check, need, readPassword } from "./input";

const FIRST_WORKSPACE = "Workspace";

/** `admin create-user`: a member of the workspace, which is made when there is none. */
export const createUser: AdminCommand = {
  usage: "create-user --email E --name N --role R [--workspace W]",
  summary: "makes an account (and the workspace, when there is none); the password on standard input",
  options: ["email", "name", "role", "workspace"],
  positionals: 0,
  migrates: true,
  async run(input, context) {
    const email = need(input, "email", emailSchema);
    const name = need(input, "name", personNameSchema);
    const role = need(input, "role", roleSchema);
    const [known] = await callFunction<{ person_id: string }>("person_by_email", [email]);
    const hashed = known ? null : await hashPassword(await chosenPassword(context, email));
    const actor = await actInOrMake(context, input);
    await inWorkspace(actor.workspaceId, async (tx) => {
      await refuseMember(tx, email);
      const { id, token } = await writeInvitation(tx, actor, { email, role, systemIds: [], days: 1 });
      const { workspaceId } = actor;
      const invitation = { workspaceId, id, hash: invitationHash(token), email, role };
      await consumeInvitation(tx, invitation, { name, hashed });
    });
    const note = known ? "; the account exists already and keeps its password" : "";
    context.io.stdout.write(`${email} is now ${role} in "${actor.workspaceName}"${note}.\n`);
    return 0;
  },
};

async function chosenPassword(context: AdminContext, email: string): Promise<string> {
  const password = await readPassword(context.io);
  const refused = whyNotPassword(password, email);
  if (refused) throw new Refusal(refused);
  return password;
}

/** The workspace, made by the owner when the installation has none: the serving role cannot. */
export async function actInOrMake(context: AdminContext, input: AdminInput): Promise<Actor> {
  const workspaces = await listWorkspaces(context.database.ownerUrl);
  if (workspaces.length > 0) {
    const { id, name } = chooseWorkspace(workspaces, input.values.workspace);
    return systemActor(id, name);
  }
  const id = newId();
  const name = check(workspaceNameSchema, input.values.workspace ?? FIRST_WORKSPACE, "--workspace");
  await withClient(context.database.ownerUrl, (client) =>
    client.query("INSERT INTO workspace (id, name) VALUES ($1, $2)", [id, name]),
  );
  const actor = systemActor(id, name);
  await inWorkspace(id, (tx) => tx.record(actor, "workspace.created", { workspace: name }));
  return actor;
}
