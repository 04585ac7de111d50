import { stringify } from "yaml";
import { partsOfRef } from "@/lib/authority/tuples";
import { isComposed } from "./composed-kinds";
import { type PatchRow, podSpecSteps } from "./source-text";
import { commentText, type RemovalPatch } from "./text";

/** A literal secret of a container from a Secret instead; null for a secret that no container holds. */
export function secretPatch(row: PatchRow): RemovalPatch | null {
  const [field = "", ...rest] = row.anchor.split(" ");
  if (row.container === null || !/^(env|command|args)$/.test(field) || isComposed(row.workload)) return null;
  const inEnvironment = field === "env";
  const said = rest.join(" ");
  const variable = inEnvironment ? said : variableOf(said);
  const owner = (partsOfRef(row.workload)?.name ?? "").toLowerCase().replace(/[^a-z0-9.-]+/g, "-");
  const secret = `${owner.replace(/^[-.]+|[-.]+$/g, "") || "workload"}-secrets`;
  const list = /\/(initContainers|ephemeralContainers)\//.exec(row.source.pointer)?.[1] ?? "containers";
  const entry = {
    name: variable,
    valueFrom: { secretKeyRef: { name: secret, key: variable.replace(/[^A-Za-z0-9._-]/g, "_") || "value" } },
  };
  let value: unknown = { [list]: [{ name: row.container, env: [entry] }] };
  for (const step of podSpecSteps(row.workload).reverse()) value = { [step]: value };
  const place = inEnvironment
    ? `This entry takes the place of ${variable} with its value, which goes.`
    : `In ${field}, write $(${variable}) where the secret stands.`;
  return {
    title: inEnvironment ? `Take ${variable} from a Secret` : "Take it from a Secret",
    text:
      commentText(
        `${place} Make the Secret ${secret} first, with a new value: everybody who could read this file has the old one.`,
      ) + stringify(value),
  };
}

const variableOf = (flag: string): string =>
  flag
    .replace(/^-+/, "")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^(\d)/, "_$1")
    .toUpperCase() || "SECRET";
