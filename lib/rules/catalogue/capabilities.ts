import type { Capability, Executor } from "@/lib/review/content";
import { CAPABILITY_GROUPS, type CapabilityGroup, LAYER_KINDS } from "@/lib/review/vocabulary";
import { askedOf, isSubsumed, isSurplus, isUndetermined, runsSubmittedCode, standsAlone } from "../asking";
import { type ContentIndex, heldOf } from "../content-index";
import {
  exampleCapability,
  exampleExecutor,
  exampleGrant,
  exampleJustification,
  exampleMissingLimit,
  exampleReview,
  quietContent,
} from "../example-content";
import type { Fired, Rule } from "../schema";
import { targetOf } from "../targets";
import { counted, listed, namedCapability, namedExecutor, worst } from "../words";

const ofExecutor = {
  question: 2,
  target: "executor",
  scope: "group",
  notApplicable: true,
  listsCauses: true,
  when: "always",
} as const;

/** One finding for many rows: what they are in the reading order of their groups, the rows as its list. */
function aggregate(rows: Capability[], severity: Fired["severity"], words: string): Fired | null {
  if (rows.length === 0) return null;
  const groups = (Object.keys(CAPABILITY_GROUPS) as CapabilityGroup[])
    .map((group) => ({ group, rows: rows.filter((row) => row.group === group) }))
    .filter((group) => group.rows.length > 0);
  const parts = groups.map((group) => `${CAPABILITY_GROUPS[group.group].toLowerCase()} ${group.rows.length}`);
  return {
    severity,
    reason: `${words} (${parts.join(", ")}).`,
    lists: groups.flatMap((group) => group.rows.map((row) => targetOf("capability", row))),
  };
}

const needsAnotherKernel = (executor: Executor, index: ContentIndex): boolean =>
  index.content.review.riskTier === "high" &&
  runsSubmittedCode(executor) &&
  !(executor.layers ?? []).some((layer) => LAYER_KINDS[layer.kind].isolation === "kernel");

const surplusRule: Rule = {
  ...ofExecutor,
  id: "CAP-01",
  severity: "high",
  title: "Grants serve no stated need",
  explanation:
    "Every grant that nobody needs is authority that only an attacker will use. One justification may cover many grants.",
  resolve: [
    "Remove the grants from the configuration.",
    "Write why they are needed and how misuse is limited, once for all that belong together.",
    "Say that a baseline settles them, a layer holds them, or accept them as a residual risk.",
  ],
  reference: "NIST SP 800-190, 4.4; least privilege, NIST SP 800-53 AC-6",
  examples: {
    fires: () => quietContent({ capabilities: [exampleCapability(1)] }),
    quiet: () =>
      quietContent({
        capabilities: [exampleCapability(1, { decision: "needed", justificationId: "J1" })],
        justifications: [exampleJustification(1)],
      }),
  },
  evaluate: {
    executor: (executor, index) => {
      const rows = askedOf(index, executor).filter(
        (row) => isSurplus(row, index) && !isUndetermined(row, index) && !standsAlone(row, executor),
      );
      const severity = worst(
        rows.map((row) => row.severity),
        "high",
      );
      const words = counted(rows.length, "grant serves", "grants serve");
      return aggregate(rows, severity, `In ${namedExecutor(executor)} ${words} no stated need`);
    },
  },
};

const missingLimitRule: Rule = {
  ...ofExecutor,
  id: "CAP-04",
  severity: "high",
  title: "Limits are missing and undecided",
  explanation:
    "A limit that is not set lets one run starve its neighbours, last for ever or use what a filter would have stopped. It is fixed, or something else provably holds it.",
  resolve: [
    "Set the limit in the configuration (decide “fix”).",
    "Say which baseline of the cluster settles it, or which inner layer holds it.",
    "Accept it as a residual risk.",
  ],
  reference: "Pod Security Standards, restricted; CIS Kubernetes Benchmark 5.2 and 5.7",
  examples: {
    fires: () => quietContent({ capabilities: [exampleMissingLimit(1)] }),
    quiet: () => quietContent({ capabilities: [exampleMissingLimit(1, { decision: "fix" })] }),
  },
  evaluate: {
    executor: (executor, index) => {
      // A kernel that the risk tier wants apart is CAP-12's.
      const isOtherwiseFound = (row: Capability) =>
        standsAlone(row, executor) || (row.family === "shared-kernel" && needsAnotherKernel(executor, index));
      const rows = askedOf(index, executor).filter(
        (row) =>
          row.class === "missing-limit" &&
          row.decision === null &&
          !isUndetermined(row, index) &&
          !isOtherwiseFound(row),
      );
      const severity = worst(
        rows.map((row) => row.severity),
        "high",
      );
      const words = counted(
        rows.length,
        "limit is missing and undecided",
        "limits are missing and undecided",
      );
      return aggregate(rows, severity, `In ${namedExecutor(executor)} ${words}`);
    },
  },
};

const undeterminedRule: Rule = {
  ...ofExecutor,
  id: "CAP-07",
  severity: "medium",
  title: "The configuration does not say",
  explanation:
    "Some authority depends on what is not in the attached files: a role, an image's user, what the network plug-in enforces. Unknown is not the same as absent.",
  resolve: [
    "Attach the files that say it, captured from the running system.",
    "Find out, and decide each row.",
  ],
  reference: "capability catalogue: “not determined” is a third state",
  examples: {
    fires: () =>
      quietContent({
        capabilities: [exampleMissingLimit(1, { grant: exampleGrant({ origin: "unknown" }) })],
      }),
    quiet: () =>
      quietContent({
        capabilities: [
          exampleMissingLimit(1, { decision: "baseline", grant: exampleGrant({ origin: "unknown" }) }),
        ],
      }),
  },
  evaluate: {
    executor: (executor, index) => {
      const rows = askedOf(index, executor).filter(
        (row) => isUndetermined(row, index) && !standsAlone(row, executor),
      );
      const words = counted(rows.length, "thing", "things");
      return aggregate(
        rows,
        "medium",
        `Of ${namedExecutor(executor)} ${words} cannot be determined from the configuration, and nobody has answered`,
      );
    },
  },
};

/** Volume plug-ins that many may mount at once; the anchor of a row begins with the driver. */
const SHARED_DRIVER =
  /^(nfs|cephfs|glusterfs|azureFile|quobyte|(\S*\.)?(nfs|efs|filestore|cephfs|file)\.csi\.\S+)( |$)/;

/**
 * Whether a grant is a volume in which something of another run, workload or tenant can lie. An
 * emptyDir ends with its pod and is shared by that pod's containers only.
 */
function keepsOthersState(row: Capability): boolean {
  if (row.class !== "grant" || row.decision === "remove" || row.grant?.access === "declared") return false;
  if (row.family === "shared-volume") return !row.anchor.startsWith("emptyDir ");
  if (row.family === "external-volume-driver") return SHARED_DRIVER.test(row.anchor);
  return row.catalogueId === "host-path-rw";
}

const tenantRule: Rule = {
  ...ofExecutor,
  id: "CAP-11",
  severity: "high",
  title: "Another tenant's state is within reach",
  explanation:
    "What one tenant's code leaves behind, the next one's reads, or runs. A volume that outlives the pod or that several workloads mount, or an executor that serves them in turn, joins tenants that are otherwise apart.",
  resolve: [
    "Start the executor anew for each run, session or tenant.",
    "Give each tenant a volume of its own.",
    "Accept it as a residual risk.",
  ],
  reference: "CWE-668, CWE-1189; OWASP multi-tenant security",
  examples: {
    fires: () => quietContent({ executors: [exampleExecutor(1, { reuse: "shared" })] }),
    quiet: () => quietContent({ executors: [exampleExecutor(1, { reuse: "per-tenant" })] }),
  },
  evaluate: {
    executor: (executor, index) => {
      if (!runsSubmittedCode(executor)) return null;
      const volumes = heldOf(index, executor).filter(
        (row) => keepsOthersState(row) && !isSubsumed(row, index, executor),
      );
      const ways: string[] = [];
      if (executor.reuse === "shared") ways.push("it is shared between tenants");
      if (volumes.length > 0) ways.push(`it mounts ${listed(volumes.map(namedCapability))}`);
      if (ways.length === 0) return null;
      return {
        severity: "high",
        reason: `${namedExecutor(executor)} reaches another tenant's state: ${listed(ways)}.`,
        lists: volumes.map((row) => targetOf("capability", row)),
      };
    },
  },
};

const kernelRule: Rule = {
  ...ofExecutor,
  id: "CAP-12",
  severity: "high",
  title: "The risk tier wants a kernel of its own",
  explanation:
    "In the high tier a bug in the host's kernel must not be all that stands between submitted code and the host. A virtual machine, a microVM or gVisor gives it a kernel of its own.",
  resolve: [
    "Run the workload under gVisor, Kata or Firecracker, and record the layer.",
    "Lower the review's risk tier, with the reason.",
    "Accept the shared kernel as a residual risk.",
  ],
  reference: "kubescape C-0297; NIST SP 800-190, 3.5",
  examples: {
    fires: () =>
      quietContent({
        review: exampleReview({ riskTier: "high" }),
        capabilities: [exampleMissingLimit(1, { catalogueId: "shared-kernel", group: "kernel" })],
      }),
    quiet: () =>
      quietContent({
        review: exampleReview({ riskTier: "high" }),
        executors: [exampleExecutor(1, { layers: [{ kind: "gvisor", note: "" }] })],
        capabilities: [
          exampleMissingLimit(1, { catalogueId: "shared-kernel", group: "kernel", decision: "layer" }),
        ],
      }),
  },
  evaluate: {
    executor: (executor, index) => {
      if (!needsAnotherKernel(executor, index)) return null;
      const rows = heldOf(index, executor).filter((row) => row.family === "shared-kernel");
      if (rows.length === 0) return null;
      return {
        severity: "high",
        reason: `${namedExecutor(executor)} shares the host's kernel, and the review's risk tier is high.`,
        lists: rows.map((row) => targetOf("capability", row)),
      };
    },
  },
};

/** The rules about what is granted and what is not limited, CAP-01, 04, 07, 11 and 12. */
export const capabilityRules: Rule[] = [
  surplusRule,
  missingLimitRule,
  undeterminedRule,
  tenantRule,
  kernelRule,
];
