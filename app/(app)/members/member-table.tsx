"use client";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { Cell, PlainTable } from "@/app/plain-table";
import { useAction } from "@/app/use-action";
import { useMore } from "@/app/use-more";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { LoadMore } from "@/components/ui/load-more";
import { Menu, type MenuEntry } from "@/components/ui/menu";
import { Select } from "@/components/ui/select";
import { Time } from "@/components/ui/time";
import { ROLE_WORDS, type Role, roleOptions } from "@/lib/identity/roles";
import type { MemberView } from "@/lib/identity/views";
import type { Page } from "@/lib/platform/http/paging";
import { ResetPassword } from "./reset-password";

const columns = (withEmail: boolean) => [
  { header: "Name" },
  ...(withEmail ? [{ header: "E-mail address", hidden: "narrow" as const }] : []),
  { header: "Role" },
  { header: "Joined", hidden: "narrow" as const },
  { header: "Actions", isSilent: true },
];

type Asked = { what: "remove" | "reset-password"; member: MemberView };

export function MemberTable({ first }: { first: Page<MemberView> }) {
  const { items, onMore, isBusy } = useMore(first, "/members?limit=200");
  const [asked, setAsked] = useState<Asked | null>(null);
  const withEmail = items.every(({ email }) => email !== null);
  const action = useAction();
  const close = () => setAsked(null);
  const remove = async ({ id, name }: MemberView) => {
    if (await action.run("DELETE", `/members/${id}`, undefined, `${name} is no member any more.`)) close();
  };
  return (
    <>
      <PlainTable label="Members" columns={columns(withEmail)}>
        {items.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            withEmail={withEmail}
            onAsk={(what) => setAsked({ what, member })}
          />
        ))}
      </PlainTable>
      {onMore ? <LoadMore shown={items.length} onMore={onMore} busy={isBusy} /> : null}
      {asked?.what === "remove" ? (
        <AlertDialog
          open
          onOpenChange={close}
          danger
          title={`Remove ${asked.member.name}?`}
          confirm="Remove member"
          busy={action.isBusy}
          onConfirm={() => remove(asked.member)}
        >
          Their sessions and tokens end at once. What they wrote and signed stays. You can invite them again.
        </AlertDialog>
      ) : null}
      {asked?.what === "reset-password" ? <ResetPassword member={asked.member} onClose={close} /> : null}
    </>
  );
}

type RowProps = { member: MemberView; withEmail: boolean; onAsk: (what: Asked["what"]) => void };

function MemberRow({ member, withEmail, onAsk }: RowProps) {
  const may = (ability: string) => member.abilities.includes(ability);
  const entries: MenuEntry[] = [];
  if (may("member.reset-password"))
    entries.push({ label: "Reset password…", onSelect: () => onAsk("reset-password") });
  if (may("member.remove")) entries.push({ label: "Remove…", danger: true, onSelect: () => onAsk("remove") });
  return (
    <tr>
      <Cell>
        {member.name}
        {member.isYou ? <span className="text-ink-3"> (you)</span> : null}
        {withEmail ? <span className="block break-all text-ink-3 md:hidden">{member.email}</span> : null}
      </Cell>
      {withEmail ? (
        <Cell hidden="narrow">
          <span className="break-all">{member.email}</span>
        </Cell>
      ) : null}
      <Cell>{may("member.set-role") ? <RoleSelect member={member} /> : ROLE_WORDS[member.role].label}</Cell>
      <Cell hidden="narrow">
        <Time value={member.joinedAt} precision="day" />
      </Cell>
      <Cell end>
        {entries.length > 0 ? (
          <Menu
            align="end"
            label={`Actions for ${member.name}`}
            trigger={
              <IconButton
                label={`Actions for ${member.name}`}
                icon={<Ellipsis aria-hidden className="size-4" />}
              />
            }
            entries={entries}
          />
        ) : null}
      </Cell>
    </tr>
  );
}

/** Shows the role that was chosen while it is being saved, and the true one again when it is refused. */
function RoleSelect({ member }: { member: MemberView }) {
  const { run, isBusy } = useAction();
  const [chosen, setChosen] = useState<Role | null>(null);
  const choose = async (role: Role) => {
    if (role === member.role) return;
    setChosen(role);
    const said = `${member.name} is ${ROLE_WORDS[role].label.toLowerCase()} now.`;
    await run("PATCH", `/members/${member.id}`, { role, was: member.role }, said);
    setChosen(null);
  };
  return (
    <Select
      label={`Role of ${member.name}`}
      size="small"
      className="w-36"
      value={chosen ?? member.role}
      onChange={choose}
      disabled={isBusy}
      options={roleOptions()}
    />
  );
}
