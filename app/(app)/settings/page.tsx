import type { Metadata } from "next";
import { Page } from "@/components/frame/page";
import { KeyValue } from "@/components/ui/key-value";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { listWorkspaceEvents } from "@/lib/audit/server/list-events";
import type { Actor } from "@/lib/identity/actor";
import { listSessions } from "@/lib/identity/server/sessions";
import { listTokens } from "@/lib/identity/server/tokens";
import { viewWorkspace } from "@/lib/identity/server/workspace";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { SessionTable } from "../session-table";
import { TokenTable } from "../token-table";
import { EventTable } from "./event-table";
import { WorkspaceForm } from "./workspace-form";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const actor = await requirePageActor();
  const workspace = await viewWorkspace(actor);
  const isAdmin = workspace.abilities.includes("workspace.edit");
  return (
    <Page title="Settings" lead={isAdmin ? undefined : "An admin can change these."}>
      <Section title="Workspace">
        {isAdmin ? (
          <WorkspaceForm name={workspace.name} />
        ) : (
          <KeyValue
            items={[
              { key: "Name", value: workspace.name },
              { key: "Members", value: workspace.members },
              { key: "Set up", value: <Time value={workspace.createdAt} precision="day" /> },
            ]}
          />
        )}
      </Section>
      <Section
        title="Policy of signing off"
        description="How many approvals a revision needs, who gives them, and for how long they hold."
        actions={
          <LinkButton href="/settings/sign-off">
            {isAdmin ? "Look at and change it" : "Look at it"}
          </LinkButton>
        }
      />
      {isAdmin ? <AdminSections actor={actor} /> : null}
    </Page>
  );
}

async function AdminSections({ actor }: { actor: Actor }) {
  const [sessions, tokens, events] = await Promise.all([
    listSessions(actor, { limit: 50 }, "all"),
    listTokens(actor, { limit: 50 }, "all"),
    listWorkspaceEvents(actor, { limit: 20 }),
  ]);
  return (
    <>
      <Section title="Sessions" description="Everybody who is signed in. Ending one takes effect at once.">
        <SessionTable first={sessions} isAll />
      </Section>
      <Section title="API tokens" description="Everybody's. Each holds at most its owner's role.">
        {tokens.items.length > 0 ? (
          <TokenTable first={tokens} isAll />
        ) : (
          <p className="text-ink-3">Nobody has a token.</p>
        )}
      </Section>
      <Section
        title="Activity"
        description="What happened to members, sessions, tokens and systems. Reviews have an activity page of their own."
      >
        <EventTable first={events} />
      </Section>
    </>
  );
}
