import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import {
  isLiteral,
  markerOf,
  redactNamed,
  redactShapes,
  secretKindOfName,
} from "@/lib/authority/secrets/detect";
import { redactValue } from "@/lib/authority/secrets/redact-value";

/** A variable that is set for a process; `text` null where its value is taken over from outside. */
export type Variable = { name: string; text: string | null; at: At };

/** A value that is nothing but what somebody else fills in; a default inside it would be a value of its own. */
const REFERENCE =
  /^(?:(?:Bearer|Basic|Token) {1,4})?(?:\$\{(?:[A-Za-z]{1,20}:\w[\w.-]{0,100}|\w{1,100})\}|\$\([^()]{1,400}\)|\$[A-Za-z_]\w{0,100}|`[^`]{1,400}`)+$/i;

export const isReference = (text: string): boolean => REFERENCE.test(text);

/** `${TOKEN:-value}`: the value that stands in where nothing is filled in. */
const DEFAULT = /\$\{\w{1,100}:?[-=+]([^}]{1,1000})/;

/** A variable's value as it is stored, and the kind of secret in it; a default under a secret's name is one. */
export function redactVariable(name: string, text: string): { text: string; kind: string | null } {
  // Kept for the row that says where the container runtime is; a password in it goes.
  if (name === "DOCKER_HOST") return redactNamed(name, text);
  const promised = secretKindOfName(name);
  if (promised !== null && isLiteral(DEFAULT.exec(text)?.[1] ?? ""))
    return { text: markerOf(promised), kind: promised };
  return redactValue(name, text);
}

const CLOUDS: readonly [RegExp, string][] = [
  [/^AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|PROFILE|ROLE_ARN|WEB_IDENTITY_TOKEN_FILE)$/, "AWS"],
  [/^(?:GOOGLE_APPLICATION_CREDENTIALS|CLOUDSDK_\w{1,40})$/, "Google Cloud"],
  [/^AZURE_(?:CLIENT_(?:ID|SECRET)|FEDERATED_TOKEN_FILE|TENANT_ID)$/, "Azure"],
];

/** What the variables of a process give it: secrets, a cloud identity, a runtime's address, a proxy. */
export function addVariables(variables: Iterable<Variable>, container: string, rows: Rows): void {
  for (const { name, text, at } of variables) {
    const shown = redactShapes(name);
    addSecret({ name, text, at }, `env ${shown}`, `environment variable ${shown}`, container, rows);
    const cloud = CLOUDS.find(([pattern]) => pattern.test(name))?.[1];
    if (cloud)
      rows.add("cloud-identity", at, "explicit", { container, anchor: cloud, detail: `by ${shown}` });
    if (name === "DOCKER_HOST" && text !== null && /^(tcp|https?|ssh):\/\//.test(text))
      rows.add("runtime-api-tcp", at, "explicit", { container, anchor: "DOCKER_HOST" });
    if (/^(?:https?|all)_proxy$/i.test(name))
      rows.add("proxy-only-egress", at, "explicit", { container, anchor: name.toUpperCase(), target: shown });
  }
}

/** A named value: a secret that is written out, or one that comes from outside under a secret's name. */
export function addSecret(
  { name, text, at }: Variable,
  anchor: string,
  where: string,
  container: string,
  rows: Rows,
): void {
  const comesFromOutside = text === null || isReference(text);
  const promised = secretKindOfName(name);
  if (comesFromOutside) {
    const kind = promised ?? (/^(?:proxy-)?authorization$|^cookie$/i.test(name) ? "credentials" : null);
    if (kind !== null)
      rows.add("secret-env", at, "explicit", {
        container,
        anchor,
        target: `${kind} in ${where}`,
        access: "read",
      });
    return;
  }
  const { kind } = redactVariable(name, text);
  if (kind === null) return;
  rows.add("secret-literal", at, "explicit", {
    container,
    anchor,
    target: `${kind} in ${where}`,
    access: "read",
    detail: `${aKind(kind)} in ${where}`,
  });
}

/** `a token`, and `credentials`, which are many. */
export const aKind = (kind: string): string => (kind === "credentials" ? kind : `a ${kind}`);

/** The environment that whoever starts the layer has, all of which comes inside. */
export function addInherited(at: At, without: string[], container: string, rows: Rows): void {
  rows.add("secret-env", at, "unknown", {
    container,
    anchor: "inherited environment",
    target: "the environment of whoever starts it",
    access: "read",
    limits:
      without.length > 0
        ? [
            `without ${[...without]
              .sort()
              .map((name) => redactShapes(name))
              .join(", ")}`,
          ]
        : [],
    detail: "all variables of whoever starts it are handed on, and which those are is not written here",
  });
}
