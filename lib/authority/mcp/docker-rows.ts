import { parseImage } from "@/lib/authority/image";
import { addHostMount, isUnfilled } from "@/lib/authority/inner/host-mount";
import { shownWord } from "@/lib/authority/inner/words";
import { capabilityName, capabilitySeverity } from "@/lib/authority/linux-capabilities";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { redactShapes } from "@/lib/authority/secrets/detect";
import type { DockerRun } from "./docker-run";
import { argumentAt, type ServerParts } from "./server";

/** What a server's `docker run` writes down; what Docker grants by silence is docker inspect's to say. */
export function addDockerRows(
  run: DockerRun,
  parts: ServerParts,
  server: At,
  container: string,
  rows: Rows,
): void {
  const image = argumentAt(parts, run.image) ?? server;
  addImage(image, container, rows);
  let network = "";
  for (const { name, value: written, place } of run.options) {
    const at = argumentAt(parts, place) ?? server;
    const value = redactShapes(written);
    const add = (id: string, anchor = "", more = {}): void =>
      rows.add(id, at, isUnfilled(value) ? "unknown" : "explicit", { container, anchor, ...more });
    if (name === "--privileged" && value !== "false") add("privileged");
    else if (name === "-v" || name === "--volume") addVolume(at, value, container, rows);
    else if (name === "--mount") addMount(at, value, container, rows);
    else if (name === "--network" || name === "--net") network = value;
    else if (name === "--pid" && value === "host") add("host-pid");
    else if (name === "--ipc" && value === "host") add("host-ipc");
    else if (name === "--uts" && value === "host") add("host-uts-cgroupns", "", { extent: ["uts"] });
    else if (name === "--userns" && value === "host") add("no-user-namespace");
    else if (name === "--device" || name === "--gpus")
      add("device-access", name === "--gpus" ? "gpus" : value.split(":")[0]);
    else if (name === "--security-opt" && /^seccomp[=:]unconfined$/.test(value)) add("seccomp-unconfined");
    else if (name === "--security-opt" && /^apparmor[=:]unconfined$/.test(value)) add("apparmor-unconfined");
    else if (name === "--add-host") add("host-gateway", value.split(/[:=]/)[0]);
    else if (name === "--cap-add") {
      const capability = capabilityName(value);
      add("cap-add", capability, { severity: capabilitySeverity(capability), detail: capability });
    } else if ((name === "-p" || name === "--publish") && !/^(?:127\.|localhost|\[::1\])/.test(value))
      add("ingress-exposed", value, { detail: "a published port" });
    if (network === "host" && (name === "--network" || name === "--net")) add("host-network");
  }
  if (network !== "none")
    rows.add("egress-any", image, network === "" ? "default" : "explicit", { container });
}

function addImage(at: At, container: string, rows: Rows): void {
  const written = shownWord(at);
  const image = parseImage(written);
  const origin = isUnfilled(written) ? "unknown" : "explicit";
  if (image.digest === null)
    rows.add("image-mutable", at, image.tag === null && origin === "explicit" ? "default" : origin, {
      container,
      anchor: image.repository,
      target: written,
    });
  rows.add("image-source", at, origin, { container, anchor: image.repository });
}

/** `src:dst:ro`; a source that is no path is a volume of Docker's own. */
function addVolume(at: At, value: string, container: string, rows: Rows): void {
  const [, source = "", options = ""] = /^((?:[A-Za-z]:[\\/])?[^:]*):[^:]*(?::(.*))?$/.exec(value) ?? [];
  if (!/^(?:[/~.$]|[A-Za-z]:[\\/])/.test(source)) return;
  addHostMount({ at, container, source, readOnly: options.split(",").includes("ro"), devices: false }, rows);
}

function addMount(at: At, value: string, container: string, rows: Rows): void {
  const fields = new Map(
    value.split(",").map((part) => [part.split("=")[0]!, part.slice(part.indexOf("=") + 1)]),
  );
  const source = fields.get("source") ?? fields.get("src");
  if (fields.get("type") !== "bind" || source === undefined) return;
  const flag = fields.get("readonly") ?? fields.get("ro");
  addHostMount(
    {
      at,
      container,
      source,
      readOnly: flag !== undefined && flag !== "false" && flag !== "0",
      devices: false,
    },
    rows,
  );
}
