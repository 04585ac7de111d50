"use client";
import { Cell, PlainTable } from "@/app/plain-table";
import { useAction } from "@/app/use-action";
import { useMore } from "@/app/use-more";
import { Button } from "@/components/ui/button";
import { LoadMore } from "@/components/ui/load-more";
import { Time } from "@/components/ui/time";
import { ROLE_WORDS } from "@/lib/identity/roles";
import type { InvitationView } from "@/lib/identity/views";
import type { Page } from "@/lib/platform/http/paging";

const COLUMNS = [
  { header: "E-mail address" },
  { header: "Role", hidden: "narrow" as const },
  { header: "Systems", hidden: "narrow" as const },
  { header: "Invited by", hidden: "narrow" as const },
  { header: "Expires" },
  { header: "Actions", isSilent: true },
];

export function InvitationTable({ first }: { first: Page<InvitationView> }) {
  const { items, onMore, isBusy } = useMore(first, "/invitations?limit=200");
  const { run, isBusy: isRevoking } = useAction();
  const revoke = ({ id, email }: InvitationView) =>
    run("DELETE", `/invitations/${id}`, undefined, `The link for ${email} does not work any more.`);
  return (
    <>
      <PlainTable label="Invitations" columns={COLUMNS}>
        {items.map((invitation) => (
          <tr key={invitation.id}>
            <Cell>
              <span className="break-all">{invitation.email}</span>
              <span className="block text-ink-3 md:hidden">{ROLE_WORDS[invitation.role].label}</span>
            </Cell>
            <Cell hidden="narrow">{ROLE_WORDS[invitation.role].label}</Cell>
            <Cell hidden="narrow">
              {invitation.systems.map((system) => system.name).join(", ") || (
                <span className="text-ink-3">as the role has it</span>
              )}
            </Cell>
            <Cell hidden="narrow">{invitation.invitedBy}</Cell>
            <Cell>
              {invitation.state === "expired" ? "Expired " : ""}
              <Time value={invitation.expiresAt} precision="day" />
            </Cell>
            <Cell end>
              {invitation.abilities.includes("invitation.revoke") ? (
                <Button
                  size="small"
                  onClick={() => revoke(invitation)}
                  disabled={isRevoking}
                  aria-label={`Revoke the invitation of ${invitation.email}`}
                >
                  Revoke
                </Button>
              ) : null}
            </Cell>
          </tr>
        ))}
      </PlainTable>
      {onMore ? <LoadMore shown={items.length} onMore={onMore} busy={isBusy} /> : null}
    </>
  );
}
