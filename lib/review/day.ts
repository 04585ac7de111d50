const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "30 Nov 2026", in UTC: how every page writes a day. */
export function dayWords(iso: string): string {
  const at = new Date(iso);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

/** The day of a time in UTC, YYYY-MM-DD, as risks write their expiry. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** The day that comes some days after another, both YYYY-MM-DD. */
export const dayAfter = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000));
