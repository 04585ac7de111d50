/** A component in which everything that can be written is closed. */
export const CLOSED = {
  version: 1.1,
  kind: "component",
  name: "train",
  plugins: { auth: false, shm: false },
  termination: { timeout: 600 },
  run: {
    kind: "job",
    environment: {
      serviceAccountName: "runner",
      securityContext: { runAsUser: 10001, runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    },
    container: {
      name: "main",
      image: `registry.example.com/team/train@sha256:${"a".repeat(64)}`,
      command: ["train"],
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      },
      resources: { limits: { cpu: "500m", memory: "512Mi", "ephemeral-storage": "1Gi" } },
    },
  },
};

type Json = { [key: string]: unknown };

/** The closed component with the value at a path replaced; `undefined` takes it away. JSON is YAML as well. */
export function closedBut(changes: Record<string, unknown>): string {
  const root = structuredClone(CLOSED) as unknown as Json;
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split(".");
    let at = root;
    for (const step of steps.slice(0, -1)) {
      at[step] ??= {};
      at = at[step] as Json;
    }
    if (value === undefined) delete at[steps.at(-1)!];
    else at[steps.at(-1)!] = value;
  }
  return JSON.stringify(root, null, 2);
}
