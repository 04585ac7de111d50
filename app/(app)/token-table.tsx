"use client";
import { useState } from "react";
import { Cell, PlainTable } from "@/app/plain-table";
import { useAction } from "@/app/use-action";
import { useMore } from "@/app/use-more";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { LoadMore } from "@/components/ui/load-more";
import { Time } from "@/components/ui/time";
import { ROLE_WORDS } from "@/lib/identity/roles";
import type { TokenView } from "@/lib/identity/views";
import type { Page } from "@/lib/platform/http/paging";

const lastUsed = (token: TokenView) => (token.lastUsedAt ? <Time value={token.lastUsedAt} /> : "never");

/** API tokens that were not revoked, one's own or everybody's. */
export function TokenTable({ first, isAll = false }: { first: Page<TokenView>; isAll?: boolean }) {
  const { items, onMore, isBusy } = useMore(first, isAll ? "/tokens?all=true" : "/tokens");
  const [asked, setAsked] = useState<TokenView | null>(null);
  const action = useAction();
  const columns = [
    { header: "Name" },
    ...(isAll ? [{ header: "Owner" }] : []),
    { header: "Role", hidden: "narrow" as const },
    { header: "Last used", hidden: "narrow" as const },
    { header: "Expires", hidden: "narrow" as const },
    { header: "Actions", isSilent: true },
  ];
  const revoke = async ({ id, name }: TokenView) => {
    if (await action.run("DELETE", `/tokens/${id}`, undefined, `The token “${name}” does not work any more.`))
      setAsked(null);
  };
  return (
    <>
      <PlainTable label={isAll ? "Tokens of everybody" : "Your tokens"} columns={columns}>
        {items.map((token) => (
          <tr key={token.id}>
            <Cell>
              <span className="break-words">{token.name}</span>
              <span className="block text-ink-3">
                <code>{token.hint}…</code>
                {token.madeBy ? `, made by ${token.madeBy}` : ""}
              </span>
              <span className="block text-ink-3 md:hidden">Last used: {lastUsed(token)}</span>
            </Cell>
            {isAll ? <Cell>{token.owner.name}</Cell> : null}
            <Cell hidden="narrow">{ROLE_WORDS[token.role].label}</Cell>
            <Cell hidden="narrow">{lastUsed(token)}</Cell>
            <Cell hidden="narrow">
              {token.isExpired ? "Expired " : ""}
              <Time value={token.expiresAt} precision="day" />
            </Cell>
            <Cell end>
              <Button size="small" onClick={() => setAsked(token)} aria-label={`Revoke ${token.name}`}>
                Revoke
              </Button>
            </Cell>
          </tr>
        ))}
      </PlainTable>
      {onMore ? <LoadMore shown={items.length} onMore={onMore} busy={isBusy} /> : null}
      {asked ? (
        <AlertDialog
          open
          onOpenChange={() => setAsked(null)}
          danger
          title={`Revoke “${asked.name}”?`}
          confirm="Revoke token"
          busy={action.isBusy}
          onConfirm={() => revoke(asked)}
        >
          Whatever uses it is refused from now on. This cannot be taken back.
        </AlertDialog>
      ) : null}
    </>
  );
}
