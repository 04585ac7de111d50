import { CoveredBy } from "@/components/signoff/covered-by";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import type { CoveringRisk } from "@/lib/signoff/covering-risk";

/** In the inspector of a row: the residual risks that cover it, and where one is begun. */
export function CoverSection({
  risks,
  writeHref,
}: {
  risks: readonly CoveringRisk[];
  /** Null for who cannot write one. */
  writeHref: string | null;
}) {
  return (
    <Section
      title={risks.length === 0 ? "No residual risk" : "Covered by"}
      level={3}
      actions={
        writeHref === null ? null : (
          <LinkButton size="small" href={writeHref}>
            Write a residual risk…
          </LinkButton>
        )
      }
    >
      {risks.length === 0 ? (
        <p className="text-ink-3">Nobody has taken it on until a date.</p>
      ) : (
        <CoveredBy risks={risks} />
      )}
    </Section>
  );
}
