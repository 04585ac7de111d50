import { gunzipSync } from "node:zlib";
import { rulesOf } from "../beside";
import type { ReportSource } from "../source";
import { type Beside, type FrozenDocument, thaw } from "../thaw";

/** A frozen revision as it is stored: gzip'd JSON in base 64, so that who only passes it on need not read it. */
export type FrozenMaterial = Pick<ReportSource, "signOffs" | "events" | "takenAt"> & {
  revision: Omit<ReportSource["revision"], "requestedBy">;
  requestedById: string | null;
  bytes: string;
  beside: string;
};

/** What a report is made from, as it comes out of the database and goes to the child that prints it. */
export type ReportMaterial = { live: ReportSource } | { frozen: FrozenMaterial };

/** Reads the material. A frozen revision comes from its snapshot alone, but for what became of it and who signed it. */
export function sourceOf(material: ReportMaterial): ReportSource {
  if ("live" in material) return material.live;
  const { bytes, beside: besideBytes, revision, requestedById, ...rest } = material.frozen;
  const beside = parsed<Beside>(besideBytes);
  const thawed = thaw(parsed<FrozenDocument>(bytes), beside);
  return {
    ...thawed,
    ...rest,
    // A snapshot of before rules were frozen beside it has the texts of today.
    rules: beside.rules ? thawed.rules : rulesOf(thawed.findings.map(({ ruleId }) => ruleId)),
    decisions: {},
    revision: { ...revision, requestedBy: nameOf(requestedById, thawed.people) },
  };
}

const parsed = <T>(base64: string): T =>
  JSON.parse(gunzipSync(Buffer.from(base64, "base64")).toString("utf8")) as T;

/** People are called as they were called then. */
const nameOf = (id: string | null, people: Record<string, string>): string | null =>
  id === null ? null : (people[id] ?? "a former member");
