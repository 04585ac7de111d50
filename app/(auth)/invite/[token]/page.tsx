import type { Metadata } from "next";
import { PlainPage } from "@/components/frame/page";
import { LinkButton } from "@/components/ui/link-button";
import { ROLE_WORDS } from "@/lib/identity/roles";
import { viewInvitation } from "@/lib/identity/server/accept-invitation";
import { pageActor } from "@/lib/platform/http/page-actor";
import { AcceptForm } from "./accept-form";

// The address holds the secret: it goes to no other page.
export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

const toSignIn = (
  <LinkButton href="/sign-in" variant="primary">
    Sign in
  </LinkButton>
);

/** Looking at an invitation changes nothing: mail scanners and previews follow links too. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const held = await viewInvitation(token);
  if (!held) {
    return (
      <PlainPage
        title="There is no such invitation"
        lead="Perhaps the link was cut when it was copied. Copy the whole of it, or ask for a new one."
      />
    );
  }
  if (held.state === "used") {
    return (
      <PlainPage
        title="This invitation is used up"
        lead={`It was accepted, replaced or revoked. If you accepted it, sign in as ${held.email}; else ask ${held.invitedBy} for a new link.`}
      >
        {toSignIn}
      </PlainPage>
    );
  }
  if (held.state === "expired") {
    return (
      <PlainPage
        title="This invitation has expired"
        lead={`Ask ${held.invitedBy} for a new link to ${held.workspaceName}.`}
      />
    );
  }
  const actor = await pageActor();
  const { label, hint } = ROLE_WORDS[held.role];
  return (
    <PlainPage
      title={`Join ${held.workspaceName}`}
      lead={
        <>
          {held.invitedBy} invites <strong>{held.email}</strong> as {label.toLowerCase()}. {hint}.
        </>
      }
    >
      <AcceptForm
        token={token}
        email={held.email}
        isKnown={held.isKnown}
        signedInAs={actor && actor.email !== held.email ? actor.email : null}
      />
    </PlainPage>
  );
}
