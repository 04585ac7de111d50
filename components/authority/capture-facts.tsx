import { KeyValue } from "@/components/ui/key-value";
import { Time } from "@/components/ui/time";
import type { CaptureRecord } from "@/lib/authority/capture-record";

const CALLED: Record<string, string> = { kubectl: "kubectl", docker: "docker", server: "server" };

/** What a capture says of itself. It is the uploader's word, and the page around it says so. */
export function CaptureFacts({ capture }: { capture: CaptureRecord }) {
  const { of, capturedAt, by, cluster, context, namespace, versions, commands } = capture;
  const missing = commands.filter(({ outcome }) => outcome === "forbidden" || outcome === "failed").length;
  const facts = [
    ["Captured", <Time key="at" value={capturedAt} />],
    ["From", of === "kubernetes" ? "A Kubernetes namespace" : "A Docker host"],
    ["Cluster", cluster],
    ["Context", context],
    ["Namespace", namespace],
    ["By", by],
    [
      "Versions",
      Object.entries(versions)
        .sort()
        .map(([name, text]) => `${CALLED[name] ?? name} ${text}`)
        .join(", ") || null,
    ],
    ["Commands", missing > 0 ? `${commands.length}, of which ${missing} refused or failed` : commands.length],
  ] as const;
  return (
    <KeyValue
      items={facts.flatMap(([key, value]) =>
        value === null ? [] : [{ key, value: <span className="break-words">{value}</span> }],
      )}
    />
  );
}
