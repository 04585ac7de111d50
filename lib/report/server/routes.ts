import { z } from "zod";
import { defineRoute, type Route } from "@/lib/platform/http/define-route";
import { reviewHead } from "@/lib/review/server/access";
import { csvOf } from "../csv";
import { fileNameOf } from "../file-name";
import { reportOf } from "../report-of";
import { SHEETS, type SheetName, sheetOf } from "../sheets";
import { loadReport } from "./load-report";
import { reportPdf } from "./report-pdf";
import { progressOf } from "./report-progress";
import { reportResponse } from "./report-response";

const REVIEW = "/reviews/{id}";
const TAG = "Report";
const params = z.strictObject({ id: z.uuid() });

const revision = z
  .union([
    z.literal("draft"),
    z
      .string()
      .regex(/^[1-9]\d{0,8}$/, "Name a revision by its number, or the draft: revision=3, revision=draft.")
      .transform(Number),
  ])
  .optional();
const yes = z.enum(["0", "1"]).default("0");
const key = z.uuid();

/** The report of a review, in every form in which it leaves. */
export const reportRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: `${REVIEW}/report.pdf`,
    tag: TAG,
    summary:
      "The report as PDF/UA-1: of a revision, else of the one in force, the newest one submitted, or the draft",
    needs: "review.read",
    params,
    query: z.strictObject({ revision, events: yes, key: key.optional() }),
    response: z.string(),
    produces: "application/pdf",
    perMinute: 30,
    handle: ({ actor, params, query, request }) =>
      reportPdf(
        actor,
        params.id,
        { revision: query.revision, events: query.events === "1" },
        { signal: request.signal, key: query.key },
      ),
  }),
  defineRoute({
    method: "GET",
    path: `${REVIEW}/report-progress/{key}`,
    tag: TAG,
    summary: "How far a PDF is that is being made under a key of one's own choice",
    needs: "review.read",
    params: z.strictObject({ id: z.uuid(), key }),
    response: z.object({
      phase: z.enum(["none", "waiting", "reading", "setting", "writing"]),
      place: z.number().optional(),
      pages: z.number().optional(),
    }),
    handle: async ({ actor, params }) => {
      await reviewHead(actor, params.id);
      return progressOf(actor, params.id, params.key);
    },
  }),
  defineRoute({
    method: "GET",
    path: `${REVIEW}/report.json`,
    tag: TAG,
    summary: "What the PDF prints, as data",
    needs: "review.read",
    params,
    query: z.strictObject({ revision, events: yes }),
    response: reportResponse,
    perMinute: 120,
    handle: async ({ actor, params, query }) => {
      const wanted = { revision: query.revision, events: query.events === "1" };
      return reportOf(await loadReport(actor, params.id, wanted));
    },
  }),
  defineRoute({
    method: "GET",
    path: `${REVIEW}/report.csv`,
    tag: TAG,
    summary: "One worksheet of a revision or of the draft as CSV",
    needs: "review.read",
    params,
    query: z.strictObject({
      sheet: z.enum(Object.keys(SHEETS) as [SheetName, ...SheetName[]]),
      revision,
    }),
    response: z.string(),
    produces: "text/csv",
    perMinute: 120,
    handle: async ({ actor, params, query }) => {
      const head = await reviewHead(actor, params.id);
      const source = await loadReport(actor, params.id, { revision: query.revision });
      const name = { system: head.system.name, review: head.number, revision: source.revision };
      const { header, rows } = sheetOf(query.sheet, source);
      return new Response(csvOf(header, rows), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${fileNameOf(name, `-${query.sheet}.csv`)}"`,
          "cache-control": "no-store",
        },
      });
    },
  }),
];
