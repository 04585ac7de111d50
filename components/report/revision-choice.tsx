"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Digest } from "@/components/ui/digest";
import { RadioGroup } from "@/components/ui/radio-group";
import type { Choice } from "@/lib/report/choice";

/** How many are in sight at first; earlier ones are seldom wanted. */
const SHOWN = 6;

/** Which revision is printed, and the digest of what was frozen. */
export function RevisionChoice({
  choices,
  chosen,
  onChoose,
}: {
  choices: readonly Choice[];
  chosen: string;
  onChoose: (value: string) => void;
}) {
  const [all, setAll] = useState(false);
  const at = choices.findIndex(({ value }) => value === chosen);
  const shown = all ? choices : choices.slice(0, Math.max(SHOWN, at + 1));
  const more = choices.length - shown.length;
  const digest = choices[at]?.digest;
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup
        label="Print"
        value={chosen}
        onChange={onChoose}
        options={shown.map(({ value, label, hint }) => ({ value, label, hint }))}
      />
      {more > 0 ? (
        <div>
          <Button size="small" variant="quiet" onClick={() => setAll(true)}>
            Show {more} earlier
          </Button>
        </div>
      ) : null}
      <p className="text-ink-2">
        {digest ? (
          <>
            Its digest <Digest value={digest} /> stands on the cover and on every page.
          </>
        ) : (
          "A draft has no digest: nothing is frozen before it is submitted."
        )}
      </p>
    </div>
  );
}
