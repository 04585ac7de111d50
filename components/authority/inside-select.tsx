"use client";
import { containerId } from "@/components/authority/container-id";
import { Select } from "@/components/ui/select";
import { innerLayerOf } from "@/lib/review/authority/inner-layer";
import type { PreviewContainer, PreviewHost } from "@/lib/review/authority/preview";

/** Asks in which container a layer runs: bubblewrap, nsjail, or a server of tools. Shows nothing for any other. */
export function InsideSelect({
  container,
  containers,
  hosts,
  inside,
  onChange,
}: {
  container: PreviewContainer;
  containers: readonly PreviewContainer[];
  hosts: readonly PreviewHost[];
  inside: string;
  onChange: (inside: string) => void;
}) {
  const layer = innerLayerOf(container.workload);
  if (!layer) return null;
  const outer = containers.filter(({ workload }) => innerLayerOf(workload) === null);
  return (
    <Select
      label={`What ${layer.name} runs inside`}
      value={inside || "none"}
      onChange={(value) => onChange(value === "none" ? "" : value)}
      options={[
        { value: "none", label: "Runs inside nothing of this review, or as before" },
        ...outer.map((one) => ({
          value: containerId(one),
          label: `Runs inside ${one.container}`,
          hint: one.workload,
        })),
        ...hosts.map((host) => ({
          value: containerId(host),
          label: `Runs inside X${host.number} ${host.container}`,
          hint: host.workload,
        })),
      ]}
    />
  );
}
