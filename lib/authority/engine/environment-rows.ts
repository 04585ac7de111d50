import type { At } from "@/lib/authority/read/cursor";
import { secretKindOfName } from "@/lib/authority/secrets/detect";
import type { EngineContainer, Variable } from "./container";
import type { AddRow } from "./container-rows";
import { isTold } from "./fact";

/** Rows of group 1c: secrets in the environment, in files and in command lines, and identities by variable. */
export function addEnvironmentRows(container: EngineContainer, add: AddRow): void {
  for (const variable of container.environment) addVariable(variable, add);
  addCloudRows(container.environment, add);
  for (const { path, at } of container.missingFiles)
    add("secret-env", at, "unknown", {
      anchor: `file ${path}`,
      target: `whatever ${path} holds, which is not in the input`,
      access: "read",
    });
  for (const { name, at, target, origin } of container.secrets)
    add("secret-volume", at, origin, { anchor: name, target: `secret ${name} at ${target}`, access: "read" });
  for (const { at, anchor, kind, where } of container.literals)
    add("secret-literal", at, "explicit", {
      anchor,
      target: `${kind} in ${where}`,
      access: "read",
      detail: `a ${kind} in ${where}`,
    });
}

function addVariable(variable: Variable, add: AddRow): void {
  const { name, value, at, secret, fromOutside } = variable;
  if (secret !== null)
    add("secret-literal", at, "explicit", {
      anchor: `env ${name}`,
      target: `${secret} in environment variable ${name}`,
      access: "read",
      detail: `a ${secret} in ${name}`,
    });
  else if (fromOutside && secretKindOfName(name) !== null)
    add("secret-env", at, "explicit", {
      anchor: `env ${name}`,
      target: `${name}, from where it is started`,
      access: "read",
      detail: `${name}, whose value is not in the configuration`,
    });
  if (name !== "DOCKER_HOST" || value === "") return;
  if (value === null || /^(tcp|https?|ssh):\/\//.test(value) || !isTold(at))
    add("runtime-api-tcp", at, value !== null && isTold(at) ? "explicit" : "unknown", {
      anchor: "DOCKER_HOST",
    });
}

/** Variables with which the clouds' own programs find an identity. */
const CLOUDS: [RegExp, string][] = [
  [
    /^AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|PROFILE|ROLE_ARN|WEB_IDENTITY_TOKEN_FILE|SHARED_CREDENTIALS_FILE|CONFIG_FILE|CONTAINER_CREDENTIALS_(RELATIVE|FULL)_URI)$/,
    "AWS",
  ],
  [/^(GOOGLE_(APPLICATION_)?CREDENTIALS(_JSON)?|CLOUDSDK_AUTH_\w+)$/, "Google Cloud"],
  [/^(AZURE|ARM)_(CLIENT_(ID|SECRET|CERTIFICATE_PATH)|FEDERATED_TOKEN_FILE)$/, "Azure"],
];

function addCloudRows(environment: Variable[], add: AddRow): void {
  for (const [pattern, provider] of CLOUDS) {
    const found = environment.filter(({ name, value }) => pattern.test(name) && value !== "");
    if (found.length === 0) continue;
    const told = found.some(({ value, at }) => value !== null && isTold(at));
    const at: At = found[0]!.at;
    add("cloud-identity", at, told ? "explicit" : "unknown", {
      anchor: provider,
      target: `${provider}, by ${found
        .map(({ name }) => name)
        .sort()
        .join(", ")}`,
    });
  }
}
