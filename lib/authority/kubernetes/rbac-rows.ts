import type { Notes } from "@/lib/authority/notes";
import type { Rows } from "@/lib/authority/rows";
import { accountOf } from "./identity-rows";
import type { KubeObject } from "./objects";
import type { Pod } from "./pod";
import { Grants } from "./rbac-grants";
import { addGrant } from "./rbac-rule-rows";

const BROAD = /^system:(anonymous|unauthenticated|authenticated|masters|serviceaccounts(:.*)?)$/;

/** The rights of every subject, laid on the workloads that run as it, else on the subject. */
export class Rbac {
  private readonly used = new Set<string>();
  private readonly grants: Grants;

  constructor(
    objects: KubeObject[],
    private readonly notes: Notes,
  ) {
    this.grants = new Grants(objects, notes);
  }

  /** Rows of a workload for what the service accounts whose tokens it has may do, and the groups they are in. */
  addFor(pod: Pod, rows: Rows): void {
    const { name } = accountOf(pod);
    const own = this.addAccount(
      pod,
      name,
      rows,
      rows.holds("k8s-api-token", name) ? null : "no token is mounted",
    );
    if (!own && rows.holds("k8s-api-token", name)) this.noteMissing(name, pod);
    for (const other of pod.otherAccounts) {
      if (!this.addAccount(pod, other.name, rows, other.limit)) this.noteMissing(other.name, pod);
    }
    for (const group of groupsOf(pod.namespace))
      for (const grant of this.grants.of(group))
        addGrant(grant, pod.namespace, rows, this.notes, `as one of ${group.slice("Group ".length)}`);
  }

  private addAccount(pod: Pod, name: string, rows: Rows, limit: string | null): boolean {
    const mayBeElsewhere = !pod.object.at.path("metadata", "namespace").exists;
    const holder = this.grants.accountRef(pod.namespace, name, mayBeElsewhere);
    const grants = this.grants.of(holder);
    if (grants.length === 0) return false;
    this.used.add(holder);
    const ownNamespace = holder.slice("ServiceAccount ".length, -name.length - 1);
    for (const grant of grants) addGrant(grant, ownNamespace, rows, this.notes, limit);
    return true;
  }

  private noteMissing(account: string, pod: Pod): void {
    this.notes.add(
      "warning",
      "rbac-not-supplied",
      `no binding in the input names ServiceAccount ${account} of ${pod.namespace || "the namespace it runs in"}, so what its token may do cannot be told; add its RoleBindings and ClusterRoleBindings with their roles`,
      undefined,
    );
  }

  /** Rows of subjects that no workload of the input runs as; groups keep theirs, since others are in them too. */
  addRemaining(rows: Rows): void {
    for (const [holder, grants] of this.grants.entries()) {
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
        addGrant(grant, namespace, rows, this.notes, null);
      }
    }
  }
}

/** The groups that every service account of a namespace is in. Source: the RBAC reference, "Referring to subjects". */
const groupsOf = (namespace: string): string[] => [
  "Group system:authenticated",
  "Group system:serviceaccounts",
  `Group system:serviceaccounts:${namespace}`,
];
