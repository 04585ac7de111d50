import { RowLinks } from "@/components/finding/row-links";
import type { Links } from "@/components/signoff/covers-links";
import { RiskSeverityMark } from "@/components/signoff/risk-severity";
import { Digest } from "@/components/ui/digest";
import { KeyValue } from "@/components/ui/key-value";
import { LongText } from "@/components/ui/long-text";
import { absoluteTime } from "@/components/ui/time-text";
import {
  PROVENANCES,
  type Provenance,
  SEVERITIES,
  TREATMENTS,
  type Treatment,
} from "@/lib/review/vocabulary";
import type { WaitingRevision } from "@/lib/signoff/decide-page";
import type { FrozenRisk } from "@/lib/signoff/frozen-summary";

/** What an approver reads before deciding: everything in it was frozen and stays as it is. */
export function FrozenRevision({
  reviewId,
  waiting,
  links,
}: {
  reviewId: string;
  waiting: WaitingRevision;
  links: Links;
}) {
  const { frozen, digest, id } = waiting;
  const findings = SEVERITIES.filter((word) => frozen.findings[word] > 0);
  return (
    <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
      <div className="min-w-0">
        <Heading>What it is about</Heading>
        <KeyValue
          items={[
            ...frozen.scope.map(({ label, words }) => ({
              key: label,
              value: <LongText text={words} />,
            })),
            ...frozen.configurations.map(({ number, environment, provenance, authorityDigest }) => ({
              key: environment ? `Environment ${environment}` : `Configuration ${number}`,
              value: (
                <>
                  {PROVENANCES[provenance as Provenance] ?? provenance}, authority{" "}
                  <Digest value={authorityDigest} />
                </>
              ),
            })),
          ]}
        />
      </div>
      <div className="min-w-0">
        <Heading>What it holds</Heading>
        <table aria-label="Frozen content by section" className="w-full border-b text-left">
          <tbody>
            {frozen.sections.map(({ label, count, words }) => (
              <tr key={label} className="border-t">
                <th scope="row" className="w-40 py-1.5 pr-4 align-top font-normal text-ink-3">
                  {label}
                </th>
                <td className="w-12 py-1.5 pr-4 text-right align-top">{count}</td>
                <td className="py-1.5 text-ink-2">{words}</td>
              </tr>
            ))}
            <tr className="border-t">
              <th scope="row" className="py-1.5 pr-4 align-top font-normal text-ink-3">
                Findings
              </th>
              <td className="py-1.5 pr-4 text-right align-top">
                {findings.reduce((sum, word) => sum + frozen.findings[word], 0)}
              </td>
              <td className="py-1.5 text-ink-2">
                {findings.map((word) => `${frozen.findings[word]} ${word}`).join(", ")}
              </td>
            </tr>
          </tbody>
        </table>
        <p className="flex flex-wrap items-center gap-x-4 pt-2">
          <a href={`/api/v1/reviews/${reviewId}/revisions/${id}/snapshot`} className="link">
            Everything as JSON
          </a>
          <span className="text-ink-3">
            SHA-256 of it <Digest value={digest} />
          </span>
        </p>
      </div>
      <div className="min-w-0 lg:col-span-2">
        <Heading>
          {frozen.risks.length === 0
            ? "No residual risk is proposed"
            : frozen.risks.length === 1
              ? "The residual risk that an approval accepts"
              : `The ${frozen.risks.length} residual risks that an approval accepts`}
        </Heading>
        {frozen.risks.length === 0 ? (
          <p className="text-ink-2">An approval says that nothing is left that somebody has to take on.</p>
        ) : (
          <ul className="border-b">
            {frozen.risks.map((risk) => (
              <Risk key={risk.id} risk={risk} links={links} />
            ))}
          </ul>
        )}
      </div>
      {frozen.notApplicable.length > 0 ? (
        <div className="min-w-0 lg:col-span-2">
          <Heading>Answered “not applicable”</Heading>
          <ul className="border-b">
            {frozen.notApplicable.map(({ number, label, reason }) => (
              <li
                key={`${number} ${label}`}
                className="grid gap-x-4 border-t py-1.5 sm:grid-cols-[48px_minmax(0,16rem)_minmax(0,1fr)]"
              >
                <span>{number}</span>
                <span className="text-ink-2">{label}</span>
                <span className="min-w-0 max-w-[76ch]">
                  <LongText text={reason} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

const Heading = ({ children }: { children: React.ReactNode }) => (
  <h3 className="pb-1 font-semibold">{children}</h3>
);

function Risk({ risk, links }: { risk: FrozenRisk; links: Links }) {
  const facts = [
    risk.treatment ? TREATMENTS[risk.treatment as Treatment] : null,
    risk.owner ? `owner ${risk.owner}` : null,
    risk.expiresAt ? `until ${absoluteTime(risk.expiresAt, "day")}` : null,
  ].filter(Boolean);
  const texts = [
    ["", risk.description],
    ["Because: ", risk.rationale],
    ["Held down by: ", risk.controls],
    ["Recommendation: ", risk.recommendation],
  ] as const;
  return (
    <li className="grid gap-x-4 gap-y-1 border-t py-2.5 max-sm:grid-cols-[auto_1fr] sm:grid-cols-[112px_48px_minmax(0,1fr)]">
      <span>
        <RiskSeverityMark severity={risk.severity} />
      </span>
      <span>R{risk.number}</span>
      <div className="min-w-0 max-sm:col-span-2">
        <p className="font-medium break-words">{risk.title}</p>
        <p className="text-ink-2">{facts.join(" · ")}</p>
        {texts.map(([lead, text]) =>
          text ? (
            <p key={lead} className="max-w-[76ch]">
              {lead ? <span className="text-ink-3">{lead}</span> : null}
              <LongText text={text} />
            </p>
          ) : null,
        )}
        {risk.covers.length > 0 ? (
          <div className="pt-1">
            <span className="text-ink-3">Covers</span>
            <RowLinks links={risk.covers.flatMap((target) => links[target] ?? [])} />
          </div>
        ) : null}
      </div>
    </li>
  );
}
