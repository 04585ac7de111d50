import type { At } from "@/lib/authority/read/cursor";
import type { KubeObject } from "./objects";
import type { Rule } from "./rbac-rights";
import { selects } from "./selectors";

/** Rules of roles that every cluster has. Source: plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go. */
type BuiltIn = Omit<Rule, "at">;

const rule = (groups: string[], resources: string[], verbs: string[]): BuiltIn => ({
  groups,
  resources,
  verbs,
  names: [],
});
const ALL_VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
const EDIT: BuiltIn[] = [
  rule(
    [""],
    [
      "pods",
      "pods/exec",
      "pods/attach",
      "pods/portforward",
      "pods/proxy",
      "replicationcontrollers",
      "services",
      "endpoints",
      "configmaps",
      "persistentvolumeclaims",
      "secrets",
      "events",
    ],
    ALL_VERBS,
  ),
  rule([""], ["serviceaccounts"], ["impersonate"]),
  rule([""], ["serviceaccounts/token"], ["create"]),
  rule(["apps"], ["deployments", "daemonsets", "statefulsets", "replicasets"], ALL_VERBS),
  rule(["batch"], ["jobs", "cronjobs"], ALL_VERBS),
  rule(["networking.k8s.io"], ["ingresses", "networkpolicies"], ALL_VERBS),
];

const BUILT_IN: Record<string, BuiltIn[]> = {
  "cluster-admin": [rule(["*"], ["*"], ["*"])],
  admin: [...EDIT, rule(["rbac.authorization.k8s.io"], ["roles", "rolebindings"], ALL_VERBS)],
  edit: EDIT,
  view: [],
};

/** Which labels add to each built-in role: view is part of edit, and edit of admin. */
const AGGREGATED: Record<string, string[]> = {
  admin: ["admin", "edit", "view"],
  edit: ["edit", "view"],
  view: ["view"],
};

/** The rules of a role object, or of a built-in one; aggregated ClusterRoles by their selectors' labels. */
export class Roles {
  private readonly objects = new Map<string, KubeObject>();
  readonly bound = new Set<KubeObject>();

  constructor(objects: KubeObject[]) {
    for (const object of objects) {
      if (object.kind === "ClusterRole" || object.kind === "Role") this.objects.set(object.ref, object);
    }
  }

  /** Null when the role is neither in the input nor built in. */
  rulesOf(ref: string, name: string, reference: At): Rule[] | null {
    const role = this.objects.get(ref);
    if (role) {
      this.bound.add(role);
      return this.rulesOfObject(role, new Set());
    }
    const known =
      ref.startsWith("ClusterRole ") && Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
    if (!known) return null;
    return [...known.map((rules) => ({ ...rules, at: reference })), ...this.aggregatedTo(name)];
  }

  /** What the input's ClusterRoles add by label to a role that every cluster has. */
  private aggregatedTo(name: string): Rule[] {
    const rules: Rule[] = [];
    for (const other of this.objects.values()) {
      if (other.kind !== "ClusterRole") continue;
      const labels = other.at.path("metadata", "labels");
      const adds = (AGGREGATED[name] ?? []).some(
        (to) => labels.get(`rbac.authorization.k8s.io/aggregate-to-${to}`).string() === "true",
      );
      if (!adds) continue;
      this.bound.add(other);
      rules.push(...this.rulesOfObject(other, new Set()));
    }
    return rules;
  }

  private rulesOfObject(role: KubeObject, seen: Set<KubeObject>): Rule[] {
    if (seen.has(role)) return [];
    seen.add(role);
    const rules = role.at.get("rules").items().map(readRule);
    for (const selector of role.at.path("aggregationRule", "clusterRoleSelectors").items()) {
      for (const other of this.objects.values()) {
        if (other.kind !== "ClusterRole" || other === role) continue;
        const labels = new Map(
          other.at
            .path("metadata", "labels")
            .entries()
            .map(([key, at]) => [key, at.string() ?? ""]),
        );
        if (!selects(selector, labels)) continue;
        this.bound.add(other);
        rules.push(...this.rulesOfObject(other, seen));
      }
    }
    return rules;
  }

  unbound(): KubeObject[] {
    return [...this.objects.values()].filter((role) => !this.bound.has(role));
  }
}

const readRule = (at: At): Rule => ({
  at,
  groups: at.get("apiGroups").strings(),
  resources: at.get("resources").strings().sort(),
  names: at.get("resourceNames").strings().sort(),
  verbs: at.get("verbs").strings(),
});
