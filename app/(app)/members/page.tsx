import type { Metadata } from "next";
import { Page } from "@/components/frame/page";
import { counted } from "@/components/ui/count";
import { Section } from "@/components/ui/section";
import { abilities } from "@/lib/identity/policy";
import { listInvitations } from "@/lib/identity/server/invitations";
import { listMembers } from "@/lib/identity/server/members";
import { systemsToChoose } from "@/lib/identity/server/systems-to-choose";
import { viewWorkspace } from "@/lib/identity/server/workspace";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { InvitationTable } from "./invitation-table";
import { InviteDialog } from "./invite-dialog";
import { MemberTable } from "./member-table";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage() {
  const actor = await requirePageActor();
  const canInvite = abilities(actor, ["invitation.create"]).length > 0;
  const [workspace, members, invitations, systems] = await Promise.all([
    viewWorkspace(actor),
    listMembers(actor, { limit: 200 }),
    canInvite ? listInvitations(actor, { limit: 200 }) : null,
    canInvite ? systemsToChoose(actor) : [],
  ]);
  return (
    <Page
      title="Members"
      lead={`${counted(workspace.members, "person", "people")} in ${workspace.name}.`}
      actions={canInvite ? <InviteDialog systems={systems} /> : null}
    >
      <MemberTable first={members} />
      {invitations && invitations.items.length > 0 ? (
        <div className="pt-8">
          <Section title="Invitations" description="Each link works once, until it expires.">
            <InvitationTable first={invitations} />
          </Section>
        </div>
      ) : null}
    </Page>
  );
}
