import type { At } from "@/lib/authority/read/cursor";
import { firstWritten, implied, joinedLists, layered, listOf, withFields } from "./composed";
import type { KubeObject } from "./objects";
import { type Container, type Pod, podAt } from "./pod";
import type { PodLookup } from "./pods-of";

/**
 * The pod of a Tekton Task or TaskRun: steps and sidecars are its containers, with the step template laid
 * under each step, workspaces as volumes, and the run's pod template as the rest.
 * Source: tekton.dev/docs/pipelines/tasks, /taskruns, /workspaces, /podtemplates.
 */
export function tektonPod(object: KubeObject, lookup: PodLookup): Pod {
  const spec = object.at.get("spec");
  const run = object.kind === "TaskRun" ? spec : null;
  const task = run ? taskOf(object, run, lookup) : spec;
  const template = run?.get("podTemplate") ?? spec.get("podTemplate");
  const bound = bindingsOf(run, task);
  const podSpec = withFields(template, {
    serviceAccountName: run?.get("serviceAccountName") ?? template.get("serviceAccountName"),
    volumes: joinedLists([
      task.get("volumes"),
      template.get("volumes"),
      listOf(
        task.get("workspaces"),
        bound.map(({ volume }) => volume),
      ),
    ]),
    resources: run?.get("computeResources") ?? template.get("resources"),
  });
  const pod = podAt(object, object.at, podSpec);
  pod.labels.set("app.kubernetes.io/managed-by", "tekton-pipelines");
  pod.labels.set(object.kind === "TaskRun" ? "tekton.dev/taskRun" : "tekton.dev/task", object.name);
  pod.containers = containersOf(task, run, template, bound, object, lookup);
  pod.ownDefaults = {
    what: run ? new Set(run.get("timeout").exists ? [] : ["time"]) : new Set(["time", "account", "token"]),
    sentence:
      "names no timeout; the Tekton controller fills in its own (60 minutes unless its ConfigMap config-defaults says otherwise)",
  };
  if (!run)
    lookup.note(
      "info",
      "run-decides",
      `${object.ref} is run by TaskRuns, which choose its service account, pod template and workspaces; rows about these say what a run gets that chooses nothing`,
      object.at,
    );
  return pod;
}

/** The spec of the task that a run runs: written in it, or that of a Task of the input. */
function taskOf(object: KubeObject, run: At, lookup: PodLookup): At {
  const inline = run.get("taskSpec");
  const reference = run.get("taskRef");
  if (inline.exists || !reference.exists) return inline;
  const kind = reference.get("kind").string() === "ClusterTask" ? "ClusterTask" : "Task";
  const name = reference.get("name").string() ?? "";
  const task = name && !reference.get("resolver").exists ? lookup.find(kind, object.namespace, name) : null;
  if (!task) {
    const what = name || `a task by ${reference.get("resolver").string() ?? "reference"}`;
    lookup.note(
      "warning",
      "template-not-supplied",
      `${object.ref} runs ${kind} ${what}, which is not in the input, so its containers are not shown`,
      reference,
    );
  }
  return task?.at.get("spec") ?? inline;
}

type Binding = { name: string; volume: At; mount: At };

/** What the run binds to each workspace that the task declares, as a volume and its mount. */
function bindingsOf(run: At | null, task: At): Binding[] {
  const given = new Map(
    run
      ?.get("workspaces")
      .items()
      .map((at) => [at.get("name").string() ?? "", at]),
  );
  return task
    .get("workspaces")
    .items()
    .flatMap((declared): Binding[] => {
      const name = declared.get("name").string() ?? "";
      const binding = given.get(name);
      if (!binding) return [];
      const called = `workspace ${name}`;
      return [
        {
          name,
          volume: withFields(binding, { name: implied(binding, { name: called }).get("name") }),
          mount: implied(declared, {
            name: called,
            mountPath: declared.get("mountPath").string() ?? `/workspace/${name}`,
            subPath: binding.get("subPath").string(),
            readOnly: declared.get("readOnly").boolean() ?? null,
          }),
        },
      ];
    });
}

function containersOf(
  task: At,
  run: At | null,
  template: At,
  bound: Binding[],
  object: KubeObject,
  lookup: PodLookup,
): Container[] {
  const steps = task.get("steps").items();
  const sidecars = task.get("sidecars").items();
  const named = new Set(
    [...steps, ...sidecars].flatMap((at) =>
      at
        .get("workspaces")
        .items()
        .flatMap((use) => use.get("name").string() ?? []),
    ),
  );
  const make = (at: At, role: "main" | "sidecar", i: number): Container => {
    const name = at.get("name").string() ?? `unnamed-${i}`;
    const sizes = sizesOf(run, role, name);
    const whole = role === "main" ? layered(withAction(at, object, lookup), task.get("stepTemplate")) : at;
    const under = role === "main" ? task.get("stepTemplate") : at;
    const container = withFields(whole, {
      resources: firstWritten(...sizes, whole.get("computeResources"), whole.get("resources")),
      env: joinedLists([template.get("env"), under.get("env"), whole.get("env")], "name"),
      volumeMounts: joinedLists(
        [under.get("volumeMounts"), whole.get("volumeMounts"), mountsFor(at, role, bound, named)],
        "mountPath",
      ),
    });
    return {
      name,
      role,
      at: container,
      context: container.get("securityContext"),
      script: whole.get("script"),
    };
  };
  return [...steps.map((at, i) => make(at, "main", i)), ...sidecars.map((at, i) => make(at, "sidecar", i))];
}

/** A step that refers to a StepAction of the input has its fields. */
function withAction(step: At, object: KubeObject, lookup: PodLookup): At {
  const name = step.path("ref", "name").string();
  if (name === null) return step;
  const action = lookup.find("StepAction", object.namespace, name);
  if (!action)
    lookup.note(
      "warning",
      "template-not-supplied",
      `a step of ${object.ref} is StepAction ${name}, which is not in the input, so what it runs is not shown`,
      step,
    );
  return action ? layered(step, action.at.get("spec")) : step;
}

/** Steps have every workspace, unless a step or sidecar names it: then only those that do. */
function mountsFor(at: At, role: "main" | "sidecar", bound: Binding[], named: Set<string>): At {
  const own = at.get("workspaces");
  const uses = new Map(own.items().map((use) => [use.get("name").string() ?? "", use]));
  const mounts = bound.flatMap(({ name, mount }) => {
    const use = uses.get(name);
    if (use) return [withFields(mount, { mountPath: use.get("mountPath") })];
    return role === "main" && !named.has(name) ? [mount] : [];
  });
  return listOf(own, mounts);
}

/** Limits that the run writes for a step or a sidecar. */
function sizesOf(run: At | null, role: "main" | "sidecar", name: string): At[] {
  const lists = role === "main" ? ["stepSpecs", "stepOverrides"] : ["sidecarSpecs", "sidecarOverrides"];
  const own = lists
    .flatMap((field) => run?.get(field).items() ?? [])
    .find((at) => at.get("name").string() === name);
  return own ? [own.get("computeResources"), own.get("resources")] : [];
}
