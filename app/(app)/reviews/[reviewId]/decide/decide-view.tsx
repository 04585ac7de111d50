"use client";
import { useState } from "react";
import { ReviewPage } from "@/components/frame/review-page";
import { RevisionsTable } from "@/components/signoff/revisions-table";
import { RiskForm } from "@/components/signoff/risk-form";
import { RiskInspector } from "@/components/signoff/risk-inspector";
import { Quote, Standing } from "@/components/signoff/standing";
import { StillOpen } from "@/components/signoff/still-open";
import { SubmitSection } from "@/components/signoff/submit-section";
import { UnknownRisk } from "@/components/signoff/unknown-risk";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { notify } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import type { DecidePage } from "@/lib/signoff/decide-page";
import { riskDecision } from "@/lib/signoff/risk-decision";
import { decisionStanding, toSettle } from "@/lib/signoff/standing";
import { unknownRisk } from "@/lib/signoff/unknown-risk";
import { RevokeRevision } from "./revoke-revision";
import { RiskDialogs, RiskNext } from "./risk-next";
import { RisksSection } from "./risks-section";
import { type Decide, useDecide } from "./use-decide";
import { useDeciding } from "./use-deciding";
import { useNewRisk } from "./use-new-risk";
import { useRiskActs } from "./use-risk-acts";
import { useRisks } from "./use-risks";
import { WaitingSection } from "./waiting-section";

/** Where a review is decided, in the order of the decision. */
export function DecideView({ data }: { data: DecidePage }) {
  const page = useDecide(data);
  const sheet = useRisks(page);
  const newRisk = useNewRisk(page);
  const deciding = useDeciding(page);
  const acts = useRiskActs(page);
  const standing = decisionStanding(page.revisions, {
    blockers: toSettle(page.blockers),
    me: page.me,
    firstExpiry: page.revisions.find(({ state }) => state === "in-force")?.risksUntil ?? null,
  });
  const { waiting } = page;
  const { address, ...form } = newRisk;
  const inspected = sheet.inspected;
  // Here, so that what was written outlives a draft that somebody else submits meanwhile.
  const [words, setWords] = useState("");
  return (
    <ReviewPage
      title="Decide"
      inspector={
        <RiskInspector
          reviewId={page.reviewId}
          row={inspected}
          links={page.links}
          members={page.members}
          lacking={lackingOf(page, inspected?.risk.id)}
          canEdit={sheet.canEdit}
          decisionOf={(risk) => riskDecision(risk, page.revisions, page.revocations[risk.id] ?? null)}
          actions={
            inspected ? (
              <RiskNext row={inspected} acts={acts} canRevoke={page.abilities.includes("risk.revoke")} />
            ) : null
          }
          onSave={sheet.save}
          onSearch={sheet.onSearch}
          onPicked={page.onPicked}
          onArchive={sheet.setArchived}
          onClose={() => sheet.setView({ row: null })}
        />
      }
    >
      <UnknownRisk
        reviewId={page.reviewId}
        label={unknownRisk(
          { row: sheet.view.row, risk: address },
          page.risks.map(({ number }) => number),
        )}
      />
      <Standing
        standing={standing}
        action={
          standing.about?.abilities.includes("revision.revoke") ? (
            <RevokeRevision reviewId={page.reviewId} revision={standing.about} onDone={page.readAgain} />
          ) : null
        }
      />
      {deciding.kept ? (
        <div className="pb-8">
          <Notice
            tone="warn"
            title={goneWords(page, deciding.kept.revision)}
            action={
              <span className="flex items-center gap-1">
                <CopyButton text={deciding.kept.words} label="Copy your words" />
                <Button size="small" variant="quiet" onClick={deciding.forgetKept}>
                  Discard
                </Button>
              </span>
            }
          >
            Your words about it were not sent: <Quote>{deciding.kept.words}</Quote>
          </Notice>
        </div>
      ) : null}
      {waiting && standing.waiting ? (
        <WaitingSection page={page} waiting={waiting} revision={standing.waiting} deciding={deciding} />
      ) : null}
      <RisksSection
        sheet={sheet}
        refusal={page.refusals["risk.edit"]}
        note={
          standing.draft || !sheet.canEdit
            ? ""
            : ` An edit opens draft ${(page.revisions[0]?.number ?? 0) + 1}.`
        }
        onAdd={newRisk.begin}
      />
      <StillOpen page={page} canAccept={sheet.canEdit} onAccept={newRisk.fromFinding} />
      {standing.draft ? (
        <Submission
          page={page}
          number={standing.draft.number}
          waiting={standing.waiting?.number ?? null}
          words={words}
          onWords={setWords}
        />
      ) : null}
      <Section title="Revisions" description="Each is frozen when it is submitted and never changes again.">
        <RevisionsTable reviewId={page.reviewId} revisions={page.revisions} />
      </Section>
      <RiskDialogs acts={acts} />
      <RiskForm
        {...form}
        links={page.links}
        members={page.members}
        onSearch={sheet.onSearch}
        onPicked={page.onPicked}
      />
    </ReviewPage>
  );
}

/** What became of the revision about which somebody was writing. */
function goneWords({ revisions }: Decide, number: number): string {
  const state = revisions.find((revision) => revision.number === number)?.state ?? "";
  const became: Record<string, string> = {
    withdrawn: "was withdrawn",
    rejected: "was rejected by somebody else",
    "in-force": "was approved by somebody else",
  };
  return `Revision ${number} ${became[state] ?? "is closed"} before you decided`;
}

/** What a risk lacks before the draft can be submitted, as the rule says it. */
function lackingOf(page: Decide, id: string | undefined): string | null {
  const blocker = page.blockers.find(({ code }) => code === "RSK-02");
  return id && blocker?.lists.includes(`risk:${id}`)
    ? `${blocker.message} The draft cannot be submitted before.`
    : null;
}

function Submission({
  page,
  number,
  waiting,
  words,
  onWords,
}: {
  page: Decide;
  number: number;
  waiting: number | null;
  words: string;
  onWords: (words: string) => void;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (): Promise<boolean> => {
    setBusy(true);
    setError(null);
    const answer = await callApi("POST", `/reviews/${page.reviewId}/submission`, { words: words.trim() });
    setBusy(false);
    if (answer.ok) {
      onWords("");
      notify(`Revision ${number} submitted for approval`);
    } else setError(answer.problem.detail);
    page.readAgain();
    return answer.ok;
  };
  return (
    <SubmitSection
      page={page}
      revision={number}
      refusal={refusalOf(page, waiting)}
      words={words}
      onWords={onWords}
      canEver={page.refusals["revision.submit"] === undefined}
      busy={busy}
      error={error}
      onSubmit={submit}
    />
  );
}

function refusalOf({ refusals, blockers }: Decide, waiting: number | null): string | null {
  const refused = refusals["revision.submit"];
  if (refused) return refused;
  if (waiting !== null)
    return `Revision ${waiting} still waits for its decision. It has to be decided or withdrawn first.`;
  if (blockers.length === 0) return null;
  return `To be settled first: ${toSettle(blockers)}.`;
}
