"use client";
import { Cell, PlainTable } from "@/app/plain-table";
import { useAction } from "@/app/use-action";
import { useMore } from "@/app/use-more";
import { Button } from "@/components/ui/button";
import { LoadMore } from "@/components/ui/load-more";
import { Time } from "@/components/ui/time";
import { userAgentInWords } from "@/lib/identity/user-agent";
import type { SessionView } from "@/lib/identity/views";
import type { Page } from "@/lib/platform/http/paging";

const lastSeen = (session: SessionView) =>
  session.isPresent ? "This session" : <Time value={session.lastSeenAt} />;

/** Open sessions, one's own or everybody's; each can be ended at once. */
export function SessionTable({ first, isAll = false }: { first: Page<SessionView>; isAll?: boolean }) {
  const { items, onMore, isBusy } = useMore(first, isAll ? "/sessions?all=true" : "/sessions");
  const { run, isBusy: isEnding } = useAction();
  const end = ({ id }: SessionView) => run("DELETE", `/sessions/${id}`, undefined, "The session has ended.");
  const columns = [
    ...(isAll ? [{ header: "Member" }] : []),
    { header: "Browser" },
    { header: "Address", hidden: "narrow" as const },
    { header: "Last seen", hidden: isAll ? ("narrow" as const) : undefined },
    { header: "Signed in", hidden: "narrow" as const },
    { header: "Actions", isSilent: true },
  ];
  return (
    <>
      <PlainTable label={isAll ? "Sessions of everybody" : "Your sessions"} columns={columns}>
        {items.map((session) => (
          <tr key={session.id}>
            {isAll ? <Cell>{session.member.name}</Cell> : null}
            <Cell>
              <span title={session.userAgent}>{userAgentInWords(session.userAgent)}</span>
              <span className="block text-ink-3 md:hidden">{session.address}</span>
              {isAll ? <span className="block text-ink-3 md:hidden">{lastSeen(session)}</span> : null}
            </Cell>
            <Cell hidden="narrow">{session.address || "unknown"}</Cell>
            <Cell hidden={isAll ? "narrow" : undefined}>{lastSeen(session)}</Cell>
            <Cell hidden="narrow">
              <Time value={session.createdAt} />
            </Cell>
            <Cell end>
              {session.isPresent ? null : (
                <Button size="small" onClick={() => end(session)} disabled={isEnding}>
                  End
                  <span className="sr-only">
                    {" "}
                    the session of {session.member.name}, {userAgentInWords(session.userAgent)}
                  </span>
                </Button>
              )}
            </Cell>
          </tr>
        ))}
      </PlainTable>
      {onMore ? <LoadMore shown={items.length} onMore={onMore} busy={isBusy} /> : null}
    </>
  );
}
