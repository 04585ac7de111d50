import type { FormatReader } from "@/lib/authority/reader";
import { Rows } from "@/lib/authority/rows";
import { canonicalInspect } from "./canonical";
import { deriveInspect } from "./derive-inspect";
import { hostOf } from "./host";
import { redactionsOf } from "./redactions";

/** What docker inspect and podman inspect print of containers, images, networks and volumes. */
export const DOCKER_INSPECT: FormatReader = {
  format: "docker-inspect",
  read(roots, notes, onWorkload) {
    const host = hostOf(roots, notes);
    const rows = new Rows("docker-inspect");
    const workloads = deriveInspect(host, rows, notes, onWorkload);
    rows.finish((ref) => ref);
    return { rows, workloads, canonical: canonicalInspect(host.objects) };
  },
  redactions: redactionsOf,
};
