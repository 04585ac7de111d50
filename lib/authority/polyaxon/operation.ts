import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import { merged, patched } from "./patches";
import { camelCase, Spelled } from "./spelling";

/** One operation or component, with everything that is laid over it. */
export type Operation = {
  ref: string;
  root: At;
  /** What is run: the component's section `run` with patches, or the whole of a file of version 0. */
  run: At;
  plugins: At;
  termination: At;
  /** Connections of the operation as a whole, as a build or a hook names them. */
  presets: At;
};

/** Documents of one input, each read by its spelling, and what others of it refer to. */
type Library = { byFile: Map<string, At[]>; presets: Map<string, At>; besides: Besides[]; notes: Notes };

/** A document, or a graph in one, that is no workload and may hold a secret all the same. */
export type Besides = { ref: string; root: At; isPreset: boolean };

const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const isPreset = (root: At): boolean => root.get("isPreset").boolean() === true;

/** The operations of an input; presets are laid over what names them and are none themselves. */
export function operationsOf(documents: At[], notes: Notes): { operations: Operation[]; besides: Besides[] } {
  const roots = documents.map((root) => new Spelled(root.place, root.value));
  const presets = new Map<string, At>();
  const besides: Besides[] = [];
  for (const root of roots) {
    if (!isPreset(root)) continue;
    const name = nameOf(root);
    presets.set(name, root);
    besides.push({ ref: `${kindOf(root)} ${name}`, root, isPreset: true });
    notes.add(
      "info",
      "preset",
      "this is a preset: it fills in fields of the operations that name it, which may write others, so it enforces nothing and yields no row of its own",
      root,
    );
  }
  const byFile = new Map<string, At[]>();
  for (const root of roots) {
    const name = lastPart(root.place.file.name);
    const others = byFile.get(name);
    if (others) others.push(root);
    else byFile.set(name, [root]);
  }
  const library = { byFile, presets, besides, notes };
  const operations = roots
    .filter((root) => !isPreset(root))
    .flatMap((root) => operationsIn(root, nameOf(root), kindOf(root), null, library, 0));
  return { operations: told(operations, notes), besides };
}

const kindOf = (root: At): string =>
  /^(operation|compiled_operation)$/.test(root.get("kind").string() ?? "") ? "operation" : "component";

const nameOf = (root: At): string =>
  root.get("name").string() || root.path("component", "name").string() || `#${root.place.index}`;

/** Names that stand twice are told apart by a number; one that nobody gave, or that is filled in later, is said. */
function told(operations: Operation[], notes: Notes): Operation[] {
  const counts = new Map<string, number>();
  for (const operation of operations) {
    const { ref, root } = operation;
    if (/ #\d+$/.test(ref)) notes.add("info", "no-name", `this has no name; it is called ${ref}`, root);
    else if (/\$\{|\{\{/.test(ref))
      notes.add(
        "warning",
        "unresolved",
        `the name ${ref} holds a placeholder that nothing has filled in`,
        root,
      );
    const count = (counts.get(ref) ?? 0) + 1;
    counts.set(ref, count);
    if (count > 1) {
      if (!/ #\d+$/.test(ref))
        notes.add("warning", "same-name", `${ref} is written ${count} times; each is read by itself`, root);
      operation.ref = `${ref}.${count}`;
    }
  }
  return operations;
}

/** How deep graphs in graphs are followed. */
const DEEPEST = 20;

function operationsIn(
  root: At,
  name: string,
  kind: string,
  graph: At | null,
  library: Library,
  depth: number,
): Operation[] {
  const { notes } = library;
  const ref = `${kind} ${name}`;
  const component = componentOf(root, ref, graph, library);
  const own = runOf(component.exists ? component : root);
  let run = patched(own, root.get("runPatch"), root.get("patchStrategy").string());
  let plugins = merged(root.get("plugins"), component.get("plugins"));
  let termination = merged(root.get("termination"), component.get("termination"));
  if (graph) run = underGraph(run, graph);
  const presets = merged(root.get("presets"), component.get("presets"));
  for (const at of presets.string() === null ? presets.items() : [presets]) {
    const preset = library.presets.get(at.string() ?? "");
    if (!preset) {
      notes.add(
        "warning",
        "preset-not-supplied",
        `${ref} names the preset ${at.string() ?? ""}, which is not in the input: what it fills in is not shown, and an operation may override it`,
        at,
      );
      continue;
    }
    const strategy = preset.get("patchStrategy").string();
    run = patched(run, preset.get("runPatch"), strategy);
    plugins = patched(plugins, preset.get("plugins"), strategy);
    termination = patched(termination, preset.get("termination"), strategy);
  }
  if (run.get("kind").string() === "dag") {
    library.besides.push({ ref, root, isPreset: false });
    return operationsOfGraph(run, name, library, depth, notes, ref);
  }
  noteElsewhere(root, ref, notes);
  return [{ ref, root, run, plugins, termination, presets }];
}

/** Files of version 0 have no section `run` with a kind: what is run stands at the top. */
function runOf(component: At): At {
  const run = component.get("run");
  return run.get("kind").exists || run.get("container").exists ? run : component;
}

function operationsOfGraph(
  run: At,
  name: string,
  library: Library,
  depth: number,
  notes: Notes,
  ref: string,
): Operation[] {
  const members = run.get("operations").items();
  if (members.length === 0 || depth >= DEEPEST) {
    const why =
      depth >= DEEPEST ? "graphs stand in each other too deep to be followed" : "it has no operations";
    notes.add("warning", "no-operation", `${ref} is a graph that yields no row: ${why}`, run);
    return [];
  }
  return members.flatMap((at, i) =>
    operationsIn(at, `${name}.${at.get("name").string() ?? `#${i}`}`, "operation", run, library, depth + 1),
  );
}

/** What a graph writes holds for its operations where they write nothing. */
function underGraph(run: At, graph: At): At {
  let whole = run;
  for (const field of ["environment", "connections", "volumes"]) {
    if (!graph.get(field).exists) continue;
    const given = merged(run.get(field), graph.get(field));
    whole = patched(whole, withOnly(field, given, run), "replace");
  }
  return whole;
}

/** A map that holds one field. */
class Only extends Spelled {
  constructor(
    near: At,
    private readonly key: string,
    private readonly held: At,
  ) {
    super(near.place, near.value ?? held.value);
  }

  override entries(): [string, At][] {
    return [[this.key, this.held]];
  }
}

const withOnly = (key: string, held: At, near: At): At => new Only(near, key, held);

/** The component that an operation runs: written in it, one of its graph's, or in another file of the input. */
function componentOf(root: At, ref: string, graph: At | null, { byFile, notes }: Library): At {
  const inline = root.get("component");
  if (inline.exists) return inline;
  const named = root.path("dagRef", "name").string() ?? root.get("dagRef").string();
  const ofGraph = graph
    ?.get("components")
    .items()
    .find((at) => named !== null && at.get("name").string() === named);
  if (ofGraph) return ofGraph;
  const path = root.path("pathRef", "path").string() ?? root.get("pathRef").string();
  const file = path?.replace(/^(\.{0,2}\/)+/, "");
  const other = file
    ? byFile.get(lastPart(file))?.find((at) => at !== root && at.place.file.name.endsWith(file))
    : undefined;
  if (other && !other.get("pathRef").exists) return other;
  for (const field of ["hubRef", "urlRef", "pathRef", "dagRef"]) {
    const at = root.get(field);
    if (!at.exists) continue;
    const what = camelCase(field);
    notes.add(
      "warning",
      "component-not-supplied",
      `${ref} runs a component by ${what}, which is not in the input: only what is laid over it is shown`,
      at,
    );
  }
  return inline;
}

/** What is done beside the run, by components that the input does not hold. */
function noteElsewhere(root: At, ref: string, notes: Notes): void {
  for (const field of ["build", "hooks"]) {
    const at = root.get(field);
    if (at.exists && (field !== "build" || at.get("hubRef").exists))
      notes.add(
        "info",
        "runs-beside",
        `${ref}: ${field} runs a component of the hub before or after it, which is not in the input and yields no row`,
        at,
      );
  }
}
