import { redactPairs, redactWords } from "@/lib/authority/inner/words";
import type { MapValue, ScalarValue, Value } from "@/lib/authority/read/value";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { mark, type Redactions, redactFree, textOf } from "@/lib/authority/secrets/marks";
import { fieldName } from "./fields";

/** Fields whose texts rows are made of; everything else that is a text may be anybody's. */
const SHOWN =
  /^(?:name|hostname|mode|cwd|bindhost|chroot_dir|cap|src|dst|fstype|options|prefix_src_env|prefix_dst_env|inside_id|outside_id|iface_own|macvlan_\w+|seccomp_policy_file|log_level|rlimit_\w+|cgroup\w+)$/;

/** Every literal secret of a configuration: in variables, in the program's words, in files' contents, and by shape. */
export function nsjailRedactions(root: Value): Redactions {
  const found: Redactions = new Map();
  walk("", root, found);
  return found;
}

function walk(name: string, value: Value, found: Redactions): void {
  const field = fieldName(name);
  if (field === "envar") redactEnvironment(value, found);
  else if (field === "exec_bin" && value.kind === "map") redactProgram(value, found);
  else if (value.kind === "scalar") {
    if (SHOWN.test(field)) mark(found, value, redactShapes(value.text));
    else if (!isPlainWord(value)) redactFree(field, value, found);
  } else if (value.kind === "list") for (const item of value.items) walk(name, item, found);
  else if (field === "mount") redactMount(value, found);
  else for (const [key, child] of value.fields) walk(key, child, found);
}

/** Numbers and switches, which are written without quotes. */
const isPlainWord = ({ plain, text }: ScalarValue): boolean =>
  plain && /^(?:-?\d{1,20}|true|false|[A-Z]{1,20})$/.test(text);

function redactEnvironment(value: Value, found: Redactions): void {
  const items = value.kind === "list" ? value.items : [value];
  redactPairs(
    items.filter((item) => item.kind === "scalar"),
    found,
  );
  for (const item of items) if (item.kind !== "scalar") redactFree("", item, found);
}

function redactMount(mount: MapValue, found: Redactions): void {
  const dest = textOf(mount.fields.get("dst"));
  for (const [key, child] of mount.fields)
    if (fieldName(key) === "src_content") redactFree(redactShapes(dest), child, found);
    else walk(key, child, found);
}

function redactProgram(program: MapValue, found: Redactions): void {
  const words: ScalarValue[] = [];
  const shown = new Set<ScalarValue>();
  for (const [key, child] of program.fields) {
    const items = child.kind === "list" ? child.items : [child];
    for (const item of items)
      if (item.kind !== "scalar") walk(key, item, found);
      else if (key === "path") {
        words.unshift(item);
        shown.add(item);
      } else words.push(item);
  }
  redactWords(words, shown, found);
}
