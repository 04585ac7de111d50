import type { Metadata } from "next";
import { Page } from "@/components/frame/page";
import { InboxSections } from "@/components/signoff/inbox-sections";
import { abilitiesByRole } from "@/lib/identity/policy";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { inbox } from "@/lib/signoff/server/inbox";

export const metadata: Metadata = { title: "Inbox" };

/** What waits for the reader's decision, and what became of what they decided or asked. */
export default async function InboxPage() {
  const actor = await requirePageActor();
  const canSign = abilitiesByRole(actor).includes("revision.sign");
  return (
    <Page title="Inbox" lead="Revisions that wait for your decision, the one that has waited longest first.">
      <InboxSections inbox={await inbox(actor)} canSign={canSign} now={Date.now()} />
    </Page>
  );
}
