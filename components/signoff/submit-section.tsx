"use client";
import Link from "next/link";
import { useId, useState } from "react";
import { OutOfReach } from "@/components/signoff/out-of-reach";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { CountLink } from "@/components/ui/count-link";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { TextArea } from "@/components/ui/text-area";
import type { DecidePage, ShownBlocker } from "@/lib/signoff/decide-page";
import { takesPart } from "@/lib/signoff/risk-life";

/** Where each blocker is settled. */
const SETTLED: Record<ShownBlocker["code"], { words: string; page: string }> = {
  "no-configuration": { words: "Import a configuration", page: "authority/import" },
  "RSK-01": { words: "See them above", page: "decide#open" },
  "RSK-02": { words: "See the residual risks", page: "decide#risks" },
};

const MOST = 12;

function BlockerRow({ reviewId, blocker }: { reviewId: string; blocker: ShownBlocker }) {
  const { words, page } = SETTLED[blocker.code];
  const shown = blocker.links.slice(0, MOST);
  const more = blocker.lists.length - shown.length;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t py-2.5">
      <div className="min-w-0">
        <p className="max-w-[76ch]">{blocker.message}</p>
        {shown.length > 0 ? (
          <p className="flex flex-wrap gap-x-2">
            {shown.map(({ target, label, name, href }) => (
              <Link key={target} href={href} className="link" title={name}>
                {label}
              </Link>
            ))}
            {more > 0 ? (
              <CountLink
                value={more}
                one="more"
                many="more"
                href={`/reviews/${reviewId}/findings?state=open&severity=critical,high`}
              />
            ) : null}
          </p>
        ) : null}
      </div>
      <Link href={`/reviews/${reviewId}/${page}`} className="link shrink-0">
        {words}
      </Link>
    </li>
  );
}

/** What keeps the draft from being submitted, then the one deed of the page. */
export function SubmitSection({
  page,
  revision,
  refusal,
  canEver,
  words,
  onWords,
  busy,
  error,
  onSubmit,
}: {
  page: DecidePage;
  revision: number;
  /** Why it is impossible, in words; null when it is possible. */
  refusal: string | null;
  /** Whether this person can submit at all; who cannot is not asked for words. */
  canEver: boolean;
  words: string;
  onWords: (words: string) => void;
  busy: boolean;
  error: string | null;
  /** Gives whether it was submitted. */
  onSubmit: () => Promise<boolean>;
}) {
  const [isAsking, setAsking] = useState(false);
  const reason = useId();
  const { blockers, open } = page;
  const deed = `Submit revision ${revision} for approval`;
  const risks = page.risks.filter(({ archivedAt, state }) => archivedAt === null && takesPart(state)).length;
  const openCount = Object.values(open).reduce((sum, n) => sum + n, 0);
  return (
    <Section
      id="submit"
      title={deed}
      description="Submitting freezes the content as it is now. Somebody else decides about exactly that; your next edit opens the next draft."
    >
      {blockers.length > 0 ? (
        <>
          <h3 className="pb-1 font-semibold">To be settled first</h3>
          <ul className="border-b">
            {blockers.map((blocker) => (
              <BlockerRow key={blocker.code} reviewId={page.reviewId} blocker={blocker} />
            ))}
          </ul>
        </>
      ) : null}
      <OutOfReach
        className={blockers.length > 0 ? "pt-4" : ""}
        title={`Too few people could approve revision ${revision}`}
        outlook={page.outlook}
        policyLinks={page.policyLinks}
      />
      <div className="flex max-w-[68ch] flex-col gap-3 pt-4">
        {canEver ? (
          <Field
            label="Words for the approver"
            optional
            description="What changed, what to look at, and by when a decision is needed."
          >
            <TextArea name="words" value={words} onChange={onWords} rows={3} maxLength={10_000} />
          </Field>
        ) : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="primary"
            disabled={refusal !== null}
            aria-describedby={refusal ? reason : undefined}
            busy={busy}
            onClick={() => setAsking(true)}
          >
            {deed}
          </Button>
          {refusal ? (
            <p id={reason} className="min-w-0 flex-1 text-ink-2">
              {refusal}
            </p>
          ) : null}
        </div>
        {error ? <Notice tone="error">{error}</Notice> : null}
      </div>
      <AlertDialog
        title={`Submit revision ${revision}?`}
        confirm="Submit for approval"
        busy={busy}
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={() => void onSubmit().then(() => setAsking(false))}
      >
        Revision {revision} is frozen for good, with{" "}
        {risks === 1 ? "1 residual risk" : `${risks} residual risks`} and{" "}
        {openCount === 1 ? "1 open finding" : `${openCount} open findings`}. You can withdraw it until it is
        decided; you cannot approve it yourself.
      </AlertDialog>
    </Section>
  );
}
