import { dayWords } from "@/lib/review/day";
import { lastDay } from "./times";

/** A revision as it can be chosen to be printed. */
export type PrintableRevision = {
  number: number;
  state: string;
  requestedAt: string | null;
  validUntil: string | null;
  risksUntil: string | null;
  endedAt: string | null;
  endedBecause: string | null;
  digest: string | null;
};

/** How a choice is called, and what becomes of it on paper. */
export type Choice = { value: string; label: string; hint: string; digest: string | null };

/** What can be printed, as people read it: the draft as it stands, then every frozen revision, newest first. */
export function choicesOf(revisions: readonly PrintableRevision[]): Choice[] {
  return revisions.map((revision) => ({
    value: revision.state === "draft" ? "draft" : String(revision.number),
    label: labelOf(revision),
    hint: hintOf(revision),
    digest: revision.digest,
  }));
}

/** What is printed where nothing is chosen: what is in force, else the newest that was submitted, else the draft. */
export function preferred(revisions: readonly PrintableRevision[]): string {
  const chosen =
    revisions.find(({ state }) => state === "in-force") ??
    revisions.find(({ state }) => state !== "draft") ??
    revisions[0];
  return !chosen || chosen.state === "draft" ? "draft" : String(chosen.number);
}

function labelOf(revision: PrintableRevision): string {
  const { number, state } = revision;
  if (state === "draft") return `Draft ${number}, as it stands now`;
  if (state === "submitted") return `Revision ${number}, waiting for its decision`;
  if (state !== "in-force") return `Revision ${number}, ${state}`;
  const last = lastDay(revision);
  return `Revision ${number}, in force${last ? ` until ${dayWords(last)}` : ""}`;
}

function hintOf({ state, endedAt, endedBecause, requestedAt }: PrintableRevision): string {
  if (state === "draft") return "“Draft” stands across each page.";
  if (state === "in-force") return "Printed from what was signed.";
  const submitted = requestedAt ? `Submitted on ${dayWords(requestedAt)}.` : "";
  if (state !== "ended") return submitted;
  const because = endedBecause ? `: ${endedBecause}` : "";
  return `Ended${endedAt ? ` on ${dayWords(endedAt)}` : ""}${because}. It stands across each page.`;
}
