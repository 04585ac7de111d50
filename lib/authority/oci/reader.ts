import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { FormatReader } from "@/lib/authority/reader";
import { Rows } from "@/lib/authority/rows";
import { canonicalConfig } from "./canonical";
import { addCapabilityRows } from "./capability-rows";
import { CONTAINER, type Configuration, configurationAt, refsOf } from "./configuration";
import { addDeviceRows } from "./device-rows";
import { addEnvironmentRows, addHookRows } from "./environment-rows";
import { addLimitRows } from "./limit-rows";
import { addMountRows } from "./mount-rows";
import { addNamespaceRows } from "./namespace-rows";
import { ociRedactions } from "./redactions";
import { addSeccompRows } from "./seccomp-rows";
import { addSecurityRows } from "./security-rows";
import { addSharedSources } from "./shared-sources";

/** Whether a document is what a runtime says of a running container, which has the same version field. */
const isState = (root: At): boolean => root.has("status") && !root.has("process") && !root.has("root");

/** OCI Runtime Specification, config.json: each document is one container. */
export const OCI: FormatReader = {
  format: "oci",
  read(roots, notes, onWorkload) {
    const rows = new Rows("oci");
    const bundles = roots.filter((root) => !isState(root));
    for (const root of roots)
      if (isState(root))
        notes.add(
          "error",
          "not-a-configuration",
          "this is the state of a container, not its configuration: give the config.json of its bundle",
          root,
        );
    const refs = refsOf(bundles);
    const configurations = bundles.map((root, i) => configurationAt(root, refs[i]!, notes));
    for (const [done, configuration] of configurations.entries()) {
      addConfiguration(configuration, rows, notes);
      onWorkload(done + 1, configurations.length);
    }
    addSharedSources(configurations, rows);
    rows.finish((ref) => ref);
    return {
      rows,
      workloads: configurations.map(({ ref }) => ({ ref, containers: [{ name: CONTAINER, role: "main" }] })),
      canonical: bundles.map((root) => canonicalConfig(root.value!)).sort(),
    };
  },
  redactions: ociRedactions,
};

function addConfiguration(configuration: Configuration, rows: Rows, notes: Notes): void {
  const { ref, platform, root } = configuration;
  rows.of(ref);
  addEnvironmentRows(configuration, rows);
  addHookRows(configuration, rows);
  addMountRows(configuration, rows, notes);
  if (platform === "linux") {
    addNamespaceRows(configuration, rows, notes);
    addLimitRows(configuration, rows);
    addSecurityRows(configuration, rows);
    addSeccompRows(configuration, rows);
    addCapabilityRows(configuration, rows);
    addDeviceRows(configuration, rows);
  }
  const machine = root.has("vm");
  if (platform === "linux")
    rows.add("shared-kernel", root.get("vm"), machine ? "unknown" : "default", {
      container: CONTAINER,
      limits: machine ? ["a section vm is written"] : [],
    });
  rows.add("image-mutable", root.path("root", "path"), "unknown", {
    container: CONTAINER,
    target: "whatever the root file system was unpacked from",
  });
}
