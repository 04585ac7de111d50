import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";

/** Says that an address names a risk that the review does not have, with the way to those that it has. */
export function UnknownRisk({ reviewId, label }: { reviewId: string; label: string | null }) {
  if (label === null) return null;
  return (
    <div className="pb-8">
      <Notice
        tone="warn"
        title={`There is no risk ${label} in this review.`}
        action={
          <LinkButton size="small" href={`/reviews/${reviewId}/decide#risks`}>
            See its residual risks
          </LinkButton>
        }
      />
    </div>
  );
}
