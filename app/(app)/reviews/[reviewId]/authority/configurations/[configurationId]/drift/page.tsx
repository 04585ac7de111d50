import type { Metadata } from "next";
import { found } from "@/app/(app)/found";
import { AuthorityTabs } from "@/components/authority/authority-tabs";
import { DriftList } from "@/components/authority/drift-list";
import { ReviewPage } from "@/components/frame/review-page";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import type { ConfigurationDrift } from "@/lib/review/authority/configuration-drift";
import { againstWords } from "@/lib/review/authority/preview";
import { rowHref } from "@/lib/review/row-link";
import { configurationDrift } from "@/lib/review/server/configurations-drift";
import { ChooseAgainst } from "./choose-against";

export const metadata: Metadata = { title: "What changed" };

/** How a configuration differs from the one before it in its environment, or from another of one's choice. */
export default async function DriftPage({
  params,
  searchParams,
}: {
  params: Promise<{ reviewId: string; configurationId: string }>;
  searchParams: Promise<{ against?: string | string[] }>;
}) {
  const { reviewId, configurationId } = await params;
  const { against } = await searchParams;
  const drift = await found(
    configurationDrift(
      await requirePageActor(),
      reviewId,
      configurationId,
      typeof against === "string" ? against : undefined,
    ),
  );
  const { configuration } = drift;
  return (
    <ReviewPage
      title="What changed"
      lead={
        <>
          Configuration {configuration.number} of {configuration.environment}, attached{" "}
          <Time value={configuration.attachedAt} />
        </>
      }
    >
      <AuthorityTabs reviewId={reviewId} current="configurations" />
      <div className="flex max-w-[1080px] flex-col gap-4 pt-4">
        {drift.others.length > 0 ? (
          <ChooseAgainst others={drift.others} against={drift.against?.id ?? null} />
        ) : null}
        <Differences reviewId={reviewId} drift={drift} />
      </div>
    </ReviewPage>
  );
}

function Differences({ reviewId, drift }: { reviewId: string; drift: ConfigurationDrift }) {
  const { against, configuration } = drift;
  if (!against)
    return (
      <EmptyState title={`This is the first configuration of ${configuration.environment}`}>
        Everything that it grants is new. What the next one grants more or less is shown here.
      </EmptyState>
    );
  return (
    <>
      <p>
        {againstWords(against, drift)}
        {against.environment === configuration.environment
          ? ""
          : ` That one is of another environment, ${against.environment}.`}
      </p>
      <DriftList
        compared={drift}
        places={drift.places}
        capabilityHref={(number) => rowHref(reviewId, "capability", number)}
      />
    </>
  );
}
