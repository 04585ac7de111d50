import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { accountOf } from "./identity-rows";
import { type KubeObject, refOf } from "./objects";
import type { Pod } from "./pod";
import {
  isClusterResource,
  matchRight,
  POD_MAKERS,
  RIGHTS,
  type Rule,
  rightsWithoutRow,
} from "./rbac-rights";
import { Roles } from "./rbac-roles";

/** What a binding gives to one subject: the rules of its role, in a namespace or (null) in the whole cluster. */
type Grant = {
  binding: KubeObject;
  roleRef: string;
  rules: Rule[] | null;
  namespace: string | null;
  subject: At;
};

const BROAD = /^system:(anonymous|unauthenticated|authenticated|masters|serviceaccounts(:.*)?)$/;

/** The rights of every subject, found once; laid on the workloads that run as it, else on the subject. */
export class Rbac {
  private readonly grants = new Map<string, Grant[]>();
  /** The holders that are service accounts, by name alone. */
  private readonly accounts = new Map<string, string[]>();
  private readonly used = new Set<string>();
  private readonly roles: Roles;

  constructor(
    objects: KubeObject[],
    private readonly notes: Notes,
  ) {
    this.roles = new Roles(objects);
    for (const object of objects) {
      if (object.kind === "RoleBinding" || object.kind === "ClusterRoleBinding") this.addBinding(object);
    }
    for (const role of this.roles.unbound()) {
      notes.add(
        "info",
        "role-unbound",
        `${role.ref} is bound to nobody in the input, so nobody holds it and it yields no row`,
        role.at,
      );
    }
  }

  private addBinding(binding: KubeObject): void {
    const cluster = binding.kind === "ClusterRoleBinding";
    const reference = binding.at.get("roleRef");
    const kind = cluster ? "ClusterRole" : (reference.get("kind").string() ?? "Role");
    const name = reference.get("name").string() ?? "";
    const roleRef = refOf(kind, binding.namespace, name);
    const rules = this.roles.rulesOf(roleRef, name, reference);
    if (!rules) {
      this.notes.add(
        "warning",
        "rbac-unresolved",
        `${binding.ref} binds ${roleRef}, which is not in the input, so what it grants cannot be told`,
        reference,
      );
    }
    const subjects = binding.at.get("subjects").items();
    if (rules) this.noteWithoutRow(binding, roleRef, rules, subjects);
    for (const subject of subjects) {
      const holder = subjectRef(subject, cluster ? "default" : binding.namespace);
      const grant: Grant = {
        binding,
        roleRef,
        rules,
        namespace: cluster ? null : binding.namespace,
        subject,
      };
      const others = this.grants.get(holder);
      if (others) others.push(grant);
      else {
        this.grants.set(holder, [grant]);
        if (holder.startsWith("ServiceAccount ")) {
          const name = holder.slice(holder.indexOf("/") + 1);
          this.accounts.set(name, [...(this.accounts.get(name) ?? []), holder]);
        }
      }
    }
  }

  /** Rights that the catalogue has no row for are named, so that nobody takes the rows for all of them. */
  private noteWithoutRow(binding: KubeObject, roleRef: string, rules: Rule[], subjects: At[]): void {
    const add = (level: "info" | "warning", code: string, message: string) =>
      this.notes.add(level, code, message, binding.at);
    if (subjects.length === 0) {
      add("info", "rbac-no-subject", `${binding.ref} names nobody who gets ${roleRef}, so it yields no row`);
      return;
    }
    const cluster = binding.kind === "ClusterRoleBinding";
    const scope = cluster ? "every namespace" : binding.namespace;
    const holders = some(
      subjects.map((subject) => subjectRef(subject, cluster ? "default" : binding.namespace)),
      3,
    );
    if (rules.length === 0) {
      const what =
        roleRef === "ClusterRole view"
          ? "which reads most objects, Secrets excepted"
          : "which has no rule here";
      add(
        "warning",
        "rbac-without-row",
        `${binding.ref} gives ${holders} ${roleRef} in ${scope}, ${what}; no row shows it`,
      );
      return;
    }
    const rights = [...new Set(rules.flatMap((rule) => rightsWithoutRow(rule, cluster)))];
    if (rights.length === 0) return;
    add(
      "warning",
      "rbac-without-row",
      `${binding.ref} also gives ${holders} rights in ${scope} that no row shows, because the catalogue has no entry for them: ${some(rights, 10)}`,
    );
  }

  /**
   * Rows of a workload for what its service account may do. A workload that names no namespace may run in
   * any, so it also answers to the account's name where only one namespace binds it.
   */
  addFor(pod: Pod, rows: Rows): void {
    const { name } = accountOf(pod);
    let holder = `ServiceAccount ${pod.namespace}/${name}`;
    if (!this.grants.has(holder) && !pod.object.at.path("metadata", "namespace").exists) {
      const elsewhere = this.accounts.get(name) ?? [];
      if (elsewhere.length === 1 && name !== "default") holder = elsewhere[0]!;
    }
    const grants = this.grants.get(holder);
    if (!grants) {
      if (rows.holds("k8s-api-token", name)) this.noteMissing(name, pod);
      return;
    }
    this.used.add(holder);
    const ownNamespace = holder.slice("ServiceAccount ".length, -name.length - 1);
    for (const grant of grants) this.addGrant(grant, ownNamespace, rows);
  }

  private noteMissing(account: string, pod: Pod): void {
    this.notes.add(
      "warning",
      "rbac-not-supplied",
      `no binding in the input names ServiceAccount ${account} of ${pod.namespace}, so what its token may do cannot be told; add its RoleBindings and ClusterRoleBindings with their roles`,
      undefined,
    );
  }

  /** Rows of subjects that no workload of the input runs as. */
  addRemaining(rows: Rows): void {
    for (const [holder, grants] of this.grants) {
      if (this.used.has(holder)) continue;
      rows.of(holder);
      const namespace = holder.startsWith("ServiceAccount ") ? holder.slice(15, holder.indexOf("/")) : null;
      for (const grant of grants) {
        const name = grant.subject.get("name").string() ?? "";
        if (BROAD.test(name)) {
          rows.add("rbac-broad-subject", grant.subject, "explicit", {
            anchor: grant.roleRef,
            target: `${grant.roleRef} for ${name}`,
          });
        }
        this.addGrant(grant, namespace, rows);
      }
    }
  }

  private addGrant(grant: Grant, ownNamespace: string | null, rows: Rows): void {
    // The holder's own namespace is left out, so that a chart rendered without one agrees with its export.
    const scope =
      grant.namespace === null
        ? " in every namespace"
        : grant.namespace === ownNamespace
          ? ""
          : ` in ${grant.namespace}`;
    const role = grant.roleRef.startsWith("ClusterRole ")
      ? grant.roleRef
      : `Role ${grant.roleRef.slice(grant.roleRef.indexOf("/") + 1)}`;
    if (!grant.rules) {
      rows.add("rbac-unresolved", grant.binding.at.get("roleRef"), "unknown", {
        anchor: role + scope,
        target: `${role}${scope}, by ${grant.binding.name}`,
        authority: "workload-identity",
      });
      return;
    }
    for (const rule of grant.rules) this.addRule(grant, rule, role, scope, rows);
  }

  private addRule(grant: Grant, rule: Rule, role: string, scope: string, rows: Rows): void {
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
        ...(critical === false && { severity: "high" as const }),
      });
    const all = [rule.verbs.includes("*"), rule.resources.includes("*")];
    if (all[0] || all[1]) add("rbac-wildcard", rule.verbs, rule.resources, all[0] && all[1]);
    for (const right of RIGHTS) {
      const { resources, verbs } = matchRight(rule, right);
      const namespaced =
        grant.namespace === null ? resources : resources.filter((resource) => !isClusterResource(resource));
      if (namespaced.length < resources.length && !all[1]) {
        this.noteIneffective(
          grant,
          resources.filter(isClusterResource),
          "a RoleBinding grants nothing that belongs to no namespace",
        );
      }
      // The API server cannot know the name of what is being created, so resourceNames leave nothing of create.
      const effective =
        rule.names.length > 0
          ? verbs.filter((verb) => verb !== "create" && verb !== "deletecollection")
          : verbs;
      if (effective.length < verbs.length) {
        this.noteIneffective(
          grant,
          resources,
          "create and deletecollection with resourceNames grant nothing",
        );
      }
      if (namespaced.length > 0 && effective.length > 0) add(right.id, effective, namespaced);
    }
  }

  private noteIneffective(grant: Grant, resources: string[], why: string): void {
    this.notes.add(
      "warning",
      "rbac-ineffective",
      `${grant.binding.ref} for ${resources.join(", ")}: ${why}`,
      grant.binding.at,
    );
  }
}

/** The first of many, and how many more there are. */
const some = (texts: string[], most: number): string =>
  texts.slice(0, most).join("; ") + (texts.length > most ? ` and ${texts.length - most} more` : "");

/** Custom resources are said with what their controllers make of them. */
const sayResource = (resource: string): string =>
  POD_MAKERS.includes(resource) ? `${resource} (which become pods)` : resource;

function subjectRef(subject: At, namespace: string): string {
  const kind = subject.get("kind").string() ?? "User";
  const name = subject.get("name").string() ?? "";
  const account = /^system:serviceaccount:([^:]+):(.+)$/.exec(name);
  if (kind === "User" && account) return `ServiceAccount ${account[1]}/${account[2]}`;
  return kind === "ServiceAccount"
    ? `ServiceAccount ${subject.get("namespace").string() ?? namespace}/${name}`
    : `${kind} ${name}`;
}
