import { ORIGINS } from "@/lib/review/authority/origin";
import { comparePlaces, type PlaceKey, placeOf } from "@/lib/review/authority/places";
import type { Capability, Executor } from "@/lib/review/content";
import { layersWords } from "@/lib/review/row-cells";
import {
  CAPABILITY_GROUPS,
  type CapabilityGroup,
  DECISIONS,
  type Decision,
  EXECUTOR_ROLES,
  type ExecutorRole,
  SEVERITIES,
} from "@/lib/review/vocabulary";
import { roleOf } from "@/lib/rules/asking";
import { type ContentIndex, holdersOf } from "@/lib/rules/content-index";
import type { Line, ReportCapability, ReportExecutor, ReportPlace } from "./model";
import { cellSaid, counted, linesOf, said } from "./words";

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const ROLES: (ExecutorRole | null)[] = ["runs-submitted-code", null, "neighbour", "out-of-scope"];

/** What each executor holds, read by need: justifications first, then what serves none. */
export function authorityOf(index: ContentIndex): ReportExecutor[] {
  const branches = new Map<string | null, Map<PlaceKey, Capability[]>>();
  const executors = [...index.executors.values()].sort(
    (a, b) => ROLES.indexOf(roleOf(a)) - ROLES.indexOf(roleOf(b)) || a.number - b.number,
  );
  for (const { id } of executors) branches.set(id, new Map());
  for (const row of index.capabilities.values()) {
    const holders = holdersOf(index, row);
    for (const executor of holders.length > 0 ? holders : [null]) {
      const places = branches.get(executor?.id ?? null) ?? new Map<PlaceKey, Capability[]>();
      branches.set(executor?.id ?? null, places);
      const key = placeOf(row, executor, index);
      const rows = places.get(key);
      if (rows) rows.push(row);
      else places.set(key, [row]);
    }
  }
  const printed = new Set<string>();
  const sections = executors.map((executor) =>
    sectionOf(executor, branches.get(executor.id)!, index, printed),
  );
  const nobodys = branches.get(null);
  if (!nobodys) return sections;
  return [...sections, nobodysSection(nobodys, index, printed)];
}

function sectionOf(
  executor: Executor,
  places: Map<PlaceKey, Capability[]>,
  index: ContentIndex,
  printed: Set<string>,
): ReportExecutor {
  const role = roleOf(executor);
  const bound: Line[] = executor.workload
    ? [{ label: "Runs as", said: said([executor.workload, executor.container].filter(Boolean).join(" / ")) }]
    : [];
  const asked = role === "runs-submitted-code" ? "all" : "answered";
  return {
    number: `X${executor.number}`,
    name: executor.name,
    role: role === null ? "Nobody has said what it is to this review" : EXECUTOR_ROLES[role],
    lines: [
      ...bound,
      ...linesOf("executor", executor, ["roleReason"], "answered"),
      ...linesOf("executor", executor, ["process", "account"], asked),
      ...layerLines(executor, asked),
      ...linesOf("executor", executor, ["reuse", "inheritsSecrets", "applicationProcess"], asked),
      ...linesOf("executor", executor, ["reachNotes"], "answered"),
    ],
    words: wordsOf(places),
    places: placesOf(places, index, printed),
  };
}

const layerLines = (executor: Executor, asked: "all" | "answered"): Line[] =>
  executor.layers && executor.layers.length > 0
    ? [{ label: "Layers, outermost first", said: said(layersWords(executor.layers)) }]
    : linesOf("executor", executor, ["layers"], asked);

const nobodysSection = (
  places: Map<PlaceKey, Capability[]>,
  index: ContentIndex,
  printed: Set<string>,
): ReportExecutor => ({
  number: "",
  name: "Held by no executor",
  role: "What the configuration grants to identities and workloads that this review names no executor for",
  lines: [],
  words: wordsOf(places),
  places: placesOf(places, index, printed),
});

/** Places whose rows are shown and asked of nobody here. */
const NOT_ASKED = new Set<PlaceKey>(["not-asked", "said-elsewhere", "closed"]);

function wordsOf(places: Map<PlaceKey, Capability[]>): string {
  const all = [...places].flatMap(([key, rows]) => rows.map((row) => ({ key, row })));
  if (all.length === 0) return "Nothing is recorded of what is granted here.";
  const of = (test: (key: PlaceKey, row: Capability) => boolean) =>
    all.filter(({ key, row }) => test(key, row)).length;
  const isGrant = (row: Capability) => row.class === "grant";
  const isLimit = (row: Capability) => row.class === "missing-limit";
  const grants = of((key, row) => isGrant(row) && !NOT_ASKED.has(key));
  const needed = of((key, row) => key.startsWith("need:") && isGrant(row));
  const surplus = of((key) => key.startsWith("surplus:"));
  const otherwise = of((key, row) => key.startsWith("decided:") && isGrant(row));
  const limits = of((key, row) => isLimit(row) && !NOT_ASKED.has(key));
  const openLimits = of((key) => key.startsWith("limit:"));
  const unknown = of((key) => key === "undetermined");
  const claims = of((key) => key === "claim");
  const rest = of((key) => NOT_ASKED.has(key));
  const parts = [
    needed > 0 ? counted(needed, "serves a stated need", "serve a stated need") : null,
    surplus > 0 ? counted(surplus, "serves none", "serve none") : null,
    otherwise > 0 ? `${otherwise.toLocaleString("en")} decided otherwise` : null,
  ].filter((part) => part !== null);
  const sentences = [
    grants > 0 || rest < all.length
      ? `${counted(grants, "grant", "grants")}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}.`
      : null,
    limits > 0
      ? `${counted(limits, "missing limit", "missing limits")}, ${openLimits === 0 ? "none open" : `${openLimits.toLocaleString("en")} not decided`}.`
      : null,
    unknown > 0 ? `${unknown.toLocaleString("en")} cannot be determined.` : null,
    claims > 0
      ? `${counted(claims, "claim or fact that enforces", "claims and facts that enforce")} nothing.`
      : null,
    rest > 0 ? `${counted(rest, "row", "rows")} not asked here.` : null,
  ];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

function placesOf(
  places: Map<PlaceKey, Capability[]>,
  index: ContentIndex,
  printed: Set<string>,
): ReportPlace[] {
  const numberOf = (id: string) => index.justifications.get(id)?.number ?? 0;
  return [...places]
    .sort(([a], [b]) => comparePlaces(a, b, numberOf))
    .map(([key, rows]) => ({
      ...headOf(key, index, printed),
      capabilities: rows
        .sort(
          (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || a.number - b.number,
        )
        .map((row) => capabilityOf(row, printed)),
    }));
}

const TITLES: Partial<Record<PlaceKey, [ReportPlace["kind"], string]>> = {
  undetermined: ["undetermined", "Cannot be determined from the configuration"],
  claim: ["claim", "Claims and facts, which enforce nothing"],
  "said-elsewhere": ["other", "Said by a stronger row above"],
  "not-asked": ["other", "Not asked: not within reach of submitted code here, or asked at another executor"],
  closed: ["other", "No longer granted"],
};

function headOf(
  key: PlaceKey,
  index: ContentIndex,
  printed: Set<string>,
): Pick<ReportPlace, "kind" | "title" | "justification"> {
  const [before, after = ""] = key.split(/:(.*)/s) as [string, string?];
  if (before === "need") return needOf(after, index, printed);
  const group = CAPABILITY_GROUPS[after as CapabilityGroup];
  if (before === "surplus") {
    return { kind: "surplus", title: `Serves no stated need: ${lower(group)}`, justification: null };
  }
  if (before === "limit") {
    return { kind: "limit", title: `Missing limits, not decided: ${lower(group)}`, justification: null };
  }
  if (before === "decided") {
    const { label } = DECISIONS[after as Decision];
    return { kind: "decided", title: `Decided: ${lower(label)}`, justification: null };
  }
  const [kind, title] = TITLES[key] ?? ["other", key];
  return { kind, title, justification: null };
}

function needOf(
  id: string,
  index: ContentIndex,
  printed: Set<string>,
): Pick<ReportPlace, "kind" | "title" | "justification"> {
  const row = index.justifications.get(id);
  if (!row) return { kind: "need", title: "A justification that is archived", justification: null };
  const isFirst = !printed.has(id);
  printed.add(id);
  return {
    kind: "need",
    title: "",
    justification: {
      number: `J${row.number}`,
      purpose: cellSaid("justification", row, "purpose"),
      limit: cellSaid("justification", row, "limit"),
      enforcer: cellSaid("justification", row, "enforcer"),
      evidence: cellSaid("justification", row, "evidence"),
      isFirst,
    },
  };
}

/** What is written down needs no word. */
const IN_SHORT = { explicit: "", default: "by silence", unknown: lower(ORIGINS.unknown) } as const;

function capabilityOf(row: Capability, printed: Set<string>): ReportCapability {
  const { grant } = row;
  const isFirst = !printed.has(row.id);
  printed.add(row.id);
  const how = grant ? [grant.access, ...grant.extent].filter(Boolean).join(", ") : "";
  const origin = grant ? IN_SHORT[grant.origin] : "";
  const decided = row.decision ? DECISIONS[row.decision].label : "";
  return {
    number: `C${row.number}`,
    title: row.title,
    severity: row.severity,
    access: [how, origin].filter(Boolean).join(", "),
    explanation: grant?.explanation ?? "",
    limits: grant?.limits ?? [],
    source: grant?.file
      ? `${grant.file}${grant.line ? `:${grant.line}` : ""}`
      : grant
        ? ""
        : "Written by hand",
    decision: row.layer ? `${decided}: ${row.layer}` : decided,
    note: row.note ?? "",
    isFirst,
  };
}
