import { expect, test } from "vitest";
import { printedBeside } from "@/lib/report/beside";
import { reportOf } from "@/lib/report/report-of";
import { type Beside, type FrozenDocument, thaw } from "@/lib/report/thaw";
import { frozenPieces } from "@/lib/signoff/snapshot";
import { fullContent } from "../../support/report-contents";
import { inForce, sourceOf } from "../../support/report-source";

/** What is frozen beside the bytes, as a submission writes it. */
const besideOf = (source: ReturnType<typeof sourceOf>): Beside => ({
  system: source.system.name,
  people: source.people,
  risks: source.content.risks.map(({ id, state }) => ({ id, state })),
  findings: source.findings,
  ...printedBeside(source.content, source.findings),
});

const frozenOf = (source: ReturnType<typeof sourceOf>): FrozenDocument =>
  JSON.parse(
    [
      ...frozenPieces({
        content: source.content,
        findings: source.findings,
        ruleSetVersion: "1",
        policyVersion: "1",
        system: source.system,
        revision: { number: 3 },
      }),
    ].join(""),
  );

test("a frozen content reads as the live one did, cell by cell", () => {
  const source = sourceOf(fullContent(), { revision: inForce });
  const thawed = thaw(frozenOf(source), besideOf(source));
  expect(reportOf({ ...source, ...thawed })).toEqual(reportOf(source));
});

test("a content that was frozen with a list of ids beside it reads the same", () => {
  const source = sourceOf(fullContent(), { revision: inForce });
  const { printed: _, sentences: __, ...today } = besideOf(source);
  const live = source.content.capabilities.filter((row) => row.closedAt === null && row.archivedAt === null);
  const places = new Map(today.heldAs!.map((held, at) => [held.join(), at]));
  const before: Beside = {
    ...today,
    held: live.map(({ id, group, family, endsConfinement, anchor }) => [
      id,
      places.get([group, family, endsConfinement].join())!,
      anchor,
    ]),
    grants: live.flatMap(({ id, grant }) => (grant ? [{ ...grant, id }] : [])),
  };
  expect(live.some(({ grant }) => grant !== null)).toBe(true);
  expect(thaw(frozenOf(source), before)).toEqual(thaw(frozenOf(source), besideOf(source)));
});

test("a snapshot without anything in it is printed as empty", () => {
  const thawed = thaw({ risks: [] } as unknown as FrozenDocument, {});
  const report = reportOf({ ...sourceOf(fullContent()), ...thawed });
  expect(report.entryPoints).toEqual([]);
  expect(report.risks).toEqual([]);
});
