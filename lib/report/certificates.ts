import { dayWords } from "@/lib/review/day";
import type { ReportCertificate } from "./model";
import type { ReportSignOff, ReportSource } from "./source";
import { lastDay, timeWords } from "./times";
import { capital, listed, said } from "./words";

const METHODS: Record<string, string> = { password: "password", oidc: "single sign-on" };

/** One certificate for each decision: who, when, how they proved who they are, on what, until when. */
export function certificatesOf(source: ReportSource): ReportCertificate[] {
  return source.signOffs.map((signOff) => certificateOf(signOff, source));
}

function certificateOf(signOff: ReportSignOff, source: ReportSource): ReportCertificate {
  const { revision, content, system } = source;
  const deed = signOff.decision === "approve" ? "approved" : "rejected";
  const method = METHODS[signOff.method] ?? signOff.method;
  return {
    name: signOff.name,
    sentence: `${signOff.name} ${deed} revision ${revision.number} of “${content.review.title}” (review ${content.review.number}) of ${system.name} on ${timeWords(signOff.decidedAt)}.`,
    lines: [
      { label: "Role", text: signOff.role ? capital(signOff.role) : "Not recorded" },
      { label: "Authenticated", text: `With ${method}, on ${timeWords(signOff.authenticatedAt)}` },
      { label: "Valid", text: validity(signOff, source) },
      {
        label: "Wrote in this revision",
        text: signOff.wrote.length > 0 ? listed(signOff.wrote) : "Nothing",
      },
      { label: "Requested by", text: revision.requestedBy ?? "Not recorded" },
      ...(signOff.decision === "reject" && signOff.rejects.length === 0
        ? [{ label: "Not acceptable as written", text: "No residual risk is named" }]
        : []),
    ],
    rejects: signOff.rejects.map((number) => ({
      label: `R${number}`,
      // As it was called when it was rejected: the content is the frozen one.
      name: content.risks.find((risk) => risk.number === number)?.title ?? "",
    })),
    digest: signOff.digest,
    words: said(signOff.words, "No words were given."),
  };
}

function validity({ decision }: ReportSignOff, { revision }: ReportSource): string {
  if (decision === "reject") return "A rejection has no validity";
  const { decidedAt, endedAt } = revision;
  const last = lastDay(revision);
  if (!decidedAt || !last) return "Counts once enough approvers have approved";
  const until = `From ${dayWords(decidedAt)} until ${dayWords(last)}`;
  return endedAt ? `${until}; ended on ${dayWords(endedAt)}` : until;
}
