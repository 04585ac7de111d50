import { PRODUCT_SETTINGS } from "@/lib/authority/engine/products";
import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { environmentOf, type Variable } from "./environment";
import type { KubeIndex } from "./kube-index";
import type { Container, Pod } from "./pod";

/** What a container's variables mean: a runtime's address, a proxy, a cloud's identity, a product's own switches. */
export function addEnvironmentRows(
  pod: Pod,
  container: Container,
  index: KubeIndex,
  rows: Rows,
  notes: Notes,
): void {
  const variables = environmentOf(pod, container, index, notes);
  addProductRows(container, variables, rows);
  if (variables.size === 0) return;
  const runtime = variables.get("DOCKER_HOST");
  if (runtime && (runtime.value === null || /^(tcp|https?|ssh):\/\//.test(runtime.value)))
    rows.add("runtime-api-tcp", placeOf(runtime), runtime.value === null ? "unknown" : "explicit", {
      container: container.name,
      anchor: "DOCKER_HOST",
    });
  for (const variable of variables.values()) {
    if (!/^(https?|all)_proxy$/i.test(variable.name) || variable.value === "") continue;
    rows.add("proxy-only-egress", variable.at, "explicit", {
      container: container.name,
      anchor: variable.name.toUpperCase(),
    });
  }
  addCloudRows(container, variables, rows);
}

const placeOf = ({ at }: Variable): At => (at.get("value").exists ? at.get("value") : at);

/** Variables that hold a cloud's credentials, or say where they are. */
const CLOUDS: [RegExp, string][] = [
  [
    /^AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|PROFILE|SHARED_CREDENTIALS_FILE|CONFIG_FILE)$/,
    "AWS",
  ],
  [/^GOOGLE_(APPLICATION_)?CREDENTIALS(_JSON)?$/, "Google"],
  [/^(AZURE|ARM)_CLIENT_(SECRET|CERTIFICATE_PATH)$/, "Azure"],
];

function addCloudRows(container: Container, variables: Map<string, Variable>, rows: Rows): void {
  for (const [pattern, provider] of CLOUDS) {
    const found = [...variables.values()].filter(({ name, value }) => pattern.test(name) && value !== "");
    if (found.length === 0) continue;
    rows.add("cloud-identity", found[0]!.at, "explicit", {
      container: container.name,
      anchor: provider,
      target: `${provider}, by ${found
        .map(({ name }) => name)
        .sort()
        .join(", ")}`,
    });
  }
  // What the clouds' webhooks write into a pod, or somebody by hand: the identity that the account's annotation names.
  const identities: [string, string][] = [["AWS_ROLE_ARN", "AWS"]];
  if (variables.has("AZURE_FEDERATED_TOKEN_FILE")) identities.push(["AZURE_CLIENT_ID", "Azure"]);
  for (const [name, provider] of identities) {
    const variable = variables.get(name);
    if (!variable || variable.value === "") continue;
    const known = variable.value !== null;
    rows.add("cloud-identity", placeOf(variable), known ? "explicit" : "unknown", {
      anchor: known ? `${provider} ${variable.value}` : provider,
      authority: "workload-identity",
    });
  }
}

/** Rows of table 1f: what a product's own settings say of the limits that it claims for the code it runs. */
function addProductRows(container: Container, variables: Map<string, Variable>, rows: Rows): void {
  const image = container.at.get("image");
  const reference = image.string() ?? "";
  const fromOutside = container.at
    .get("envFrom")
    .items()
    .some((source) => source.get("secretRef").exists);
  for (const { product, image: images, variable, byDefault, grants, id, says } of PRODUCT_SETTINGS) {
    const isProduct = images?.test(reference) ?? false;
    if (images !== null && !isProduct) continue;
    const text = {
      container: container.name,
      anchor: `${product} ${variable}`,
      target: `${variable} of ${product}: ${says}`,
      detail: says,
    };
    const written = variables.get(variable);
    if (written?.value === null) rows.add(id, written.at, "unknown", text);
    else if (written) {
      if (grants(written.value!)) rows.add(id, written.at, "explicit", text);
    } else if (isProduct && grants(byDefault)) rows.add(id, image, fromOutside ? "unknown" : "default", text);
  }
}
