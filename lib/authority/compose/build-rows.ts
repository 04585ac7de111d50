import type { AddRow } from "@/lib/authority/engine/container-rows";
import { booleanFact, originAt } from "@/lib/authority/engine/fact";
import type { Layers } from "./layers";

/** Rows of what a service is granted while it is built; the anchor tells them from those of running it. */
export function addBuildRows(service: Layers, add: AddRow): void {
  const build = service.get("build");
  const privileged = booleanFact(build.at("privileged"));
  if (privileged.value === true || privileged.origin === "unknown")
    add("privileged", privileged.at, privileged.origin, {
      anchor: "build",
      target: "its build",
      detail: "while it is built",
    });
  const network = build.at("network");
  if (network.string() === "host" || originAt(network) === "unknown")
    add("host-network", network, originAt(network), {
      anchor: "build",
      target: "its build",
      detail: "while it is built",
    });
  for (const at of build.items("secrets")) {
    const name = at.string() ?? at.get("source").string();
    if (name !== null)
      add("registry-build-credentials", at, "explicit", {
        anchor: `build secret ${name}`,
        detail: "its build",
      });
  }
  for (const [name, { at }] of build.pairs("ssh")) {
    add("registry-build-credentials", at, "explicit", { anchor: `build ssh ${name}`, detail: "its build" });
    add("host-service-socket", at, "explicit", {
      anchor: `ssh agent ${name}`,
      detail: "the SSH agent, while it is built",
    });
  }
  for (const at of build.items("entitlements")) addEntitlement(at.string() ?? "", at, add);
  const inline = build.at("dockerfile_inline");
  if (inline.exists)
    add("code-from-config", inline, "explicit", {
      anchor: "dockerfile_inline",
      access: "execute",
      detail: "the Dockerfile stands in the configuration",
    });
}

/** Source: docs.docker.com/reference/compose-file/build, entitlements; moby/buildkit, util/entitlements. */
function addEntitlement(name: string, at: ReturnType<Layers["at"]>, add: AddRow): void {
  const text = { target: "its build", detail: `while it is built, by the entitlement ${name}` };
  if (name === "security.insecure") add("privileged", at, "explicit", { ...text, anchor: "build" });
  else if (name === "network.host") add("host-network", at, "explicit", { ...text, anchor: "build" });
  else if (name.startsWith("device"))
    add("device-access", at, "explicit", { ...text, anchor: `build ${name}` });
  else
    add("registry-build-credentials", at, "explicit", { anchor: `entitlement ${name}`, detail: "its build" });
}
