import type { Notes } from "@/lib/authority/notes";
import type { Rows } from "@/lib/authority/rows";
import type { Grant } from "./rbac-grants";
import { isClusterResource, matchRight, POD_MAKERS, RIGHTS, type Rule } from "./rbac-rights";

/** Where a grant holds and how its role is called: both part of the anchor. */
type Scope = { role: string; scope: string; limits: string[] };

/**
 * Rows of one subject for what a binding gives it.
 *
 * @param ownNamespace the holder's; it is left out, so that a chart rendered without one agrees with its export
 * @param limit what narrows the use of these rights, if anything does
 */
export function addGrant(
  grant: Grant,
  ownNamespace: string | null,
  rows: Rows,
  notes: Notes,
  limit: string | null,
): void {
  const where = grant.namespace === ownNamespace ? "" : ` in ${grant.namespace}`;
  const scope = grant.namespace === null ? " in every namespace" : where;
  const role = grant.roleRef.startsWith("ClusterRole ")
    ? grant.roleRef
    : `Role ${grant.roleRef.slice(grant.roleRef.indexOf("/") + 1)}`;
  const limits = limit === null ? [] : [limit];
  if (!grant.rules) {
    rows.add("rbac-unresolved", grant.binding.at.get("roleRef"), "unknown", {
      anchor: role + scope,
      target: `${role}${scope}, by ${grant.binding.name}`,
      authority: "workload-identity",
      limits,
    });
    return;
  }
  for (const rule of grant.rules) addRule(grant, rule, { role, scope, limits }, rows, notes);
}

function addRule(grant: Grant, rule: Rule, { role, scope, limits }: Scope, rows: Rows, notes: Notes): void {
  if (rule.resources.length === 0) return;
  const groups = rule.groups
    .map((group) => group || "core")
    .sort()
    .join(",");
  const names = rule.names.length > 0 ? ` named ${rule.names.join(",")}` : "";
  const anchor = `${role} ${groups} ${rule.resources.join(",")}${names}${scope}`;
  const add = (id: string, verbs: string[], resources: string[], critical?: boolean) =>
    rows.add(id, rule.at, "explicit", {
      anchor,
      target: `${verbs.join(", ")} ${resources.map(sayResource).join(", ")}${names}${scope}`,
      extent: verbs,
      authority: "workload-identity",
      limits,
      ...(critical === false && { severity: "high" as const }),
    });
  const all = [rule.verbs.includes("*"), rule.resources.includes("*")];
  if (all[0] || all[1]) add("rbac-wildcard", rule.verbs, rule.resources, all[0] && all[1]);
  for (const right of RIGHTS) {
    const { resources, verbs } = matchRight(rule, right);
    const namespaced =
      grant.namespace === null ? resources : resources.filter((resource) => !isClusterResource(resource));
    if (namespaced.length < resources.length && !all[1]) {
      const why = "a RoleBinding grants nothing that belongs to no namespace";
      noteIneffective(grant, resources.filter(isClusterResource), why, notes);
    }
    // The API server cannot know the name of what is being created, so resourceNames leave nothing of create.
    const effective =
      rule.names.length > 0
        ? verbs.filter((verb) => verb !== "create" && verb !== "deletecollection")
        : verbs;
    if (effective.length < verbs.length) {
      const why = "create and deletecollection with resourceNames grant nothing";
      noteIneffective(grant, resources, why, notes);
    }
    if (namespaced.length > 0 && effective.length > 0) add(right.id, effective, namespaced);
  }
}

function noteIneffective(grant: Grant, resources: string[], why: string, notes: Notes): void {
  notes.add(
    "warning",
    "rbac-ineffective",
    `${grant.binding.ref} for ${resources.join(", ")}: ${why}`,
    grant.binding.at,
  );
}

/** Custom resources are said with what their controllers make of them. */
const sayResource = (resource: string): string =>
  POD_MAKERS.includes(resource) ? `${resource} (which become pods)` : resource;
