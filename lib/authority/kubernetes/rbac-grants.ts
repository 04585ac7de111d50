import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import { type KubeObject, refOf } from "./objects";
import { type Rule, rightsWithoutRow } from "./rbac-rights";
import { Roles } from "./rbac-roles";

/** What a binding gives to one subject: the rules of its role, in a namespace or (null) in the whole cluster. */
export type Grant = {
  binding: KubeObject;
  roleRef: string;
  rules: Rule[] | null;
  namespace: string | null;
  subject: At;
};

/** What every subject of the input holds, found once. */
export class Grants {
  private readonly byHolder = new Map<string, Grant[]>();
  /** The holders that are service accounts, by name alone. */
  private readonly accounts = new Map<string, string[]>();
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

  of(holder: string): Grant[] {
    return this.byHolder.get(holder) ?? [];
  }

  entries(): Iterable<[string, Grant[]]> {
    return this.byHolder;
  }

  /**
   * The service account that a workload runs as. A workload that names no namespace may run in any, so it
   * also answers to the account's name where only one namespace binds it.
   */
  accountRef(namespace: string, name: string, mayBeElsewhere: boolean): string {
    const holder = `ServiceAccount ${namespace}/${name}`;
    if (this.byHolder.has(holder) || !mayBeElsewhere || name === "default") return holder;
    const elsewhere = this.accounts.get(name) ?? [];
    return elsewhere.length === 1 ? elsewhere[0]! : holder;
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
    const named = subjects.map((subject) => subjectRef(subject, cluster ? "default" : binding.namespace));
    if (rules) this.noteWithoutRow(binding, roleRef, rules, named);
    const namespace = cluster ? null : binding.namespace;
    for (const [i, subject] of subjects.entries())
      this.give(named[i]!, { binding, roleRef, rules, namespace, subject });
  }

  private give(holder: string, grant: Grant): void {
    const others = this.byHolder.get(holder);
    if (others) {
      others.push(grant);
      return;
    }
    this.byHolder.set(holder, [grant]);
    if (!holder.startsWith("ServiceAccount ")) return;
    const name = holder.slice(holder.indexOf("/") + 1);
    const namesakes = this.accounts.get(name);
    if (namesakes) namesakes.push(holder);
    else this.accounts.set(name, [holder]);
  }

  /** Rights that the catalogue has no row for are named, so that nobody takes the rows for all of them. */
  private noteWithoutRow(binding: KubeObject, roleRef: string, rules: Rule[], named: string[]): void {
    const add = (level: "info" | "warning", code: string, message: string) =>
      this.notes.add(level, code, message, binding.at);
    if (named.length === 0) {
      add("info", "rbac-no-subject", `${binding.ref} names nobody who gets ${roleRef}, so it yields no row`);
      return;
    }
    const cluster = binding.kind === "ClusterRoleBinding";
    const scope = cluster ? "every namespace" : binding.namespace;
    const holders = some(named, 3);
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
}

/** The first of many, and how many more there are. */
const some = (texts: string[], most: number): string =>
  texts.slice(0, most).join("; ") + (texts.length > most ? ` and ${texts.length - most} more` : "");

function subjectRef(subject: At, namespace: string): string {
  const kind = subject.get("kind").string() ?? "User";
  const name = subject.get("name").string() ?? "";
  const account = /^system:serviceaccount:([^:]+):(.+)$/.exec(name);
  if (kind === "User" && account) return `ServiceAccount ${account[1]}/${account[2]}`;
  return kind === "ServiceAccount"
    ? `ServiceAccount ${subject.get("namespace").string() ?? namespace}/${name}`
    : `${kind} ${name}`;
}
