import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reportOf } from "@/lib/report/report-of";
import { loadReport } from "@/lib/report/server/load-report";
import { createRow } from "@/lib/review/server/create-row";
import { editCells } from "@/lib/review/server/edit-cells";
import { decidePage } from "@/lib/signoff/server/decide-page";
import { revisionPage } from "@/lib/signoff/server/revision-page";
import { type SigningStage, signingStage, value } from "./signing-stage";

let stage: SigningStage;
let reviewId: string;
let entry: { id: string; seq: number | null };
let risk: string;
let finding: string;

beforeAll(async () => {
  stage = await signingStage();
});
afterAll(() => stage.database.drop());
beforeEach(async () => {
  ({ reviewId } = await stage.world.review());
  await stage.world.configuration(reviewId, stage.rita);
  // Code that runs past the broker is a critical finding about the entry point.
  entry = await createRow(stage.rita, reviewId, "entryPoint", {
    name: value("Preview"),
    executes: value("yes"),
    crossesBroker: value("no"),
  });
  ({ id: risk } = await stage.risk(reviewId, "Called low", {
    severity: value("low"),
    covers: value([`entry:${entry.id}`]),
  }));
  const [worst] = await stage.world.owner<{ number: number }>(
    "select number from finding where review_id = $1 and severity = 'critical' and target = $2 order by number",
    [reviewId, `entry:${entry.id}`],
  );
  finding = `F${worst!.number}`;
});

/** The severity of the risk wherever the first revision is read. */
async function frozen() {
  const page = await revisionPage(stage.adam, reviewId, { number: 1, show: "everything", since: null });
  const cells = page.sections.find(({ id }) => id === "risks")!.rows[0]!.cells;
  const report = reportOf(await loadReport(stage.adam, reviewId, { revision: 1 }));
  return [
    (await decidePage(stage.adam, reviewId)).waiting!.frozen.risks[0]!.severity,
    cells.find(({ label }) => label === "Severity"),
    report.risks[0]!.lines[0]!.said.text,
  ];
}

describe("the severity of a risk that is written as less than it covers", () => {
  test("is told as it counts on the page where it is decided", async () => {
    expect((await decidePage(stage.rita, reviewId)).worstCovered).toEqual({
      [risk]: { severity: "critical", label: finding },
    });
  });

  test("stays as it was frozen, whatever becomes of what it covers", async () => {
    await stage.submit(reviewId);
    const expected = [
      { counts: "critical", written: "low", by: finding },
      {
        label: "Severity",
        words: "critical",
        kind: "severity",
        note: `written as low; it covers ${finding}`,
      },
      `Critical — written as low; it covers ${finding}`,
    ];
    expect(await frozen()).toEqual(expected);
    await editCells(stage.rita, reviewId, "entryPoint", entry.id, {
      crossesBroker: { cell: value("yes"), version: entry.seq! },
    });
    const live = (await decidePage(stage.rita, reviewId)).worstCovered[risk];
    expect(live?.severity).not.toBe("critical");
    expect(await frozen()).toEqual(expected);
  });
});
