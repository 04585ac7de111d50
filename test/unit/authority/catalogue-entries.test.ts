import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { filtered, passes } from "@/lib/authority/catalogue/catalogue-filter";
import { CATALOGUE_ITEMS, type CatalogueItem, silenceMeans } from "@/lib/authority/catalogue/catalogue-item";
import { silenceIn } from "@/lib/authority/catalogue/entry";
import { CATALOGUE_FORMATS, FORMAT_TABLES } from "@/lib/authority/catalogue/formats/every-format";
import { CATALOGUE, CATALOGUE_VERSION, catalogueEntry } from "@/lib/authority/catalogue/index-of-ids";
import { PEER_TOOLS } from "@/lib/authority/catalogue/peers";
import { referenceTitle } from "@/lib/authority/catalogue/reference-title";
import { removalPatch } from "@/lib/authority/removal-patch";
import { formatSchema } from "@/lib/authority/schema";

/** The design's list, table by table; what is said of classes and confinement below is written out of it too. */
const IDS = {
  "1a": `privileged cap-add cap-default-set allow-privilege-escalation seccomp-unconfined apparmor-unconfined
    selinux-custom proc-unmasked sysctl-unsafe host-pid host-ipc host-network host-uts-cgroupns no-user-namespace
    share-process-namespace windows-hostprocess device-access run-as-root root-group writable-rootfs shared-kernel
    runtime-annotation-override runtime-hooks debug-container`,
  "1b": `host-path-ro host-path-rw host-path-sensitive runtime-socket runtime-api-tcp host-service-socket
    mount-propagation shared-volume code-from-config nested-config secret-volume gitrepo-volume
    external-volume-driver image-source image-mutable`,
  "1c": `k8s-api-token k8s-sa-default rbac-wildcard rbac-workload-create rbac-exec rbac-secrets
    rbac-escalate-bind-impersonate rbac-node-proxy-csr-webhook-pv rbac-network-config-logs rbac-secrets-write
    rbac-delete rbac-unresolved rbac-broad-subject cloud-identity cloud-metadata secret-env secret-literal
    registry-build-credentials sandbox-control-key`,
  "1d": `egress-any egress-dns-any cluster-lateral proxy-only-egress ingress-exposed ingress-open host-gateway
    shared-netns probe-ssrf`,
  "1e": `cpu-unlimited memory-unlimited pids-unlimited disk-unlimited time-unlimited restart-amplification
    rlimits-shm-oom priority-preempt`,
  "1f": `psa-warn-only limitrange-default policy-no-cni caller-overridable sandbox-disabled
    resource-limits-disabled signature-not-forced runas-nonroot-without-uid localhost-profile-by-name
    policy-unmanaged drop-all-lowercase`,
  inner: "host-function tool-call",
};
const listed = (text: string): string[] => text.split(/\s+/).filter(Boolean).sort();
const idsWhere = (test: (item: CatalogueItem) => boolean): string[] =>
  CATALOGUE_ITEMS.filter(test)
    .map(({ id }) => id)
    .sort();

describe("the catalogue's ids", () => {
  test("are the design's, none more and none less", () => {
    expect(idsWhere(() => true)).toEqual(listed(Object.values(IDS).join(" ")));
    expect(CATALOGUE_ITEMS).toHaveLength(88);
    expect(CATALOGUE_VERSION).toBe("2");
  });

  test("missing limits are those that the design names", () => {
    expect(idsWhere((item) => item.class === "missing-limit")).toEqual(
      listed(`cap-default-set allow-privilege-escalation seccomp-unconfined apparmor-unconfined selinux-custom
        proc-unmasked no-user-namespace run-as-root root-group writable-rootfs shared-kernel image-mutable
        k8s-sa-default ingress-open cpu-unlimited memory-unlimited pids-unlimited disk-unlimited time-unlimited
        restart-amplification rlimits-shm-oom`),
    );
  });

  test("claims are the table of what looks enforced, and three more", () => {
    expect(idsWhere((item) => item.class === "claim")).toEqual(
      listed(`${IDS["1f"]} proxy-only-egress image-source shared-netns`),
    );
  });

  test("what ends confinement is what the design names; three depend on the row", () => {
    expect(idsWhere((item) => item.endsConfinement === "yes")).toEqual(
      listed(`privileged runtime-socket runtime-api-tcp host-path-sensitive host-pid windows-hostprocess
        proc-unmasked mount-propagation runtime-hooks runtime-annotation-override gitrepo-volume rbac-wildcard
        rbac-workload-create rbac-escalate-bind-impersonate rbac-node-proxy-csr-webhook-pv sandbox-disabled`),
    );
    expect(idsWhere((item) => item.endsConfinement === "depends")).toEqual(["cap-add", "device-access"]);
  });

  test("only degrees of one thing share a family", () => {
    const shared = CATALOGUE.filter(({ id, family }) => id !== family).map(({ id, family }) => [id, family]);
    expect(shared).toEqual([
      ["host-path-ro", "host-path"],
      ["host-path-rw", "host-path"],
      ["egress-any", "egress"],
      ["egress-dns-any", "egress"],
    ]);
  });
});

describe("every entry is complete:", () => {
  test.each(CATALOGUE_ITEMS.map((item) => [item.id, item] as const))("%s", (_id, item) => {
    // One sentence: a capital, a full stop at its end and none before.
    expect(item.grants).toMatch(/^[A-Z][^.]*(\.\d[^.]*)*\.$/);
    for (const text of [item.title, item.purpose, item.limiter]) expect(text).toMatch(/^\S.*[^.\s]$/);
    expect(item.references.length).toBeGreaterThan(0);
    for (const reference of item.references) {
      expect(new URL(reference).protocol).toBe("https:");
      expect(referenceTitle(reference)).toMatch(/^\S.*\S$/);
    }
    for (const { tool, name, ids } of item.peers) {
      expect(PEER_TOOLS[tool]).toBe(name);
      expect(ids.length).toBeGreaterThan(0);
      for (const id of ids) expect(id).toMatch(/^[\w.-]+$/);
    }
    for (const format of item.formats) {
      expect(formatSchema.options).toContain(format.format);
      expect(format.silence).toMatch(/^[A-Z0-9/].*\.?$/);
      expect(format.silence.replace(/^(Granted|Unknown)[:,.]? ?/, ""), format.format).not.toBe("");
      for (const field of format.fields) expect(field).toMatch(/^\S+( \S+)*$/);
      const { fragment, words } = format.removal;
      expect(fragment ?? words, `${format.format} takes it away`).toBeTruthy();
      if (words !== null) expect(words).toMatch(/^[A-Z].*[.]$/s);
    }
  });

  test("every id is written in some format", () => {
    expect(idsWhere((item) => item.formats.length === 0)).toEqual([]);
  });

  test("no format speaks of an id that the catalogue does not have", () => {
    const known = new Set(CATALOGUE.map(({ id }) => id));
    for (const format of CATALOGUE_FORMATS)
      for (const id of Object.keys(FORMAT_TABLES[format])) expect(known, `${format} ${id}`).toContain(id);
  });

  test("Kubernetes' words stay in Kubernetes and in Polyaxon, which writes its fields", () => {
    for (const { id, formats } of CATALOGUE_ITEMS)
      for (const { format, silence } of formats)
        if (format !== "kubernetes" && format !== "polyaxon")
          expect(silence, `${id} in ${format}`).not.toMatch(
            /\b(pods?|kubelet|hostUsers|manifest|automount\w+)\b/i,
          );
  });

  test("fragments for Kubernetes, Compose and Polyaxon are YAML", () => {
    for (const { id, formats } of CATALOGUE_ITEMS)
      for (const { format, removal } of formats)
        if (removal.fragment !== null && ["kubernetes", "compose", "polyaxon"].includes(format))
          expect(parse(removal.fragment), `${id} in ${format}`).toBeTypeOf("object");
  });

  test("fragments for OCI are members or elements of JSON", () => {
    for (const { id, formats } of CATALOGUE_ITEMS)
      for (const { format, removal } of formats)
        if (removal.fragment !== null && format === "oci") {
          const whole = removal.fragment.replaceAll("]\n", "],\n");
          const json = whole.startsWith("{")
            ? `[${whole}]`
            : `{${whole.replaceAll(/([}\]])\n/g, "$1,\n").replaceAll(",,", ",")}}`;
          expect(() => JSON.parse(json), `${id}: ${json}`).not.toThrow();
        }
  });
});

describe("silence", () => {
  // Each from the format's own specification, as the tables' docstrings name it.
  test.each([
    ["cap-default-set", "kubernetes", "granted"],
    ["cap-default-set", "compose", "granted"],
    ["cap-default-set", "oci", "not-granted"],
    ["seccomp-unconfined", "kubernetes", "granted"],
    ["seccomp-unconfined", "docker-inspect", "not-granted"],
    ["seccomp-unconfined", "compose", "not-granted"],
    ["seccomp-unconfined", "oci", "granted"],
    ["seccomp-unconfined", "bwrap", "granted"],
    ["seccomp-unconfined", "nsjail", "granted"],
    ["proc-unmasked", "kubernetes", "not-granted"],
    ["proc-unmasked", "oci", "granted"],
    ["host-pid", "kubernetes", "not-granted"],
    ["host-pid", "oci", "granted"],
    ["host-pid", "bwrap", "granted"],
    ["host-pid", "nsjail", "not-granted"],
    ["allow-privilege-escalation", "bwrap", "not-granted"],
    ["allow-privilege-escalation", "oci", "granted"],
    ["restart-amplification", "kubernetes", "granted"],
    ["restart-amplification", "docker-inspect", "not-granted"],
    ["restart-amplification", "compose", "not-granted"],
    ["run-as-root", "kubernetes", "unknown"],
    ["run-as-root", "compose", "unknown"],
    ["run-as-root", "docker-inspect", "granted"],
    ["run-as-root", "oci", "granted"],
    ["memory-unlimited", "nsjail", "granted"],
    ["time-unlimited", "nsjail", "not-granted"],
    ["egress-any", "bwrap", "granted"],
    ["egress-any", "nsjail", "not-granted"],
    ["no-user-namespace", "polyaxon", "granted"],
    ["runtime-socket", "polyaxon", "not-granted"],
  ] as const)("of %s in %s means %s", (id, format, means) => {
    expect(catalogueEntry(id).fields[format]).toBeDefined();
    expect(silenceMeans(silenceIn(catalogueEntry(id), format))).toBe(means);
  });
});

describe("narrowing the list", () => {
  const found = (filter: Parameters<typeof passes>[1]) => idsWhere((item) => passes(filtered(item), filter));

  test("finds by field, by another tool's check, by advisory, and by words in any order and case", () => {
    expect(found({ text: "cap_drop" })).toEqual(["cap-default-set"]);
    expect(found({ text: "ksv-0012" })).toEqual(["run-as-root"]);
    expect(found({ text: "CVE-2025-1767" })).toEqual(["gitrepo-volume"]);
    expect(found({ text: "metadata CLOUD service" })).toContain("cloud-metadata");
    expect(found({ text: "no such words" })).toEqual([]);
  });

  test("joins its filters", () => {
    expect(found({ format: "mcp", class: "missing-limit", group: "data" })).toEqual(["image-mutable"]);
    expect(found({ group: "resources", severity: "high" })).toEqual(["memory-unlimited", "pids-unlimited"]);
    expect(found({ format: "bwrap", text: "--clearenv" })).toEqual(["secret-env"]);
  });
});

describe("a patch in another format", () => {
  const row = {
    id: "cap-default-set",
    workload: "service web",
    container: null,
    anchor: "",
    target: "x",
    source: { file: "compose.yaml", document: 0, pointer: "/services/web", line: 3 },
  };

  test("is what the format writes, under the row's source line", () => {
    expect(removalPatch(row, undefined, "compose").text).toBe(
      "# compose.yaml, line 3: service web\ncap_drop: [ALL]\n",
    );
    expect(removalPatch(row, undefined, "docker-inspect").text).toBe(
      "# compose.yaml, line 3: service web\n--cap-drop ALL\n",
    );
  });

  test("is words where there is nothing to write", () => {
    expect(removalPatch({ ...row, id: "host-pid" }, undefined, "compose")).toEqual({
      title: "What to do",
      text: "# compose.yaml, line 3: service web\n# Take pid: host away.\n",
    });
  });
});
