const QUANTITY = /^([+-]?)(\d*)(?:\.(\d*))?(?:(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E)|[eE]([+-]?\d{1,3}))?$/;

const BINARY: Record<string, bigint> = { Ki: 1n, Mi: 2n, Gi: 3n, Ti: 4n, Pi: 5n, Ei: 6n };
const DECIMAL: Record<string, number> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };

const known = new Map<string, bigint | null>();

/**
 * A Kubernetes quantity in billionths, or null when the text is none (`1GB`, `lots`, a placeholder).
 * What is finer than a billionth is rounded up, as Kubernetes does.
 * Source: k8s.io/apimachinery/pkg/api/resource/quantity.go.
 */
export function parseQuantity(text: string): bigint | null {
  let value = known.get(text);
  if (value === undefined) {
    value = readQuantity(text);
    // The same few quantities stand in thousands of workloads; the bound keeps a hostile file from filling memory.
    if (known.size < 1000) known.set(text, value);
  }
  return value;
}

function readQuantity(text: string): bigint | null {
  if (text.length > 60) return null;
  const match = QUANTITY.exec(text);
  if (!match) return null;
  const [, sign, whole = "", fraction = "", suffix, exponent] = match;
  if (whole + fraction === "") return null;
  let shift = 9 - fraction.length + (exponent ? Number(exponent) : 0);
  let digits = BigInt(whole + fraction);
  if (suffix && suffix in BINARY) digits *= 1024n ** BINARY[suffix]!;
  else if (suffix) shift += DECIMAL[suffix]!;
  if (Math.abs(shift) > 400) return null;
  const scaled = shift >= 0 ? digits * 10n ** BigInt(shift) : divideUp(digits, 10n ** BigInt(-shift));
  return sign === "-" ? -scaled : scaled;
}

const divideUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

/** A quantity as one decimal number, so that `1Gi` and `1073741824` are the same; other text as it is. */
export function normaliseQuantity(text: string): string {
  const value = parseQuantity(text);
  if (value === null) return text;
  const sign = value < 0n ? "-" : "";
  const digits = (value < 0n ? -value : value).toString().padStart(10, "0");
  const fraction = digits.slice(-9).replace(/0+$/, "");
  return `${sign}${digits.slice(0, -9)}${fraction ? `.${fraction}` : ""}`;
}
