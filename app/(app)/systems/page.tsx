import type { Metadata } from "next";
import Link from "next/link";
import { Page } from "@/components/frame/page";
import { SystemsTable } from "@/components/review/systems-table";
import { EmptyState } from "@/components/ui/empty-state";
import { abilities } from "@/lib/identity/policy";
import { isId } from "@/lib/kernel/ids";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { listSystems } from "@/lib/review/server/list-systems";
import { NewSystem } from "./new-system";

export const metadata: Metadata = { title: "Systems" };

/** The most systems on one page. */
const PAGE = 100;

type Search = Promise<{ archived?: string; cursor?: string }>;

export default async function SystemsPage({ searchParams }: { searchParams: Search }) {
  const actor = await requirePageActor();
  const { archived, cursor } = await searchParams;
  const isArchive = archived === "true";
  const { items, next } = await listSystems(actor, {
    archived: isArchive ? "true" : "false",
    limit: PAGE,
    ...(cursor && isId(cursor) && { cursor }),
  });
  const canCreate = abilities(actor, ["system.create"]).length > 0;
  const hasArchive = isArchive || (await listSystems(actor, { archived: "true", limit: 1 })).items.length > 0;
  const isBlank = items.length === 0 && !cursor;
  return (
    <Page
      title={isArchive ? "Archived systems" : "Systems"}
      lead={isArchive ? undefined : "What runs code that it did not write, and where its review stands."}
      actions={canCreate && !isArchive ? <NewSystem /> : null}
    >
      {isBlank ? <Blank isArchive={isArchive} canCreate={canCreate} /> : <SystemsTable systems={items} />}
      <nav aria-label="More systems" className="flex gap-6 pt-3 text-ink-3">
        {next ? (
          <Link className="link" href={`/systems?${isArchive ? "archived=true&" : ""}cursor=${next}`}>
            Next {PAGE}
          </Link>
        ) : null}
        {hasArchive ? (
          <Link className="link" href={isArchive ? "/systems" : "/systems?archived=true"}>
            {isArchive ? "Systems in use" : "Archived systems"}
          </Link>
        ) : null}
      </nav>
    </Page>
  );
}

function Blank({ isArchive, canCreate }: { isArchive: boolean; canCreate: boolean }) {
  if (isArchive) return <EmptyState title="No system is archived." />;
  return (
    <EmptyState title="No system yet">
      {canCreate
        ? "Add the first one: a notebook service, a plugin host, a CI runner, a guardrail runner."
        : "You see a system here once somebody adds one, or names you on one."}
    </EmptyState>
  );
}
