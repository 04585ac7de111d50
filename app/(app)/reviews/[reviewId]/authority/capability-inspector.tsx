"use client";
import { useEffect, useState } from "react";
import { CapabilityFacts } from "@/components/authority/capability-facts";
import { CapabilityHistory } from "@/components/authority/capability-history";
import { DecideMenu } from "@/components/authority/decide-menu";
import type { Deciding } from "@/components/authority/decide-target";
import { decisionWords } from "@/components/authority/decision-words";
import { CoverSection } from "@/components/signoff/cover-section";
import { Button } from "@/components/ui/button";
import { LoadingLine } from "@/components/ui/loading-line";
import type { MenuEntry } from "@/components/ui/menu";
import { Notice } from "@/components/ui/notice";
import { notify, notifyError } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import type { CapabilityRow } from "@/lib/review/authority/capability-row";
import type { CapabilityDetail } from "@/lib/review/authority/detail";
import type { AuthorityExecutor } from "@/lib/review/authority/page";
import type { Decision } from "@/lib/review/vocabulary";
import type { Cover } from "@/lib/signoff/cover-index";
import { newRiskHref } from "@/lib/signoff/new-risk";
import { useHistory } from "../use-history";

type Read<T> = { for: string; value?: T; error?: string };

/** The inspector of one capability; reads it again when its row changes. */
export function CapabilityInspector({
  reviewId,
  row,
  executors,
  canEdit,
  numberOf,
  cover,
  canWriteRisk,
  onDecide,
  onHint,
}: {
  reviewId: string;
  row: CapabilityRow;
  executors: ReadonlyMap<string, AuthorityExecutor>;
  canEdit: boolean;
  numberOf: (justificationId: string) => number | undefined;
  cover: Cover;
  canWriteRisk: boolean;
  onDecide: (deciding: Deciding, decision: Decision | "unset") => void;
  /** Given what the catalogue says of it, as a hint for who decides. */
  onHint?: (id: string, hint: { purpose: string; limiter: string } | null) => void;
}) {
  const path = `/reviews/${reviewId}/capabilities/${row.id}`;
  const version = JSON.stringify([row.versions, row.closedAt, row.severity, row.findings.length]);
  const [read, setRead] = useState<Read<CapabilityDetail>>({ for: "" });
  const [patch, setPatch] = useState<Read<{ title: string; text: string }>>({ for: "" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the row is what asks for another read.
  useEffect(() => {
    const ended = new AbortController();
    void callApi<CapabilityDetail>("GET", path, undefined, ended.signal).then((answer) => {
      if (ended.signal.aborted) return;
      if (!answer.ok) return setRead({ for: row.id, error: answer.problem.detail });
      setRead({ for: row.id, value: answer.value });
      onHint?.(row.id, answer.value.catalogue);
    });
    return () => ended.abort();
  }, [path, version]);
  const isToRemove = row.decision === "remove" && row.closedAt === null && !row.byHand;
  const [showsPatch, setShowsPatch] = useState(false);
  const wantsPatch = isToRemove || showsPatch;
  useEffect(() => {
    if (!wantsPatch) return;
    const ended = new AbortController();
    void callApi<{ title: string; text: string }>("GET", `${path}/patch`, undefined, ended.signal).then(
      (answer) => {
        if (!ended.signal.aborted && answer.ok) setPatch({ for: path, value: answer.value });
      },
    );
    return () => ended.abort();
  }, [wantsPatch, path]);

  if (read.for !== row.id || (!read.value && !read.error))
    return <LoadingLine label="Reading the capability" />;
  const detail = read.value;
  if (!detail) return <Notice tone="error">{read.error}</Notice>;
  const deciding: Deciding = {
    label: `C${row.number} ${row.title}`,
    count: 1,
    classes: [row.class],
    target: { kind: "rows", rows: [row] },
    isDecided: row.decision !== null || row.justificationId !== null,
  };
  const alike: Deciding = {
    label: `all ${detail.alike} like C${row.number}`,
    count: detail.alike,
    classes: [row.class],
    target: { kind: "alike", id: row.id },
    isDecided: false,
  };
  const more: MenuEntry[] =
    row.byHand && row.archivedAt === null ? [{ label: "Archive", onSelect: () => void archive(path) }] : [];
  return (
    <CapabilityFacts
      reviewId={reviewId}
      detail={{ ...detail, row }}
      executors={executors}
      decided={decisionWords(row, numberOf)}
      decide={
        canEdit && row.class !== "claim" && row.closedAt === null ? (
          <>
            <DecideMenu deciding={deciding} onDecide={onDecide} more={more} />
            {detail.alike > 1 ? (
              <DecideMenu deciding={alike} onDecide={onDecide} text={`Decide all ${detail.alike}`} />
            ) : null}
            {!isToRemove && !row.byHand && !showsPatch ? (
              <Button size="small" variant="quiet" onClick={() => setShowsPatch(true)}>
                Show patch
              </Button>
            ) : null}
          </>
        ) : null
      }
      patch={wantsPatch && patch.for === path ? (patch.value ?? null) : null}
      cover={
        <CoverSection
          risks={cover(coverTargets(row))}
          writeHref={
            canWriteRisk && row.closedAt === null && row.archivedAt === null
              ? newRiskHref(reviewId, [`C${row.number}`])
              : null
          }
        />
      }
      history={<History key={row.id} path={path} version={version} numberOf={numberOf} />}
    />
  );
}

/** A row is covered by its name, or by that of a finding about it. */
export const coverTargets = ({ id, findings }: Pick<CapabilityRow, "id" | "findings">): string[] => [
  `capability:${id}`,
  ...findings.map((finding) => `finding:${finding.id}`),
];

async function archive(path: string): Promise<void> {
  const answer = await callApi("POST", `${path}/archive`);
  if (!answer.ok) return notifyError(answer.problem.detail);
  notify("Archived. Its number stays.", {
    action: { label: "Undo", onClick: () => void callApi("POST", `${path}/restore`) },
  });
}

function History({
  path,
  version,
  numberOf,
}: {
  path: string;
  version: string;
  numberOf: (justificationId: string) => number | undefined;
}) {
  const { isOpen, open, events, error } = useHistory(path, version);
  if (!isOpen)
    return (
      <div>
        <Button size="small" onClick={open}>
          Show history
        </Button>
      </div>
    );
  return <CapabilityHistory events={events} error={error} numberOf={numberOf} />;
}
