import { dayWords } from "@/lib/review/day";

const two = (value: number): string => String(value).padStart(2, "0");

/** "30 Nov 2026, 17:58 UTC". */
export function timeWords(iso: string): string {
  const at = new Date(iso);
  return `${dayWords(iso)}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} UTC`;
}
