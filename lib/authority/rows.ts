import { grantsIn, silenceIn } from "./catalogue/entry";
import { catalogueEntry } from "./catalogue/index-of-ids";
import type { At } from "./read/cursor";
import type {
  Access,
  AuthoritySource,
  Bound,
  BoundedResource,
  Format,
  GrantedCapability,
  Origin,
  Severity,
} from "./schema";
import { shortNames } from "./tuples";

export type RowText = {
  container?: string | null;
  anchor?: string;
  target?: string;
  access?: Access;
  extent?: string[];
  limits?: string[];
  severity?: Severity;
  authority?: AuthoritySource;
  /** Said after the catalogue's sentence, without a full stop. */
  detail?: string;
};

/** Most rows have neither extent nor limits; none of these lists is ever changed in place. */
const NONE: string[] = [];

const sentences = new Map<string, string>();

/** The catalogue's sentence as it reads for an origin in a format; one text for all rows alike. */
function sentenceFor(id: string, origin: Origin, format: Format): string {
  const key = `${id} ${origin} ${format}`;
  let sentence = sentences.get(key);
  if (sentence === undefined) {
    const entry = catalogueEntry(id);
    const grants = grantsIn(entry, format);
    if (origin === "explicit") sentence = grants;
    else if (origin === "default") {
      sentence = `${grants.slice(0, -1)}, by silence: ${silenceIn(entry, format)
        .replace(/^(Granted|Unknown)[:,]? ?/, "")
        .replace(/^./, (c) => c.toLowerCase())}`;
    } else sentence = `${grants.slice(0, -1)}, or not: this configuration alone does not tell.`;
    sentences.set(key, sentence);
  }
  return sentence;
}

/** `a API key in KEY` as it is said: `an API key in KEY`. */
const withArticle = (text: string): string => text.replace(/^a (?=[aeiou]|API|AWS|npm)/i, "an ");

function explain(id: string, origin: Origin, format: Format, detail: string | undefined): string {
  const sentence = sentenceFor(id, origin, format);
  return detail ? `${sentence.slice(0, -1)} (${withArticle(detail)}).` : sentence;
}

/** How sure a row of each origin is. */
const CERTAINTY: Record<Origin, number> = { unknown: 0, default: 1, explicit: 2 };

/** Collects rows; those of one workload, container, family and anchor are one, with their extents together. */
export class Rows {
  readonly list: GrantedCapability[] = [];
  readonly bounds: Bound[] = [];
  private here = new Map<string, GrantedCapability>();
  private workload = "";

  /** @param format what the configuration is written in: silence means something else in each */
  constructor(private readonly format: Format) {}

  /** Rows that follow belong to this workload. */
  of(workload: string): this {
    if (workload !== this.workload) {
      this.workload = workload;
      this.here = new Map();
    }
    return this;
  }

  add(id: string, at: At, origin: Origin, text: RowText = {}): void {
    const entry = catalogueEntry(id);
    const { container = null, anchor = "", limits = NONE, detail } = text;
    const access = text.access ?? (id.endsWith("-unlimited") ? "unlimited" : "use");
    const extent = text.extent && text.extent.length > 0 ? [...new Set(text.extent)].sort() : NONE;
    const key = `${container ?? ""}\u0000${entry.family}\u0000${anchor}`;
    const other = this.here.get(key);
    if (other) {
      joinRow(other, id, access, extent, text);
      // What is written somewhere is written, whatever came first: the order of a list decides nothing.
      if (CERTAINTY[origin] > CERTAINTY[other.origin]) {
        other.origin = origin;
        other.explanation = explain(id, origin, this.format, detail);
        other.source = at.source();
      }
      return;
    }
    const row: GrantedCapability = {
      key: "",
      id,
      class: entry.class,
      family: entry.family,
      anchor,
      workload: this.workload,
      container,
      target: text.target ?? (anchor || entry.title),
      access,
      extent,
      origin,
      authority: text.authority ?? (origin === "explicit" ? "configuration" : "runtime-default"),
      severity: text.severity ?? entry.severity,
      explanation: explain(id, origin, this.format, detail),
      limits,
      source: at.source(),
    };
    this.here.set(key, row);
    this.list.push(row);
  }

  /** Whether the workload at hand as a whole has a row of this id and anchor. */
  holds(id: string, anchor: string): boolean {
    return this.here.has(`\u0000${catalogueEntry(id).family}\u0000${anchor}`);
  }

  bound(resource: BoundedResource, container: string | null, value: string): void {
    this.bounds.push({ workload: this.workload, container, resource, value });
  }

  /** Gives every row its key. `standsUnder` names the controller of a workload that is its only one. */
  finish(standsUnder: (workload: string) => string): void {
    const short = shortNames(this.list.map((row) => standsUnder(row.workload)));
    for (const row of this.list) {
      const container = row.container === null ? "" : ` [${row.container}]`;
      row.key = `${short(standsUnder(row.workload))}${container} ${row.family}${row.anchor ? ` ${row.anchor}` : ""}`;
    }
  }
}

function joinRow(row: GrantedCapability, id: string, access: Access, extent: string[], text: RowText): void {
  const everything = row.extent.length === 0 || extent.length === 0;
  row.extent = everything ? [] : [...new Set([...row.extent, ...extent])].sort();
  if (row.access !== access && access !== "declared")
    row.access = row.access === "declared" ? access : "read-write";
  if (id !== row.id && catalogueEntry(id).severity === catalogueEntry(row.id).severity) {
    if (id.endsWith("-rw")) row.id = id;
  }
  for (const limit of text.limits ?? []) if (!row.limits.includes(limit)) row.limits = [...row.limits, limit];
  if (text.target && !row.target.includes(text.target) && row.id.startsWith("rbac-"))
    row.target = `${row.target}; ${text.target}`;
}
