import { dayWords } from "@/lib/review/day";
import { REVISION_STATES, type RevisionState } from "@/lib/review/vocabulary";
import type { ReportCover } from "./model";
import type { ReportRevision, ReportSource } from "./source";
import { lastDay, timeWords } from "./times";
import { capital } from "./words";

/** System, review, environments, where the revision stands, digests and signatures. */
export function coverOf(source: ReportSource): ReportCover {
  const { content, revision, signOffs } = source;
  const newest = content.configurations.filter(({ isNewest }) => isNewest);
  return {
    system: source.system.name,
    title: content.review.title,
    review: content.review.number,
    revision: revision.number,
    environments: [...new Set(newest.map(({ environment }) => environment))],
    status: statusOf(revision),
    statusMore: moreOf(source),
    mark: markOf(revision),
    digests: [
      ...(revision.digest
        ? [
            {
              label: "Content",
              digest: revision.digest,
              note: `The SHA-256 of revision ${revision.number} as it was frozen; what was signed.`,
            },
          ]
        : []),
      ...newest.flatMap(({ environment, authorityDigest, configDigest }) => [
        {
          label: newest.length > 1 ? `Authority, ${environment}` : "Authority",
          digest: authorityDigest,
          note: "What the configuration grants.",
        },
        {
          label: newest.length > 1 ? `Configuration, ${environment}` : "Configuration",
          digest: configDigest,
          note: "The captured files, redacted.",
        },
      ]),
    ],
    requested:
      revision.requestedBy && revision.requestedAt
        ? `${revision.requestedBy} on ${timeWords(revision.requestedAt)}${revision.requestWords ? `: ${revision.requestWords}` : ""}`
        : null,
    signatures: signOffs.map(({ name, role, decision, decidedAt }) => ({
      name,
      role: role && capital(role),
      decision: decision === "approve" ? "Approved" : "Rejected",
      at: timeWords(decidedAt),
    })),
    takenAt: timeWords(source.takenAt),
  };
}

function statusOf(revision: ReportRevision): string {
  const { state } = revision;
  const until = lastDay(revision);
  if (state === "in-force" && until) return `In force until ${dayWords(until)}`;
  if (state === "submitted") return "Submitted, not decided";
  return REVISION_STATES[state as RevisionState] ?? state;
}

function moreOf({ revision, takenAt }: ReportSource): string {
  const { state, number, decidedAt, endedAt } = revision;
  const contested = revision.contestedBecause ? ` Contested: ${revision.contestedBecause}` : "";
  const because = revision.endedBecause ? ` ${sentence(revision.endedBecause)}` : "";
  if (state === "draft") {
    return `Draft ${number} as it stood on ${timeWords(takenAt)}. Nobody has signed it, and it may still change.`;
  }
  if (state === "submitted")
    return `Revision ${number} is frozen and waits for the approvers' decision.${contested}`;
  if (state === "in-force") {
    return `Revision ${number} was approved on ${decidedAt ? timeWords(decidedAt) : "an unknown day"}.${contested}`;
  }
  const when = endedAt ?? decidedAt;
  const on = when ? ` on ${timeWords(when)}` : "";
  if (state === "rejected") return `Revision ${number} was rejected${on}.`;
  if (state === "withdrawn") return `Revision ${number} was withdrawn${on}.${because}`;
  return `Revision ${number} ended${on} and does not come back by itself.${because}`;
}

const sentence = (text: string): string => {
  const begun = capital(text.trim());
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
};

const ENDED_BY: Record<string, string> = {
  time: "Ended: its time is over",
  revoked: "Ended: revoked",
  "wider-authority": "Ended: wider authority",
  "risk-expired": "Ended: a risk expired",
  "risk-revoked": "Ended: a risk was revoked",
};

/** What stands across each page of a report that nobody may take for a decision in force. */
function markOf({ state, endedBy, endedBecause }: ReportRevision): string | null {
  if (state === "in-force") return null;
  if (state === "submitted") return "Not decided";
  if (state !== "ended") return REVISION_STATES[state as RevisionState] ?? state;
  if (endedBy === "superseded" || endedBecause?.startsWith("superseded")) return "Superseded";
  return ENDED_BY[endedBy ?? ""] ?? "Ended";
}
