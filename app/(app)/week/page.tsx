import type { Metadata } from "next";
import { Page } from "@/components/frame/page";
import { Section } from "@/components/ui/section";
import { WeekSections } from "@/components/week/week-sections";
import { WhereElseResults } from "@/components/week/where-else-results";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { weekOf } from "@/lib/review/server/week";
import { LONGEST_SEARCH, whereElse } from "@/lib/review/server/where-else";
import { WhereElseForm } from "./where-else-form";

export const metadata: Metadata = { title: "This week" };

/** What the last week brought in the systems that the reader sees, and where else something is granted. */
export default async function WeekPage({
  searchParams,
}: {
  searchParams: Promise<{ q?: string | string[] }>;
}) {
  const actor = await requirePageActor();
  const { q } = await searchParams;
  const text = typeof q === "string" ? q.trim().slice(0, LONGEST_SEARCH) : "";
  const found = text ? await whereElse(actor, text) : null;
  return (
    <Page title="This week" lead="What got wider, what ends, and what waits, in every system that you see.">
      <WeekSections week={await weekOf(actor)} />
      <Section
        title="Where else?"
        description="Search everything that is granted now and every entry point: a capability, a path, an image, a Secret, a kind."
      >
        <div className="flex flex-col gap-4">
          <WhereElseForm text={text} />
          {found ? <WhereElseResults text={text} found={found} /> : null}
        </div>
      </Section>
    </Page>
  );
}
