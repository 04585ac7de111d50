/** Secrets that stand in texts as such, by their shape. `whole` keeps nothing around the match. */
const SHAPES: { kind: string; pattern: RegExp; replace?: (marker: string) => string }[] = [
  {
    kind: "private key",
    pattern: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g,
  },
  {
    kind: "private key",
    pattern: /LS0tLS1CRUdJTiB(?:QUklW|SU0Eg|FQy|PUEVOU1NI|FTkNS|EU0Eg)[A-Za-z0-9+/=\s]{8,}/g,
  },
  { kind: "webhook URL", pattern: /https:\/\/hooks\.[^\s"'/]+\/[^\s"']+/g },
  { kind: "webhook URL", pattern: /https:\/\/[^\s"'/]*\/api\/webhooks\/[^\s"']+/g },
  {
    kind: "password in a URL",
    pattern:
      /(\b[a-zA-Z][a-zA-Z0-9+.-]*:\/\/)(?:[^\s/:@"'<>[\]]*):(?!\$\{[^}]*\}@|\$\([^)]*\)@)[^\s/@"'<>]+@/g,
    replace: (marker) => `$1${marker}@`,
  },
  { kind: "GitHub token", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{16,})/g },
  { kind: "GitLab token", pattern: /\bglpat-[\w-]{16,}/g },
  { kind: "npm token", pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
  { kind: "AWS access key", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { kind: "Slack token", pattern: /\bxox[abeoprs]-[\w-]{10,}/g },
  { kind: "Google API key", pattern: /\bAIza[\w-]{35}/g },
  { kind: "API key", pattern: /\bsk-[A-Za-z0-9_-]{16,}/g },
  { kind: "API key", pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{10,}/g },
  { kind: "token", pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+/g },
  {
    kind: "token",
    pattern: /\b(Bearer|Basic) +(?!\[redacted)[A-Za-z0-9+/._~=-]{16,}/g,
    replace: (marker) => `$1 ${marker}`,
  },
];

/** A cheap test that spares most texts the patterns. */
const MAYBE =
  /:\/\/|-----BEGIN|LS0tLS1|gh[pousr]_|github_pat_|glpat-|npm_|AKIA|ASIA|xox|AIza|sk-|[rs]k_|eyJ|Bearer |Basic /;

const MARKER = /\[redacted: ([A-Za-z ]+)\]/;

/** What stands in place of a secret, in digests and in stored text; `kindOfSecret` knows it again. */
export const markerOf = (kind: string): string => `[redacted: ${kind}]`;

/** The text with every secret that its shape gives away replaced by a marker; the same text if there is none. */
export function redactShapes(text: string): string {
  if (text.length < 12 || !MAYBE.test(text)) return text;
  let result = text;
  for (const { kind, pattern, replace } of SHAPES) {
    const marker = markerOf(kind);
    result = result.replace(pattern, replace ? replace(marker) : marker);
  }
  return result;
}

/** Names that end like this hold a secret, whatever the value looks like. The order decides the kind. */
const NAMES: [RegExp, string][] = [
  [/(^|_)(pass|passwd|password|passphrase|pwd)(_?\d+)?$/, "password"],
  [/(^|_)webhook(_?ur[il])?$/, "webhook URL"],
  [/(^|_)(connection_?string|dsn)$/, "connection string"],
  [/(^|_)(private|ssh|rsa|signing|encryption|deploy)_?key$/, "private key"],
  [/(^|_)(api|access|secret|master|auth|account|license|licence|admin|service|shared)_?key$/, "API key"],
  [/(^|_)(token|jwt|pat)(_?\d+)?$/, "token"],
  [/(^|_)(secret|secrets|credential|credentials|cred|creds|salt|client_?secret)$/, "secret"],
];

const REFERENCE =
  /^(\$\(.*\)|\$\{[^}]*\}|\$[A-Z_]+|\{\{.*\}\}|<[^>]*>|\/.*|file:.*|(vault|op|ref\+?\w*|secret|env|arn):.*|projects\/.*|true|false|null|none)$/is;

/** The kind of secret that a name promises, or null. `TOKEN_TTL`, `SECRET_NAME`, `MAX_TOKENS` promise none. */
export function secretKindOfName(name: string): string | null {
  if (name.length > 200) return null;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[.\-/ ]/g, "_")
    .toLowerCase();
  for (const [pattern, kind] of NAMES) if (pattern.test(words)) return kind;
  return null;
}

/** Whether a value under a secret's name is the secret itself and not a reference, a path or a switch. */
const isLiteral = (value: string): boolean => /[A-Za-z0-9]/.test(value) && !REFERENCE.test(value.trim());

/** A named value with its secret replaced, and the kind of secret; kind null where there is none. */
export function redactNamed(name: string, value: string): { text: string; kind: string | null } {
  const known = MARKER.exec(value);
  if (known && known[0].length === value.length) return { text: value, kind: known[1]! };
  const promised = secretKindOfName(name);
  if (promised && isLiteral(value)) return { text: markerOf(promised), kind: promised };
  if (/(^|_)key$/i.test(name) && /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9+/=_-]{20,}$/.test(value)) {
    return { text: markerOf("API key"), kind: "API key" };
  }
  const text = redactShapes(value);
  return { text, kind: MARKER.exec(text)?.[1] ?? null };
}

const ASSIGNMENT =
  /(^|[\s{,;&?"'-])([A-Za-z][\w.-]*)(["']?\s*[:=]\s*)("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s"',;&}]+)/g;

/** A text of settings or a command line with its secrets replaced: by shape, and in `name = value` by name. */
export function redactSettings(text: string): { text: string; kind: string | null } {
  const shaped = redactShapes(text);
  const result = /[:=]/.test(shaped)
    ? shaped.replace(ASSIGNMENT, (all, before: string, name: string, sign: string, value: string) => {
        const quote = /^["']/.test(value) ? value[0]! : "";
        const inner = quote ? value.slice(1, -1) : value;
        const kind = secretKindOfName(name.replace(/^-+/, ""));
        if (
          !kind ||
          !isLiteral(inner) ||
          MARKER.test(inner) ||
          inner.startsWith("//") ||
          inner.startsWith("[redacted")
        ) {
          return all;
        }
        return `${before}${name}${sign}${quote}${markerOf(kind)}${quote}`;
      })
    : shaped;
  return { text: result, kind: MARKER.exec(result)?.[1] ?? null };
}
