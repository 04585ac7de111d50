import type { EntryPoint } from "@/lib/review/content";
import { reachOf, reachWords } from "@/lib/review/reach";
import { CHECKLIST_KINDS, ENTRY_POINT_KINDS } from "@/lib/review/vocabulary";
import { artifactOf, type ContentIndex, executorOf } from "@/lib/rules/content-index";
import type { Line, Report, ReportEntryPoint } from "./model";
import { cellSaid, linesOf, said } from "./words";

const REACHED = ["files", "credentials", "network", "approvedDigest"] as const;
const ENDS = [
  ["endsOnRejection", "rejection"],
  ["endsOnTimeout", "timeout"],
  ["endsOnCancellation", "cancellation"],
] as const;

/** How many things that an executor reaches are named at an entry point; its own section lists them all. */
const MOST_REACHED = 4;

/** Every entry point, in the order of the short numbers. */
export function entryPointsOf(index: ContentIndex): ReportEntryPoint[] {
  return [...index.entryPoints.values()].map((row) => {
    const artifact = artifactOf(index, row);
    const executor = executorOf(index, row);
    return {
      number: `E${row.number}`,
      name: row.name,
      kind: row.kind ? (ENTRY_POINT_KINDS[row.kind] ?? row.kind) : "",
      artifact: artifact ? { label: `A${artifact.number}`, name: artifact.name } : null,
      submitters: cellSaid("entryPoint", row, "submitters"),
      permission: cellSaid("entryPoint", row, "permission"),
      executor: executor ? { label: `X${executor.number}`, name: executor.name } : null,
      executorSaid: executor ? said(executor.name) : cellSaid("entryPoint", row, "executor"),
      crossesBroker: cellSaid("entryPoint", row, "crossesBroker"),
      executes: cellSaid("entryPoint", row, "executes"),
      more: [
        ...reached(row, index),
        ...linesOf("entryPoint", row, REACHED, "answered"),
        ...ends(row),
        ...linesOf("entryPoint", row, ["notes"], "answered"),
      ],
    };
  });
}

/** What the executor's authority reaches, in one line. */
function reached(row: EntryPoint, index: ContentIndex): Line[] {
  const executor = executorOf(index, row);
  if (!executor) return [];
  const reach = reachOf(executor, index);
  const all = [...reach.credentials, ...reach.files, ...reach.network, ...reach.other];
  if (all.length === 0) return [];
  const more = all.length - MOST_REACHED;
  const words = reachWords(all.slice(0, MOST_REACHED));
  const rest = more > 0 ? `, and ${more} more` : "";
  return [{ label: `Reaches by X${executor.number}`, said: said(`${words}${rest}`) }];
}

/** When a run ends, in one line; nothing where nobody has said anything of it. */
function ends(row: EntryPoint): Line[] {
  const cells = ENDS.map(([field, words]) => ({ words, said: cellSaid("entryPoint", row, field) }));
  if (cells.every(({ said: { answered, text } }) => !answered && text !== "Unknown")) return [];
  const parts = cells.map(({ words, said: { text } }) => `${words}: ${lower(text)}`);
  return [{ label: "Ends on", said: said(parts.join(", ")) }];
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The checklist of kinds: what there is, what is said not to exist, what nobody has answered. */
export function kindsOf(index: ContentIndex): Report["kinds"] {
  const present = new Set([...index.entryPoints.values()].map(({ kind }) => kind));
  const order = Object.keys(ENTRY_POINT_KINDS);
  const absent = index.content.kindAnswers
    .filter(({ kind, because }) => because !== null && !present.has(kind))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const answered = new Set([...present, ...absent.map(({ kind }) => kind)]);
  return {
    exist: CHECKLIST_KINDS.filter((kind) => present.has(kind)).map((kind) => ENTRY_POINT_KINDS[kind]),
    absent: absent.map(({ kind, because }) => ({ kind: ENTRY_POINT_KINDS[kind] ?? kind, because: because! })),
    unanswered: CHECKLIST_KINDS.filter((kind) => !answered.has(kind)).map((kind) => ENTRY_POINT_KINDS[kind]),
  };
}
