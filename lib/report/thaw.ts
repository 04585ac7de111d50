import type { Answer } from "@/lib/review/cell";
import type { Capability, ReviewContent } from "@/lib/review/content";
import { type EntityKind, fieldsOf } from "@/lib/review/fields";
import { propertyOf } from "@/lib/review/row-cells";
import type { CapabilityGroup, RiskState } from "@/lib/review/vocabulary";
import type { StoredFinding } from "@/lib/rules/diff-findings";
import type { Dismissal, ReportSource, RuleWords } from "./source";

type FrozenCell = { state: string; value?: unknown; reason?: string };
type FrozenRow = Record<string, unknown> & { id: string; number: number; cells: Record<string, FrozenCell> };
type FrozenConfiguration = Omit<ReviewContent["configurations"][number], "attachedAt" | "isNewest">;

/** The frozen bytes, parsed: `coveredContent` of lib/signoff/snapshot.ts. */
export type FrozenDocument = {
  system: { id: string };
  review: { id: string; number: number; cells: Record<string, FrozenCell> };
  revision: number;
  artifacts: FrozenRow[];
  executors: FrozenRow[];
  entryPoints: FrozenRow[];
  kinds: { kind: string; cells: Record<string, FrozenCell> }[];
  capabilities: FrozenRow[];
  justifications: FrozenRow[];
  risks: FrozenRow[];
  configurations: FrozenConfiguration[];
  ruleSetVersion: string;
};

/** How a kind of capability is read: its group, its family, whether it ends confinement. */
type HeldAs = [group: CapabilityGroup, family: string, endsConfinement: boolean];

/** What is printed of a grant; its sentence is a place in `sentences`. */
type PrintedGrant = [sentence: number, limits: string[], file: string | null, line: number | null];

/** What is printed of a capability: the place in `heldAs`, its anchor, and its grant if it has one. */
type PrintedCapability = [heldAs: number, anchor: string, grant: PrintedGrant | null];

/** What is frozen beside the bytes, unhashed: what a printed revision needs and no decision is about. */
export type Beside = {
  system?: string;
  people?: Record<string, string>;
  risks?: { id: string; state: RiskState }[];
  findings?: StoredFinding[];
  dismissals?: Record<string, Dismissal>;
  /** Of each frozen capability, in their order. */
  printed?: PrintedCapability[];
  heldAs?: HeldAs[];
  sentences?: string[];
  /** What stood here instead of `printed` and `sentences` at first; such revisions are printed as ever. */
  held?: [id: string, place: number, anchor: string][];
  grants?: { id: string; explanation: string; limits: string[]; file: string | null; line: number | null }[];
  attached?: Record<string, string>;
  rules?: Record<string, RuleWords>;
};

/** What of a report's source a frozen revision holds itself. */
export type Thawed = Pick<
  ReportSource,
  "content" | "findings" | "system" | "people" | "rules" | "ruleSetVersion"
>;

/** Makes rows of a frozen revision again, as the rules and the report read them. */
export function thaw(frozen: FrozenDocument, beside: Beside): Thawed {
  const states = new Map(beside.risks?.map(({ id, state }) => [id, state]));
  const review = { ...rowOf("review", { ...frozen.review }) } as unknown as ReviewContent["review"];
  return {
    content: {
      review,
      artifacts: rowsOf("artifact", frozen.artifacts),
      executors: rowsOf("executor", frozen.executors),
      entryPoints: rowsOf("entryPoint", frozen.entryPoints),
      capabilities: capabilitiesOf(frozen, beside),
      justifications: rowsOf("justification", frozen.justifications),
      kindAnswers: (frozen.kinds ?? []).map(
        (row) => rowOf("kindAnswer", { id: row.kind, number: 0, ...row }) as never,
      ),
      configurations: (frozen.configurations ?? []).map((row) => ({
        ...row,
        attachedAt: beside.attached?.[row.id] ?? "",
        isNewest: true,
      })),
      risks: rowsOf<ReviewContent["risks"][number]>("risk", frozen.risks).map((row) => ({
        ...row,
        state: states.get(row.id) ?? "proposed",
      })),
    },
    findings: (beside.findings ?? []).map((finding) => ({
      ...finding,
      dismissal: beside.dismissals?.[finding.id] ?? null,
    })),
    system: { id: frozen.system?.id ?? "", name: beside.system ?? "" },
    people: beside.people ?? {},
    rules: beside.rules ?? {},
    ruleSetVersion: frozen.ruleSetVersion ?? "",
  };
}

const rowsOf = <R>(entity: EntityKind, rows: readonly FrozenRow[] | undefined): R[] =>
  (rows ?? []).map((row) => rowOf(entity, row) as R);

/** The inverse of `cellsOf`: values under their column's name, other answers apart. */
function rowOf(entity: EntityKind, { cells, ...row }: FrozenRow): Record<string, unknown> {
  const answers: Record<string, Answer> = {};
  const values: Record<string, unknown> = {};
  for (const [field] of fieldsOf(entity)) {
    const cell = cells?.[field];
    if (cell && cell.state !== "value") answers[field] = cell as Answer;
    values[propertyOf(entity, field)] = cell?.state === "value" ? cell.value : null;
  }
  return { versions: {}, archivedAt: null, ...row, ...values, answers };
}

/** What is frozen beside a revision of any age, as it is frozen today. */
function asToday(frozen: FrozenDocument, beside: Beside): Beside {
  if (beside.printed || !beside.held) return beside;
  const held = new Map(beside.held.map(([id, ...rest]) => [id, rest]));
  const grants = new Map(beside.grants?.map((grant, at) => [grant.id, { ...grant, at }]));
  return {
    ...beside,
    sentences: beside.grants?.map(({ explanation }) => explanation),
    printed: (frozen.capabilities ?? []).map(({ id }) => {
      const grant = grants.get(id);
      const [place, anchor] = held.get(id) ?? [-1, ""];
      return [place, anchor, grant ? [grant.at, grant.limits, grant.file, grant.line] : null];
    }),
  };
}

function capabilitiesOf(frozen: FrozenDocument, stored: Beside): Capability[] {
  const beside = asToday(frozen, stored);
  return (frozen.capabilities ?? []).map((row, at) => {
    const { grant, executor, ...rest } = row as FrozenRow & { grant: object | null; executor: string | null };
    const [place, anchor, printed] = beside.printed?.[at] ?? [-1, "", null];
    const [group, family, endsConfinement] = beside.heldAs?.[place] ?? [
      "kernel",
      String(row.catalogueId),
      false,
    ];
    const [sentence, limits, file, line] = printed ?? [-1, [], null, null];
    return {
      ...rowOf("capability", rest),
      executorId: executor,
      key: null,
      group,
      family,
      anchor,
      endsConfinement,
      closedAt: null,
      grant: grant && { ...grant, explanation: beside.sentences?.[sentence] ?? "", limits, file, line },
    } as unknown as Capability;
  });
}
