import Link from "next/link";
import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { counted } from "@/components/ui/count";
import { KeyValue } from "@/components/ui/key-value";
import { Notice } from "@/components/ui/notice";
import { PatchBlock } from "@/components/ui/patch-block";
import { Section } from "@/components/ui/section";
import { Severity } from "@/components/ui/severity";
import type { CapabilityDetail } from "@/lib/review/authority/detail";
import { ORIGINS } from "@/lib/review/authority/origin";
import type { AuthorityExecutor } from "@/lib/review/authority/page";
import { findingHref, rowHref } from "@/lib/review/row-link";
import { CAPABILITY_CLASSES, CAPABILITY_GROUPS } from "@/lib/review/vocabulary";

/** Everything that is known of one capability. */
export function CapabilityFacts({
  reviewId,
  detail,
  executors,
  decided,
  decide,
  patch,
  cover,
  history,
}: {
  reviewId: string;
  detail: CapabilityDetail;
  executors: ReadonlyMap<string, AuthorityExecutor>;
  /** The decision in words, or null. */
  decided: ReactNode;
  /** The control that decides. */
  decide: ReactNode;
  /** Shown when it is to be removed. */
  patch: { title: string; text: string } | null;
  /** The residual risks that cover it. */
  cover: ReactNode;
  history: ReactNode;
}) {
  const { row, grant, catalogue, excerpt } = detail;
  const shared = row.executorId === null && row.holders.length > 1;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-prose">{grant?.explanation ?? catalogue?.grants ?? "Written by hand."}</p>
      {row.closedAt !== null ? (
        <Notice title="Closed">No newest configuration grants it any more. Its decision is kept.</Notice>
      ) : null}
      {shared ? (
        <Notice>
          It belongs to the pod: it stands under each of its {row.holders.length} containers, and one decision
          counts for all of them.
        </Notice>
      ) : null}
      <Section title="Decision" level={3} actions={decide}>
        <p>{decided ?? <span className="text-ink-3">Nobody has decided yet.</span>}</p>
        {row.note ? <p className="pt-1 text-ink-2 whitespace-pre-wrap">{row.note}</p> : null}
        {detail.alike > 1 ? (
          <p className="pt-1 text-ink-3">
            {counted(detail.alike - 1, "other container has", "other containers have")} the same.
          </p>
        ) : null}
        {patch ? (
          <div className="pt-3">
            <p className="pb-1 text-ink-2">{patch.title}</p>
            <PatchBlock patch={patch.text} label={row.file ?? "patch"} />
          </div>
        ) : null}
      </Section>
      {cover}
      <KeyValue
        items={[
          { key: "Severity", value: <Severity level={row.severity} /> },
          {
            key: "Origin",
            value: row.origin ? ORIGINS[row.origin] : row.byHand ? "By hand" : "No longer granted",
          },
          ...(row.layerSays ? [{ key: "Layers inside", value: row.layerSays }] : []),
          { key: "Class", value: CAPABILITY_CLASSES[row.class] },
          { key: "Group", value: CAPABILITY_GROUPS[row.group] },
          ...(catalogue
            ? [
                {
                  key: "Kind",
                  value: (
                    <Link href={`/catalogue/${catalogue.id}`} className="link">
                      {catalogue.title}
                    </Link>
                  ),
                },
              ]
            : []),
          {
            key: "Held by",
            value:
              row.holders.length > 0 ? (
                <ul>
                  {row.holders.map((id) => {
                    const executor = executors.get(id);
                    return executor ? (
                      <li key={id}>
                        <Link href={rowHref(reviewId, "executor", executor.number)} className="link">
                          X{executor.number} {executor.name}
                        </Link>
                      </li>
                    ) : null;
                  })}
                </ul>
              ) : (
                (row.workload ?? "Nobody here")
              ),
          },
          ...(grant
            ? [
                { key: "Reaches", value: <span className="break-words">{grant.target}</span> },
                { key: "Access", value: [grant.access, ...grant.extent.slice(0, 30)].join(" · ") },
                ...(grant.limits.length > 0 ? [{ key: "Narrowed by", value: grant.limits.join("; ") }] : []),
                {
                  key: "Configuration",
                  value: `${grant.configuration}, ${grant.environment}`,
                },
              ]
            : []),
        ]}
      />
      {excerpt ? (
        <CodeBlock
          code={excerpt.lines.join("\n")}
          label={`${excerpt.file}:${excerpt.line}`}
          firstLine={excerpt.firstLine}
          marked={[excerpt.line]}
          maxHeight={280}
        />
      ) : null}
      {catalogue ? (
        <Section
          title="What the catalogue says"
          level={3}
          actions={
            <Link href={`/catalogue/${catalogue.id}`} className="link">
              The whole entry
            </Link>
          }
        >
          <KeyValue
            items={[
              ...(catalogue.purpose ? [{ key: "Usually seen for", value: catalogue.purpose }] : []),
              ...(catalogue.limiter ? [{ key: "Usually limited by", value: catalogue.limiter }] : []),
              { key: "When nothing is written", value: catalogue.silence },
            ]}
          />
        </Section>
      ) : null}
      <Section title={counted(detail.findings.length, "finding")} level={3}>
        {detail.findings.length === 0 ? <p className="text-ink-3">Nothing is open about this row.</p> : null}
        <ul className="flex flex-col gap-3">
          {detail.findings.map((finding) => (
            <li key={finding.number}>
              <div className="flex items-baseline justify-between gap-3">
                <Severity level={finding.severity} />
                <Link href={findingHref(reviewId, finding.number)} className="link">
                  F{finding.number}
                </Link>
              </div>
              <p className="font-medium">{finding.title}</p>
              <p className="break-words">{finding.reason}</p>
              {finding.own ? (
                <ul className="list-disc pt-1 pl-4 text-ink-2">
                  {finding.resolve.map((way) => (
                    <li key={way}>{way}</li>
                  ))}
                </ul>
              ) : null}
            </li>
          ))}
        </ul>
      </Section>
      {history}
    </div>
  );
}
