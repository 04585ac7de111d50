import Link from "next/link";
import { checkHref } from "@/components/review/check-href";
import { count } from "@/components/ui/count";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { Check, CheckSection } from "@/lib/review/checklist";

function Line({ check, reviewId }: { check: Check; reviewId: string }) {
  const state = check.isNone ? "none yet" : `${count(check.done)} of ${count(check.done + check.open)}`;
  return (
    <li className="flex items-baseline justify-between gap-4 border-t py-1.5">
      <span className={check.open === 0 ? "text-ink-3" : undefined}>{check.label}</span>
      <Link href={checkHref(reviewId, check.link)} className="link shrink-0">
        <span aria-hidden>{state}</span>
        <VisuallyHidden>
          {check.label}: {state}
        </VisuallyHidden>
      </Link>
    </li>
  );
}

/** The computed checklist: every line is worked out of the content and leads to what is open. */
export function Checklist({ sections, reviewId }: { sections: readonly CheckSection[]; reviewId: string }) {
  return (
    <div className="flex flex-col gap-5">
      {sections
        .filter(({ checks }) => checks.some(({ done, open }) => done + open > 0))
        .map((section) => (
          <div key={section.id}>
            <h3 className="pb-1 font-semibold">{section.label}</h3>
            <ul className="border-b">
              {section.checks
                .filter(({ done, open }) => done + open > 0)
                .map((check) => (
                  <Line key={check.id} check={check} reviewId={reviewId} />
                ))}
            </ul>
          </div>
        ))}
    </div>
  );
}
