import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";
import { endPool } from "@/lib/platform/db/pool";
import { runUnitOfWork } from "@/lib/platform/unit-of-work/run";
import { REPORT_FONTS } from "@/lib/report/fonts";
import { createReview } from "@/lib/review/server/create-review";
import { createSystem } from "@/lib/review/server/create-system";
import { madeUpConfiguration } from "@/prisma/scenarios/scenario";
import { type BenchServer, median, startBenchServer } from "./bench-server";

type Measure = {
  name: string;
  value: number;
  unit: string;
  floor: number | null;
  ratio: number | null;
  goal: string;
  ok: boolean;
};

const ROWS = 1_000;
const FAMILIES = ["secret-env", "host-path-rw", "egress-any", "pids-unlimited"] as const;
const GROUPS = ["credentials", "data", "network", "resources"] as const;
const SEVERITIES = ["medium", "high", "high", "low"] as const;

const titleOf = (n: number) => `Reads and writes /var/lib/jobs/${n} on the node`;
const lineOf = (n: number) => `jobs-${n % 17}.yaml:${n + 1}`;

/** One executor that holds a thousand capabilities, with the findings that they give. */
async function thousandRows(actor: Actor): Promise<string> {
  const system = await createSystem(actor, { name: "Thousand", description: "", visibility: "open" });
  const { id: reviewId } = await createReview(actor, system.id, { title: "A thousand rows" });
  await runUnitOfWork(actor, reviewId, async (tx) => {
    const permit = tx.authorize("configuration.attach");
    const [configurationId, executorId] = [newId(), newId()];
    const insert = (table: "executor" | "capability" | "capability_grant", row: object) => ({
      op: "insert" as const,
      table,
      row: row as Record<string, unknown>,
    });
    const celled = { answers: {}, versions: {} };
    const rows = Array.from({ length: ROWS }, (_, n) => {
      const id = newId();
      const [family, severity] = [FAMILIES[n % 4]!, SEVERITIES[n % 4]!];
      const anchor = `${family}/${n}`;
      return [
        insert("capability", {
          id,
          number: tx.nextNumber("C"),
          key: anchor,
          executorId,
          workload: "Deployment prod/worker",
          container: "worker",
          class: family === "pids-unlimited" ? "missing-limit" : "grant",
          group: GROUPS[n % 4],
          family,
          anchor,
          catalogueId: family,
          severity,
          endsConfinement: false,
          title: titleOf(n),
          ...celled,
        }),
        insert("capability_grant", {
          capabilityId: id,
          configurationId,
          catalogueId: family,
          access: "read-write",
          extent: [],
          origin: "default",
          authority: "configuration",
          severity,
          target: anchor,
          explanation: "Reads and changes files of the node.",
          limits: [],
          file: `jobs-${n % 17}.yaml`,
          document: 0,
          pointer: "/spec",
          line: n + 1,
        }),
      ];
    }).flat();
    tx.write(permit, {
      type: "configuration.attached",
      inParts: true,
      words: "1,000 capabilities",
      changes: [
        madeUpConfiguration(tx, configurationId),
        insert("executor", {
          id: executorId,
          number: tx.nextNumber("X"),
          name: "worker",
          workload: "Deployment prod/worker",
          container: "worker",
          role: "runs-submitted-code",
          ...celled,
        }),
        ...rows,
      ],
    });
  });
  return reviewId;
}

const BARE = `#let rows = json(bytes(sys.inputs.rows))
#set document(title: "Rows")
#set text(font: "Inter", size: 8.5pt, lang: "en")
#set page(paper: "a4", margin: 22mm)
#table(columns: (14mm, 1fr, 40mm, 18mm, 34mm), table.header([No.], [Granted capability], [Access], [Severity], [Source]), ..rows.flatten())`;

/** The same rows as a plain table, and nothing else: compile and write, without the start of a process. */
function bareCompile(): number {
  const root = process.env.CORDON_ROOT ?? process.cwd();
  const { NodeCompiler } = createRequire(join(root, "package.json"))(
    "@myriaddreamin/typst-ts-node-compiler",
  ) as typeof import("@myriaddreamin/typst-ts-node-compiler");
  const rows = Array.from({ length: ROWS }, (_, n) => [
    `C${n + 1}`,
    titleOf(n),
    "read-write, granted by silence",
    SEVERITIES[n % 4],
    lineOf(n),
  ]);
  const fontPaths = REPORT_FONTS.map((directory) => join(root, directory));
  const compiler = NodeCompiler.create({ workspace: root, fontArgs: [{ fontPaths }] });
  compiler.evictCache(0);
  const start = performance.now();
  const { result } = compiler.compile({ mainFileContent: BARE, inputs: { rows: JSON.stringify(rows) } });
  if (!result) throw new Error("The bare table was not set.");
  compiler.pdf(result, { pdfStandard: "ua-1" });
  return performance.now() - start;
}

type Stage = { server: BenchServer; reviewId: string };
let made: Promise<Stage> | undefined;

const onStage = (): Promise<Stage> => {
  made ??= (async () => {
    const server = await startBenchServer(1);
    const reviewId = await thousandRows(server.actor);
    await endPool();
    return { server, reviewId };
  })();
  return made;
};

/** Resident memory of the server in MB; its children are processes of their own. */
const residentOf = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4_096) / 1e6;

const asked: { ms: number; grown: number }[] = [];

async function ask(): Promise<{ ms: number; grown: number }> {
  const { server, reviewId } = await onStage();
  const headers = { authorization: `Bearer ${server.tokens[0]}` };
  const base = `${server.url}/api/v1/reviews/${reviewId}`;
  // The routes are loaded and the pool is open, as in a server that has been up for a while.
  await (await fetch(`${base}/report.csv?sheet=findings`, { headers })).arrayBuffer();
  const before = residentOf(server.serverPid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentOf(server.serverPid));
  }, 10);
  const start = performance.now();
  const response = await fetch(`${base}/report.pdf`, { headers });
  const bytes = await response.arrayBuffer();
  const ms = performance.now() - start;
  clearInterval(watch);
  if (response.status !== 200) throw new Error(`report.pdf: ${response.status} ${Buffer.from(bytes)}`);
  return { ms, grown: most - before };
}

/** How often it is asked for; every time is cold, since each report has a process of its own. */
const ASKED = 5;

async function cold(): Promise<Measure> {
  const floors: number[] = [];
  for (let n = 0; n < ASKED; n++) {
    asked.push(await ask());
    floors.push(bareCompile());
  }
  const value = median(asked.map(({ ms }) => ms));
  const floor = median(floors);
  const ratio = value / floor;
  return {
    name: "PDF of 1,000 rows: request to last byte, cold",
    value,
    unit: "ms",
    floor,
    ratio,
    goal: "≤ 1,500 ms, ≤ 3 ×",
    ok: value <= 1_500 && ratio <= 3,
  };
}

async function memory(): Promise<Measure> {
  const value = Math.max(...asked.map(({ grown }) => grown));
  await (await onStage()).server.stop();
  return {
    name: "PDF of 1,000 rows: growth of the server",
    value,
    unit: "MB",
    floor: null,
    ratio: null,
    goal: "< 30 MB",
    ok: value < 30,
  };
}

export const measures: Array<() => Promise<Measure>> = [cold, memory];
