import type { Metadata } from "next";
import { Page } from "@/components/frame/page";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { absoluteTime } from "@/components/ui/time-text";
import { ROLE_WORDS } from "@/lib/identity/roles";
import { listSessions } from "@/lib/identity/server/sessions";
import { listTokens } from "@/lib/identity/server/tokens";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { SessionTable } from "../session-table";
import { TokenTable } from "../token-table";
import { CreateToken } from "./create-token";
import { NameForm } from "./name-form";
import { PasswordForm } from "./password-form";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const actor = await requirePageActor();
  const [sessions, tokens] = await Promise.all([
    listSessions(actor, { limit: 50 }),
    listTokens(actor, { limit: 50 }),
  ]);
  const { maySignFrom } = actor.session ?? {};
  return (
    <Page
      title="Account"
      lead={`${actor.email}, ${ROLE_WORDS[actor.role].label.toLowerCase()} in ${actor.workspaceName}.`}
      width="text"
    >
      {maySignFrom && maySignFrom > new Date() ? (
        <div className="pb-6">
          <Notice tone="warn" title={`You can sign decisions from ${absoluteTime(maySignFrom)}`}>
            An admin reset your password; for 24 hours whoever did it could have signed in your name.
          </Notice>
        </div>
      ) : null}
      <Section
        title="Name"
        description="As it stands in this workspace. What you have signed keeps the name it had."
      >
        <NameForm name={actor.name} />
      </Section>
      <Section title="Password" description="Your other sessions end when you change it.">
        <PasswordForm email={actor.email} />
      </Section>
      <Section
        title="Sessions"
        description="Where you are signed in. A session lasts 30 days. End one that you do not know, then change your password."
      >
        <SessionTable first={sessions} />
      </Section>
      <Section
        title="API tokens"
        description="For scripts and pipelines. A token holds at most your role, and never signs, approves or manages members."
        actions={<CreateToken most={actor.role} />}
      >
        {tokens.items.length > 0 ? (
          <TokenTable first={tokens} />
        ) : (
          <p className="text-ink-3">You have no token.</p>
        )}
      </Section>
    </Page>
  );
}
