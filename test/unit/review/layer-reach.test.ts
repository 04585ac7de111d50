import { describe, expect, test } from "vitest";
import { derive } from "@/lib/authority/derive";
import { type LayerRow, layerReach, layerWords } from "@/lib/review/authority/layer-reach";

const POD = `apiVersion: v1
kind: Pod
metadata: { name: runner }
spec:
  containers:
  - name: main
    image: registry.example.com/runner:1
    env: [{ name: DB_PASSWORD, value: correct-horse }]
    securityContext: { privileged: true }
    volumeMounts: [{ name: logs, mountPath: /var/log }, { name: sock, mountPath: /var/run/docker.sock }]
  volumes:
  - { name: logs, hostPath: { path: /var/log } }
  - { name: sock, hostPath: { path: /var/run/docker.sock } }
`;

/** The rows of one executor: those of its pod, and those of the layer that runs inside it. */
function rowsOf(...texts: string[]): LayerRow[] {
  const files = texts.map((text, i) => ({ name: `${i}`, bytes: new TextEncoder().encode(text) }));
  return derive({ path: "t", files }).capabilities.map(({ id, key, origin, ...row }) => ({
    ...row,
    id: key,
    catalogueId: id,
    grant: { origin },
  }));
}

/** What is said of the outer row of a family, whose anchor may be named. */
function said(layer: string, family: string, anchor?: string): string | undefined {
  const rows = rowsOf(POD, layer);
  const outer = rows.find(
    (row) =>
      row.workload?.startsWith("Pod ") &&
      row.family === family &&
      (anchor === undefined || row.anchor === anchor),
  );
  const reach = outer && layerReach(rows).get(outer.id);
  return reach?.reach;
}

const CLOSED =
  "bwrap --unshare-all --unshare-user --new-session --clearenv --cap-drop ALL --uid 1000 --seccomp 9 --remount-ro / sh";

describe("an outer row, with a layer inside the executor", () => {
  test.each([
    // What the layer closes.
    ["egress", CLOSED, "if-fails"],
    ["cloud-metadata", CLOSED, "if-fails"],
    ["seccomp-unconfined", CLOSED, "if-fails"],
    ["allow-privilege-escalation", CLOSED, "if-fails"],
    ["writable-rootfs", CLOSED, "if-fails"],
    ["privileged", CLOSED, "if-fails"],
    ["host-path", CLOSED, "if-fails"],
    ["runtime-socket", CLOSED, "if-fails"],
    ["secret-literal", CLOSED, "if-fails"],
    ["k8s-api-token", CLOSED, "if-fails"],
    // What it leaves open.
    ["egress", "bwrap --unshare-pid sh", "inside"],
    ["seccomp-unconfined", "bwrap --unshare-all sh", "inside"],
    ["shared-kernel", CLOSED, "inside"],
    ["memory-unlimited", CLOSED, "inside"],
    ["time-unlimited", `timeout 9 ${CLOSED}`, "if-fails"],
    ["secret-literal", `${CLOSED.replace(" sh", "")} --setenv DB_PASSWORD abc123 sh`, "inside"],
    ["k8s-api-token", "bwrap --ro-bind /var/run/secrets /var/run/secrets sh", "inside"],
    // What cannot be told.
    ["privileged", "bwrap --unshare-all sh", "unknown"],
    ["secret-literal", "bwrap --unshare-all sh", "unknown"],
    ["run-as-root", "bwrap --unshare-all sh", "unknown"],
    ["no-user-namespace", "bwrap --unshare-pid sh", "unknown"],
    ["k8s-api-token", "bwrap --ro-bind / / sh", "unknown"],
    ["k8s-sa-default", CLOSED, "unknown"],
    ["egress", 'bwrap "${more[@]}" --unshare-pid sh', "unknown"],
    // The same of nsjail, whose defaults close more.
    ["egress", 'name: "j"\nclone_newnet: true\n', "if-fails"],
    ["egress", 'name: "j"\nclone_newnet: false\n', "inside"],
    ["time-unlimited", 'name: "j"\nclone_newnet: true\n', "if-fails"],
    ["secret-literal", 'name: "j"\nkeep_env: true\n', "unknown"],
  ])("%s with %s: %s", (family, layer, reach) => {
    expect(said(layer, family)).toBe(reach);
  });

  test("a path is told by its text, and otherwise unknown as long as any path is handed inside", () => {
    const layer = "bwrap --ro-bind /usr /usr --bind /var/log /logs sh";
    expect(said(layer, "host-path", "/var/log")).toBe("inside");
    expect(said(layer, "runtime-socket")).toBe("unknown");
    expect(said("bwrap --ro-bind / / sh", "runtime-socket")).toBe("inside");
  });

  test("of two calls the one that gives more decides", () => {
    expect(said(`${CLOSED}\nbwrap --unshare-pid cat\n`, "egress")).toBe("inside");
  });

  test("nothing is said of claims and images, nor where there is no layer", () => {
    expect(said(CLOSED, "image-mutable")).toBeUndefined();
    expect(layerReach(rowsOf(POD)).size).toBe(0);
  });

  test("a server of tools confines nothing", () => {
    const rows = rowsOf(POD, JSON.stringify({ mcpServers: { s: { command: "x" } } }));
    expect([...new Set([...layerReach(rows).values()].map(layerWords))]).toEqual([
      "granted inside MCP server s",
    ]);
  });
});

test("a row of the layer is granted inside it, and everything is said in words", () => {
  const rows = rowsOf(POD, CLOSED);
  const inner = rows.find(({ workload }) => workload === "bwrap sh");
  expect(layerWords(layerReach(rows).get(inner!.id)!)).toBe("granted inside bwrap");
  expect(layerWords({ reach: "if-fails", layer: "bwrap" })).toBe("reached only if bwrap fails");
  expect(layerWords({ reach: "unknown", layer: "nsjail" })).toBe("unknown whether nsjail keeps it away");
});
