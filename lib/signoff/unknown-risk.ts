/** What of a review an address can begin a risk from, or name: findings, capabilities, entry points. */
const STARTS = /(^|,)[FCE][1-9]\d{0,8}(,|$)/;
const RISK = /^R[1-9]\d{0,8}$/;
/** In an address: a risk that is begun from nothing. */
export const BLANK_RISK = "new";
/** The most that is told of an address, in characters. */
const MOST = 40;

/** The risk that `risk=R4` of an address names, as the row to inspect; null where it begins one or says something else. */
export const namedRisk = (risk: string | null): string | null =>
  risk !== null && RISK.test(risk) ? risk : null;

/** Whether `risk=…` of an address begins a risk: from nothing, or from rows. */
export const beginsRisk = (risk: string): boolean => risk === BLANK_RISK || STARTS.test(risk);

/**
 * What an address asks for that is no risk of the review, or null. Archived ones are risks too.
 *
 * @param address its `row` and `risk`
 * @param numbers the short numbers of the review's risks
 */
export function unknownRisk(
  address: { row: string | null; risk: string | null },
  numbers: readonly number[],
): string | null {
  const isKnown = (label: string) => numbers.some((number) => label === `R${number}`);
  const { row, risk } = address;
  const asked =
    row !== null && !isKnown(row) ? row : risk !== null && !beginsRisk(risk) && !isKnown(risk) ? risk : null;
  if (asked === null || asked.trim() === "") return null;
  return asked.length > MOST ? `${asked.slice(0, MOST)}…` : asked;
}
