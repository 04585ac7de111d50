import { Verdict } from "@/components/ui/verdict";
import { standingWords } from "@/lib/review/standing";
import type { ReviewItem } from "@/lib/review/systems";

/** Where a review of a list stands: what leads, and beneath it what is said after it. */
export function ReviewStanding({ review }: { review: ReviewItem }) {
  const { tone, label, more } = standingWords(review);
  return (
    <span className="flex min-w-0 flex-col">
      <Verdict tone={tone}>{label}</Verdict>
      {more.map(({ words }) => (
        <span key={words} className="break-words pl-5 text-ink-2">
          {words.charAt(0).toUpperCase() + words.slice(1)}
        </span>
      ))}
    </span>
  );
}
