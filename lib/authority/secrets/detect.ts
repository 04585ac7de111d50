import { NOT_SHOWN } from "./harmless";

/** Secrets that stand in texts as such, by their shape. `whole` keeps nothing around the match. */
const SHAPES: { kind: string; pattern: RegExp; replace?: (marker: string) => string }[] = [
  {
    kind: "private key",
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g,
  },
  {
    kind: "private key",
    pattern: /LS0tLS1CRUdJTiB(?:QUklW|SU0Eg|FQy|PUEVOU1NI|FTkNS|EU0Eg)[A-Za-z0-9+/=\s]{8,}/g,
  },
  { kind: "webhook URL", pattern: /https:\/\/hooks\.[^\s"'/]+\/[^\s"']+/g },
  { kind: "webhook URL", pattern: /https:\/\/[^\s"'/]*\/api\/webhooks\/[^\s"']+/g },
  {
    kind: "connection string",
    pattern: /https?:\/\/[^\s/:@"'<>[\]]{8,128}@[^\s/"'<>]{1,128}\/\d{1,20}(?![\w/])/g,
  },
  { kind: "GitHub token", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{16,})/g },
  { kind: "GitLab token", pattern: /\bglpat-[\w-]{16,}/g },
  { kind: "npm token", pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
  { kind: "AWS access key", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { kind: "Slack token", pattern: /\bxox[abeoprs]-[\w-]{10,}/g },
  { kind: "Google API key", pattern: /\bAIza[\w-]{35}/g },
  { kind: "API key", pattern: /\bsk-[A-Za-z0-9_-]{16,}/g },
  { kind: "API key", pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{10,}/g },
  { kind: "token", pattern: /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+/g },
  {
    kind: "token",
    pattern: /\b(Bearer|Basic|Token) {1,8}(?=[A-Za-z+/._~-]{0,200}[0-9=])[A-Za-z0-9+/._~=-]{8,}/g,
    replace: (marker) => `$1 ${marker}`,
  },
];

/** A cheap test that spares most texts the patterns. */
const MAYBE =
  /:\/\/|-----BEGIN|LS0tLS1|gh[pousr]_|github_pat_|glpat-|npm_|AKIA|ASIA|xox|AIza|sk-|[rs]k_|eyJ|Bearer |Basic |Token /;

const MARKER = /\[redacted: ([A-Za-z ]+)\]/;

/** What stands in place of a secret, in digests and in stored text; `kindOfSecret` knows it again. */
export const markerOf = (kind: string): string => `[redacted: ${kind}]`;

const REFERENCED = /^(?:\$\{[^}\s]{0,200}\}@|\$\([^)\s]{0,200}\)@|\d{1,5}(?:[/?#,]|$))/;

/** Passwords in URLs. One may hold `/` and `@`; a port is none. Looked for only where an `@` is near. */
function redactUserInfo(text: string): string {
  let result = "";
  let done = 0;
  let at = text.indexOf("@");
  for (const match of text.matchAll(/:\/\/[^\s/:@"'<>[\]]{0,256}:/g)) {
    const from = match.index + match[0].length;
    while (at >= 0 && at < from) at = text.indexOf("@", at + 1);
    if (at < 0) break;
    if (match.index < done || at > from + 1024) continue;
    const rest = /^[^\s"'<>]*/.exec(text.slice(from, from + 1024))![0];
    const end = rest.lastIndexOf("@");
    if (end < 1 || REFERENCED.test(rest)) continue;
    result += `${text.slice(done, match.index)}://${markerOf("password in a URL")}`;
    done = from + end;
  }
  return result + text.slice(done);
}

/** The text with every secret that its shape gives away replaced by a marker; the same text if there is none. */
export function redactShapes(text: string): string {
  if (text.length < 12 || !MAYBE.test(text)) return text;
  let result = redactUserInfo(text);
  for (const { kind, pattern, replace } of SHAPES) {
    const marker = markerOf(kind);
    result = result.replace(pattern, replace ? replace(marker) : marker);
  }
  return result;
}

/** Names that end like this hold a secret, whatever the value looks like. The order decides the kind. */
const NAMES: [RegExp, string][] = [
  [/(^|_)(pass|pwd|pw|passcode|requirepass|masterauth)(_?\d{1,4})?$/, "password"],
  [/(passwd|password|passphrase)s?(_?\d{1,4})?$/, "password"],
  [/(^|_)webhook(_?ur[il])?$/, "webhook URL"],
  [/(^|_)(connection_?string|dsn)$/, "connection string"],
  [/(^|_)(private|ssh|rsa|signing|encryption|deploy)_?keys?$/, "private key"],
  [/(^|_)(api|access|secret|master|auth|account|license|licence|admin|service|shared)_?keys?$/, "API key"],
  [/(^|_)(token|jwt|pat)(_?\d{1,4})?$/, "token"],
  [/(^|_)(auth|access|api|bearer|refresh|session|id)tokens?$/, "token"],
  [/^tokens$|(^|_)(auth|access|api|bearer|refresh|session|service)_tokens$/, "token"],
  [/(^|_)(secret|secrets|credential|credentials|cred|creds|salt|client_?secret)$/, "secret"],
];

/** Names that may hold a secret; the value decides. */
const WEAK = /(^|_)(auth|authorization|cookies?|credentials?_json)$/;

/** Files that are nothing but credentials. */
const CREDENTIAL_FILE =
  /(^|[./_-])(dockerconfigjson|dockercfg|pgpass(\.conf)?|htpasswd|netrc|git-credentials|id_(rsa|dsa|ecdsa|ed25519))$/i;

export const isCredentialFile = (name: string): boolean => name.length < 300 && CREDENTIAL_FILE.test(name);

/** Only what Kubernetes or a template fills in is a reference: a path or `vault:…` may be the secret itself. */
const REFERENCE = /^(?:(?:\$\([^()]*\)|\$\{[^{}]*\})+|true|false|null|none|yes|no)$/i;

/** The kind of secret that a name promises, or null. `TOKEN_TTL`, `SECRET_NAME`, `MAX_TOKENS` promise none. */
export function secretKindOfName(name: string): string | null {
  if (name.length > 200) return null;
  const words = wordsOf(name).replace(
    /(?:_(?:b64|base64|value|val|plain|plaintext|text|str|string|enc|encoded|raw|hash))+$/,
    "",
  );
  for (const [pattern, kind] of NAMES) if (pattern.test(words)) return kind;
  // `connection_string` ends like a suffix.
  return /(^|_)connection_?string$/.test(wordsOf(name)) ? "connection string" : null;
}

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[.\-/ :]/g, "_")
    .toLowerCase();

/** Whether a value under a secret's name is the secret itself and not a reference or a switch. */
export const isLiteral = (value: string): boolean =>
  /[A-Za-z0-9]/.test(value) && value !== NOT_SHOWN && !REFERENCE.test(value.trim());

const FILE = /^\/(?:etc|run|var|secrets?|tmp|opt|usr|home|mnt|root|app|config|data|srv|dev|vault)\//;

/** Whether what a setting or a command says stands for a value that comes from elsewhere. */
export const isElsewhere = (value: string): boolean =>
  ELSEWHERE.test(value) || FILE.test(value) || /^\$[A-Za-z_]\w*$/.test(value) || !isLiteral(value);

/** How a value begins that a shell or a template fills in, or that was replaced already. */
export const ELSEWHERE = /^(?:\$[({]|\{\{|\[redacted|\[not shown)/;

/** The kind of secret that a value is under a name that does not promise one for sure. */
function weakKind(name: string, value: string): string | null {
  if (name.length > 200 || !WEAK.test(wordsOf(name)) || value.length < 6) return null;
  return /[:=]|\d.*[A-Za-z]|[A-Za-z].*\d/s.test(value.slice(0, 500)) ? "credentials" : null;
}

/** A named value with its secret replaced, and the kind of secret; kind null where there is none. */
export function redactNamed(name: string, value: string): { text: string; kind: string | null } {
  const known = MARKER.exec(value);
  if (known && known[0].length === value.length) return { text: value, kind: known[1]! };
  const promised = secretKindOfName(name) ?? (isCredentialFile(name) ? "credentials" : null);
  const workingDirectory = /^(OLD)?PWD$/.test(name) && value.startsWith("/");
  if (promised !== null && !workingDirectory && isLiteral(value))
    return { text: markerOf(promised), kind: promised };
  if (!value.includes("[")) {
    const weak = weakKind(name, value);
    if (weak && isLiteral(value)) return { text: markerOf(weak), kind: weak };
  }
  if (/(^|_)key$/i.test(name) && /^(?=\D*\d)(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9+/=_-]{20,}$/.test(value)) {
    return { text: markerOf("API key"), kind: "API key" };
  }
  const text = redactShapes(value);
  return { text, kind: kindIn(text) };
}

export const kindIn = (text: string): string | null => MARKER.exec(text)?.[1] ?? null;
