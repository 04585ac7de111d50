const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (value: number) => String(value).padStart(2, "0");

/** "30 Nov 2026, 17:58 UTC" or, with `day`, "30 Nov 2026". In UTC, so server and browser write the same. */
export function absoluteTime(value: string | number | Date, precision: "day" | "minute" = "minute"): string {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return "unknown time";
  const day = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
  return precision === "day" ? day : `${day}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} UTC`;
}

const STEPS: readonly [limit: number, size: number, unit: string][] = [
  [60, 1, "second"],
  [3600, 60, "minute"],
  [86_400, 3600, "hour"],
  [30 * 86_400, 86_400, "day"],
  [365 * 86_400, 30 * 86_400, "month"],
  [Number.POSITIVE_INFINITY, 365 * 86_400, "year"],
];

/** "3 minutes ago", "in 12 days", "just now". */
export function relativeTime(value: string | number | Date, now: number): string {
  const seconds = Math.round((new Date(value).getTime() - now) / 1000);
  const size = Math.abs(seconds);
  if (Number.isNaN(seconds)) return "at an unknown time";
  if (size < 10) return "just now";
  const step = STEPS.find(([limit]) => size < limit);
  if (!step) return "just now";
  const amount = Math.floor(size / step[1]);
  const text = `${amount} ${step[2]}${amount === 1 ? "" : "s"}`;
  return seconds < 0 ? `${text} ago` : `in ${text}`;
}
