import type { ResidualRisk } from "@/lib/review/content";
import { dayWords } from "@/lib/review/day";
import { RISK_STATES, TREATMENTS } from "@/lib/review/vocabulary";
import { severityWords } from "@/lib/signoff/risk-severity";
import type { ReportRisk, Said } from "./model";
import { riskSeverities } from "./severities";
import type { ReportSource } from "./source";
import { capital, cellSaid, listed, type NameTarget, said } from "./words";

/** Residual risks in full: the reviewer's recommendation and the approvers' decision stand apart. */
export function risksOf(source: ReportSource, nameTarget: NameTarget): ReportRisk[] {
  const severities = riskSeverities(source);
  return source.content.risks
    .filter(({ archivedAt }) => archivedAt === null)
    .sort((a, b) => a.number - b.number)
    .map((risk) => ({
      number: `R${risk.number}`,
      title: risk.title,
      lines: [
        { label: "Severity", said: said(capital(severityWords(severities.get(risk.number)!))) },
        { label: "Treatment", said: said(risk.treatment && TREATMENTS[risk.treatment]) },
        { label: "Owner", said: said(risk.ownerId && (source.people[risk.ownerId] ?? "A former member")) },
        { label: "Expires", said: said(risk.expiresAt && dayWords(risk.expiresAt)) },
      ],
      covers: (risk.covers ?? []).flatMap((target) => nameTarget(target) ?? []),
      description: cellSaid("risk", risk, "description"),
      rationale: cellSaid("risk", risk, "rationale"),
      controls: cellSaid("risk", risk, "controls"),
      recommendation: cellSaid("risk", risk, "recommendation"),
      decision: decisionOf(risk, source),
    }));
}

/** What the approvers decided about a risk: of a revision by its sign-offs, of a draft by the risk's own state. */
function decisionOf(risk: ResidualRisk, source: ReportSource): Said {
  const { revision, signOffs } = source;
  if (revision.digest === null) return draftDecision(risk, source);
  const approved = signOffs.filter(({ decision }) => decision === "approve");
  const rejected = signOffs.find(({ decision }) => decision === "reject");
  const when = revision.decidedAt ? ` on ${dayWords(revision.decidedAt)}` : "";
  if (rejected) return said(`Not accepted with this revision: ${rejected.name} rejected it${when}.`);
  if (revision.state === "in-force" || revision.state === "ended") {
    return said(
      `Accepted with revision ${revision.number}${when} by ${listed(approved.map(({ name }) => name))}.`,
    );
  }
  if (revision.state === "withdrawn") return said("", "Not decided: the revision was withdrawn.");
  return said("", "Not decided yet.");
}

function draftDecision(risk: ResidualRisk, { decisions }: ReportSource): Said {
  const decision = decisions[risk.id];
  if (risk.state === "draft" || risk.state === "proposed") return said("", "Not decided yet.");
  const where = decision?.decidedIn ? ` with revision ${decision.decidedIn}` : "";
  const words = decision?.words ? ` “${decision.words}”` : "";
  return said(`${RISK_STATES[risk.state]}${where}.${words}`);
}
