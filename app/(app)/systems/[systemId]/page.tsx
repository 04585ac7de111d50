import type { Metadata } from "next";
import { Page } from "@/components/frame/page";
import { ReviewsTable } from "@/components/review/reviews-table";
import { SystemFacts } from "@/components/review/system-facts";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { listMembers } from "@/lib/identity/server/members";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { listReviews } from "@/lib/review/server/list-reviews";
import { systemDetail } from "@/lib/review/server/load-system";
import { found } from "../../found";
import { ArchivedSystem } from "./archived-system";
import { NewReview } from "./new-review";
import { SystemActions } from "./system-actions";

type Params = Promise<{ systemId: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const actor = await requirePageActor();
  const system = await systemDetail(actor, (await params).systemId).catch(() => null);
  return { title: system?.name ?? "System" };
}

export default async function SystemPage({ params }: { params: Params }) {
  const actor = await requirePageActor();
  const system = await found(systemDetail(actor, (await params).systemId));
  const may = (action: string) => system.abilities.some((ability) => ability === action);
  const { items: archived } = await listReviews(actor, { archived: "true", limit: 200 }, system.id);
  const everybody = may("system.set-members") ? (await listMembers(actor, { limit: 500 })).items : [];
  const startsFrom = system.reviews.find(({ inForce }) => inForce !== null)?.title ?? null;
  return (
    <Page
      above={<Breadcrumbs crumbs={[{ label: "Systems", href: "/systems" }, { label: system.name }]} />}
      title={system.name}
      lead={system.description || undefined}
      actions={
        <>
          {may("system.edit") && !system.isArchived ? (
            <SystemActions
              system={system}
              everybody={everybody.map(({ id, name, email }) => ({ id, name, email: email ?? "" }))}
              canSetMembers={may("system.set-members")}
            />
          ) : null}
          {may("review.create") ? <NewReview systemId={system.id} startsFrom={startsFrom} /> : null}
        </>
      }
    >
      {system.isArchived ? <ArchivedSystem systemId={system.id} canRestore={may("system.edit")} /> : null}
      <Section title="Reviews">
        {system.reviews.length === 0 ? (
          <EmptyState title="No review yet">
            {may("review.create")
              ? "Begin one: say what is submitted, list the ways in, and import what is deployed."
              : "It stands here once a reviewer begins one."}
          </EmptyState>
        ) : (
          <ReviewsTable label="Reviews" reviews={system.reviews} />
        )}
      </Section>
      <SystemFacts system={system} />
      <Section
        title="Policy of signing off"
        description="The workspace’s terms hold here, and what is tighter for this system."
        actions={<LinkButton href={`/systems/${system.id}/sign-off`}>Look at it</LinkButton>}
      />
      {archived.length > 0 ? (
        <Section title="Archived reviews">
          <ReviewsTable label="Archived reviews" reviews={archived} />
        </Section>
      ) : null}
    </Page>
  );
}
