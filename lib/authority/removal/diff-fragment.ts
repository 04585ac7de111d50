import { stringify } from "yaml";
import { valueAt } from "./source-text";

type Branch = Map<string, Branch | null>;

/** A value of more lines is named and not shown. */
const MOST_LINES = 60;

/**
 * Lines to take out, marked with a minus, under the names above them. Without its two marks' columns it is
 * YAML, with the lines and without them.
 */
export function diffFragment(paths: string[][], root: unknown, unknownValue: string): string {
  const tree: Branch = new Map();
  for (const path of paths) {
    let branch = tree;
    for (const [i, step] of path.entries()) {
      const next = branch.get(step);
      if (i === path.length - 1) branch.set(step, null);
      else if (next === null) break;
      else if (next) branch = next;
      else {
        const made: Branch = new Map();
        branch.set(step, made);
        branch = made;
      }
    }
  }
  const lines: string[] = [];
  write(tree, root, 0, lines, unknownValue);
  return `${lines.join("\n")}\n`;
}

const isIndex = (step: string): boolean => /^\d+$/.test(step);

function write(tree: Branch, value: unknown, depth: number, lines: string[], unknownValue: string): void {
  const indent = " ".repeat(depth);
  for (const [step, below] of tree) {
    const child = valueAt(value, [step]);
    // Where the text is not at hand, a step of digits is taken for an item: no field is called so.
    const item = Array.isArray(value) || (value === undefined && isIndex(step));
    if (below === null) {
      for (const line of removed(step, child, item, unknownValue)) lines.push(`- ${indent}${line}`);
      continue;
    }
    const name = valueAt(child, ["name"]);
    if (!item) lines.push(`  ${indent}${keyText(step)}:`);
    else if (typeof name === "string") lines.push(`  ${indent}- name: ${keyText(name)}`);
    else lines.push(`  ${indent}- # item ${Number(step) + 1}`);
    write(below, child, depth + 2, lines, unknownValue);
  }
}

function removed(step: string, value: unknown, item: boolean, unknownValue: string): string[] {
  if (value === undefined) return [`${item ? "-" : `${keyText(step)}:`} # ${unknownValue}`];
  const lines = stringify(item ? [value] : { [step]: value }, { lineWidth: 0 })
    .trimEnd()
    .split("\n");
  if (lines.length <= MOST_LINES) return lines;
  return [`${item ? "-" : `${keyText(step)}:`} # and the ${lines.length - 1} lines below it`];
}

const keyText = (key: string): string =>
  JSON.stringify(key) === `"${key}"` && /^[A-Za-z][\w./-]*$/.test(key)
    ? stringify(key).trim()
    : JSON.stringify(key);
