import type { Metadata } from "next";
import Link from "next/link";
import { FindingSheet } from "@/components/finding/finding-sheet";
import { ReviewPage } from "@/components/frame/review-page";
import { LinkButton } from "@/components/ui/link-button";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { reviewHead } from "@/lib/review/server/access";
import { findingDetail } from "@/lib/review/server/finding-detail";
import { risksCovering } from "@/lib/signoff/server/covering";
import { found } from "../../../../found";
import { RefreshOnEvents } from "../../refresh-on-events";

type Params = Promise<{ reviewId: string; findingId: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  return { title: `Finding ${(await params).findingId}` };
}

export default async function FindingPage({ params }: { params: Params }) {
  const actor = await requirePageActor();
  const { reviewId, findingId } = await params;
  const head = await found(reviewHead(actor, reviewId));
  const finding = await found(findingDetail(actor, reviewId, findingId));
  const coveredBy = await risksCovering(actor, reviewId, finding.id);
  const canAccept = finding.state === "open" && head.abilities.includes("risk.edit");
  return (
    <ReviewPage
      title={finding.title}
      lead={
        <>
          Finding F{finding.number} ·{" "}
          <Link href={`/reviews/${reviewId}/findings?state=open`} className="link">
            All open findings
          </Link>
        </>
      }
      actions={
        canAccept ? (
          <LinkButton href={`/reviews/${reviewId}/decide?risk=F${finding.number}`}>
            Accept as residual risk…
          </LinkButton>
        ) : null
      }
    >
      <RefreshOnEvents />
      <FindingSheet finding={finding} reviewId={reviewId} coveredBy={coveredBy} />
    </ReviewPage>
  );
}
