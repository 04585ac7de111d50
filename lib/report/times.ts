import { dayWords } from "@/lib/review/day";

const two = (value: number): string => String(value).padStart(2, "0");

/** "30 Nov 2026, 17:58 UTC". */
export function timeWords(iso: string): string {
  const at = new Date(iso);
  return `${dayWords(iso)}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} UTC`;
}

/** The day on which a revision ends by itself: its own last one, or that of a risk that it accepted. */
export function lastDay(revision: { validUntil: string | null; risksUntil: string | null }): string | null {
  const days = [revision.validUntil?.slice(0, 10), revision.risksUntil].filter(
    (day) => typeof day === "string",
  );
  return days.sort()[0] ?? null;
}
