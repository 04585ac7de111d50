import { stringify } from "yaml";
import { kindOf, podSpecSteps } from "./source-text";
import { type RemovalPatch, wordsPatch } from "./text";

const JOB_SPEC: Record<string, string[]> = { Job: ["spec"], CronJob: ["spec", "jobTemplate", "spec"] };

const merge = (steps: string[], fields: unknown): RemovalPatch => {
  let value = fields;
  for (const step of [...steps].reverse()) value = { [step]: value };
  return { title: "Merge these fields", text: stringify(value) };
};

/** An end of a run's time: a field of pods and jobs, which the API server refuses in other templates. */
export function deadlinePatch(workload: string): RemovalPatch {
  const kind = kindOf(workload);
  if (kind === "Pod") return merge(["spec"], { activeDeadlineSeconds: 3600 });
  if (JOB_SPEC[kind]) return merge(JOB_SPEC[kind], { activeDeadlineSeconds: 3600 });
  if (kind.startsWith("Sandbox"))
    return wordsPatch(
      "Give each Sandbox a time at which the controller ends it (shutdownTime), set by the program that makes it.",
    );
  return wordsPatch(
    `A ${kind} has no field that ends it: activeDeadlineSeconds is refused in its template. Start each run as a Job with a deadline of its own (activeDeadlineSeconds in the Job's spec), or let what executes the code end each run after a time, and record that timeout as a control.`,
  );
}

/** Restarts: a field of pods, a count of jobs; other controllers always start their pods again. */
export function restartPatch(workload: string): RemovalPatch {
  const kind = kindOf(workload);
  if (kind === "Pod") return merge(["spec"], { restartPolicy: "Never" });
  const job = JOB_SPEC[kind];
  if (job) return merge(job, { backoffLimit: 0, template: { spec: { restartPolicy: "Never" } } });
  if (kind.startsWith("Sandbox")) return merge(podSpecSteps(workload), { restartPolicy: "Never" });
  return wordsPatch(
    `A ${kind} always starts its pods again: its template takes restartPolicy Always only. Start each run as a Job with backoffLimit: 0 and restartPolicy: Never instead.`,
  );
}
