import type { Metadata } from "next";
import Link from "next/link";
import { FindingSheet } from "@/components/finding/finding-sheet";
import { ReviewPage } from "@/components/frame/review-page";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { reviewHead } from "@/lib/review/server/access";
import { findingDetail } from "@/lib/review/server/finding-detail";
import { isAboutDeciding } from "@/lib/rules/uncovered-findings";
import { risksCovering } from "@/lib/signoff/server/covering";
import { found } from "../../../../found";
import { RefreshOnEvents } from "../../refresh-on-events";
import { FindingActions, ReopenButton } from "./finding-actions";

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
  const isOpen = finding.state === "open";
  const canAccept = isOpen && head.abilities.includes("risk.edit");
  const canDismiss = isOpen && !isAboutDeciding(finding.ruleId) && head.abilities.includes("finding.dismiss");
  const named = { id: finding.id, number: finding.number, title: finding.title };
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
        canAccept || canDismiss ? (
          <FindingActions reviewId={reviewId} finding={named} canAccept={canAccept} canDismiss={canDismiss} />
        ) : null
      }
    >
      <RefreshOnEvents />
      <FindingSheet
        finding={finding}
        reviewId={reviewId}
        coveredBy={coveredBy}
        reopen={
          head.abilities.includes("finding.reopen") ? (
            <ReopenButton reviewId={reviewId} finding={named} />
          ) : null
        }
      />
    </ReviewPage>
  );
}
