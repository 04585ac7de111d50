import type { Actor } from "@/lib/identity/actor";
import { readSql } from "@/lib/platform/db/transaction";
import { dayAfter, dayOf } from "@/lib/review/day";
import { decideCapabilities } from "@/lib/review/server/capabilities-decide";
import { answerKind } from "@/lib/review/server/checklist-answers";
import { createReview } from "@/lib/review/server/create-review";
import { createSystem } from "@/lib/review/server/create-system";
import { editCells } from "@/lib/review/server/edit-cells";
import { GUARDRAIL_MANIFEST } from "./guardrail-manifest";
import { add, attach, cells, type Scenario } from "./scenario";

const API = "Deployment guardrails/guardrail-api";
const PREVIEW = "Deployment guardrails/preview-runner";

/**
 * A product that lets customers write guardrails in Python. *Preview* runs the code in a sandbox,
 * through a broker. *Registration* compiles the same code in the API's own process, and *startup*
 * loads what is registered there. Some of it is justified, the rest is open.
 */
export const guardrailRunner: Scenario = (actor) => makeGuardrailRunner(actor);

/** The same, with somebody who owns its risk: without one named, a member of the workspace. */
export const makeGuardrailRunner = async (actor: Actor, ownerId?: string): Promise<{ reviewId: string }> => {
  const system = await createSystem(actor, {
    name: "Guardrail runner",
    description: "Runs the guardrails that customers write for their model's answers.",
    visibility: "open",
  });
  const { id: reviewId } = await createReview(actor, system.id, { title: "Custom guardrails, first review" });
  await scope(actor, reviewId);
  await attach(actor, reviewId, {
    files: [{ name: "guardrails.yaml", text: GUARDRAIL_MANIFEST }],
    environment: "production",
    provenance: "captured",
    roles: [
      { workload: API, container: "api", role: "runs-submitted-code" },
      { workload: API, container: "log-shipper", role: "neighbour" },
      { workload: PREVIEW, container: "runner", role: "runs-submitted-code" },
    ],
  });
  const executors = await executorsOf(actor, reviewId);
  await describeExecutors(actor, reviewId, executors);
  await entryPoints(actor, reviewId, executors);
  await decisions(actor, reviewId);
  await proposedRisk(actor, reviewId, ownerId ?? (await someMember(actor)));
  return { reviewId };
};

/** The day that comes some days after today, as risks write their expiry. */
export const inDays = (days: number): string => dayAfter(dayOf(new Date()), days);

/** The actor, or where Cordon itself makes the example the member who is here longest; nobody in an empty workspace. */
async function someMember(actor: Actor): Promise<string | null> {
  if (actor.kind !== "system") return actor.id;
  const [member] = await readSql(actor, (sql) =>
    sql.query<{ id: string }>(
      "select id from member where removed_at is null order by created_at, id limit 1",
    ),
  );
  return member?.id ?? null;
}

async function proposedRisk(actor: Actor, reviewId: string, ownerId: string | null): Promise<void> {
  const [registration] = await readSql(actor, (sql) =>
    sql.query<{ id: string }>("select id from entry_point where review_id = $1 and name = 'Registration'", [
      reviewId,
    ]),
  );
  await add(actor, reviewId, "risk", {
    title: "Registration compiles customers’ code in the API’s own process",
    description: "Whoever may edit a guardrail runs code beside the API’s credentials, past the broker.",
    covers: [`entry:${registration!.id}`],
    severity: "critical",
    treatment: "mitigate",
    rationale:
      "Registration moves into the sandbox with the next release; switching it off stops customers’ work.",
    controls: "New customers have it switched off; the API’s database role reaches one schema only.",
    recommendation: "Accept for one quarter, no longer.",
    ...(ownerId === null ? {} : { owner: ownerId }),
    expiresAt: inDays(90),
  });
}

async function scope(actor: Actor, reviewId: string): Promise<void> {
  const edits = cells({
    task: "Check and rewrite a model's answers by the customer's own rules before they leave.",
    dataSubjects: "The customer's prompts and answers, with personal data of their users.",
    riskTier: "standard",
  });
  await editCells(
    actor,
    reviewId,
    "review",
    reviewId,
    Object.fromEntries(Object.entries(edits).map(([field, cell]) => [field, { cell, version: 0 }])),
  );
}

type Executors = Record<"api" | "runner", { id: string; versions: Record<string, number> }>;

async function executorsOf(actor: Actor, reviewId: string): Promise<Executors> {
  const rows = await readSql(actor, (sql) =>
    sql.query<{ id: string; container: "api" | "runner"; versions: Record<string, number> }>(
      "select id, container, versions from executor where review_id = $1 and container in ('api', 'runner')",
      [reviewId],
    ),
  );
  const of = (container: keyof Executors) => rows.find((row) => row.container === container)!;
  return { api: of("api"), runner: of("runner") };
}

async function describeExecutors(actor: Actor, reviewId: string, executors: Executors): Promise<void> {
  const say = async (key: keyof Executors, values: Record<string, unknown>) => {
    const { id, versions } = executors[key];
    const edits = Object.entries(cells(values)).map(([field, cell]) => [
      field,
      { cell, version: versions[field] ?? 0 },
    ]);
    await editCells(actor, reviewId, "executor", id, Object.fromEntries(edits));
  };
  await say("api", {
    name: "API process",
    process: "gunicorn worker of the API",
    account: "uid 10001",
    applicationProcess: "yes",
    inheritsSecrets: "yes",
    reuse: "shared",
    layers: [{ kind: "language-filter", note: "safe_execute() removes some built-ins before exec" }],
  });
  await say("runner", {
    name: "Preview sandbox",
    process: "one child process for each preview",
    account: "uid 65534",
    applicationProcess: "no",
    inheritsSecrets: "no",
    reuse: "per-run",
    layers: [
      { kind: "gvisor", note: "runtimeClassName: gvisor" },
      { kind: "container", note: "" },
      { kind: "nsjail", note: "no network, 10 s, 256 MiB" },
    ],
  });
}

async function entryPoints(actor: Actor, reviewId: string, executors: Executors): Promise<void> {
  const artifact = await add(actor, reviewId, "artifact", {
    name: "Custom guardrail code",
    description: "Python that a customer's administrator writes in the browser, or a model drafts for them.",
    submitters: ["user", "model-under-injection"],
  });
  const common = { artifact: artifact.id, executes: "yes" };
  await add(actor, reviewId, "entryPoint", {
    ...common,
    name: "Preview",
    kind: "preview",
    submitters: ["user", "model-under-injection"],
    permission: "guardrail:edit in the customer's workspace",
    executor: executors.runner.id,
    crossesBroker: "yes",
    approvedDigest: "sha256 of the text, in the preview's request",
    endsOnRejection: "yes",
    endsOnTimeout: "yes",
    endsOnCancellation: null,
  });
  await add(actor, reviewId, "entryPoint", {
    ...common,
    name: "Registration",
    kind: "register",
    submitters: ["user", "model-under-injection"],
    permission: "guardrail:edit in the customer's workspace",
    executor: executors.api.id,
    crossesBroker: "no",
    notes: "Compiles the code to find its entry function, in the API's own process.",
  });
  await add(actor, reviewId, "entryPoint", {
    ...common,
    name: "Startup",
    kind: "startup",
    submitters: ["administrator"],
    permission: "whoever can write to the plugin directory",
    executor: executors.api.id,
    crossesBroker: "no",
  });
  const absent = {
    install: "Guardrails are single files; nothing is installed.",
    migrate: "Guardrails are kept as text; a migration never runs them.",
  } as const;
  for (const [kind, because] of Object.entries(absent)) {
    await answerKind(actor, reviewId, kind as keyof typeof absent, {
      cell: { state: "value", value: because },
      version: 0,
    });
  }
}

type Granted = { id: string; catalogue_id: string; anchor: string; versions: Record<string, number> };

async function decisions(actor: Actor, reviewId: string): Promise<void> {
  const granted = await readSql(actor, (sql) =>
    sql.query<Granted>(
      "select id, catalogue_id, anchor, versions from capability where review_id = $1 and workload = $2 and container is not distinct from 'api' order by number",
      [reviewId, API],
    ),
  );
  const rows = (test: (row: Granted) => boolean) =>
    granted.filter(test).map(({ id, versions }) => ({ id, version: versions.decision ?? 0 }));
  const database = rows((row) => row.catalogue_id === "secret-env" && /database/i.test(row.anchor));
  if (database.length > 0) {
    await decideCapabilities(actor, reviewId, {
      target: { rows: database },
      decision: "needed",
      justification: {
        purpose: "The API keeps guardrails and their versions in its database.",
        limit: "The role may read and write the guardrails schema, nothing else.",
        enforcer: "server-side-authorisation",
      },
    });
  }
  const mount = rows((row) => row.catalogue_id === "host-path-rw");
  if (mount.length > 0) {
    await decideCapabilities(actor, reviewId, { target: { rows: mount }, decision: "remove" });
  }
}
