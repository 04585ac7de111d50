import { createHash, randomBytes } from "node:crypto";
import { newId } from "@/lib/kernel/ids";
import type { Person, Place, Stage } from "@/test/support/stage";

/** Where and by whom a route is called in a table-driven test. */
export type Scene = { stage: Stage; place: Place; caller: Person; admin: Person };

/** What a call of a route needs to succeed when its caller may. */
export type Call = { params?: Record<string, string>; query?: string; body?: unknown };

/** Prepares what a route is about and says how to call it. Every use prepares anew. */
export type Example = (scene: Scene) => Promise<Call>;

export const PASSWORD = "a password for the tests";

/** The smallest manifest with a workload. */
export const MANIFEST = `apiVersion: v1
kind: Pod
metadata: {name: runner}
spec:
  containers:
    - name: main
      image: registry.example/runner:1
`;
export const IMPORT = {
  files: [{ name: "pod.yaml", text: MANIFEST }],
  environment: "production",
  provenance: "captured",
};

const TERMS = {
  quorum: 1,
  approverIds: [],
  adminsApprove: true,
  ownText: true,
  validityDays: 90,
  highestSeverity: "high",
  warningDays: 14,
};

const value = (text: unknown) => ({ state: "value", value: text });
const edit = (field: string) => ({ cells: { [field]: { cell: value("Another one"), version: 0 } } });

const ROWS = {
  artifacts: { table: "artifact", columns: { number: 1, name: "Guardrail", submitters: [] }, cell: "name" },
  executors: { table: "executor", columns: { number: 1, name: "Worker" }, cell: "name" },
  "entry-points": {
    table: "entry_point",
    columns: { number: 1, name: "Preview", submitters: [] },
    cell: "name",
  },
  justifications: { table: "justification", columns: { number: 1, purpose: "To run" }, cell: "purpose" },
  risks: { table: "risk", columns: { number: 1, title: "It may leak", covers: [] }, cell: "title" },
  capabilities: {
    table: "capability",
    columns: {
      number: 1,
      class: "grant",
      group: "network",
      family: "by-hand",
      anchor: "",
      catalogue_id: "by-hand",
      severity: "medium",
      title: "Reaches the internet",
    },
    cell: "title",
  },
} as const;
type Collection = keyof typeof ROWS;

const inReview =
  (more: (scene: Scene) => Call | Promise<Call> = () => ({})): Example =>
  async (scene) => {
    const call = await more(scene);
    return { ...call, params: { id: scene.place.reviewId, ...call.params } };
  };
const inSystem =
  (more: (scene: Scene) => Call | Promise<Call> = () => ({})): Example =>
  async (scene) => ({ ...(await more(scene)), params: { id: scene.place.systemId } });
const plain =
  (call: Call = {}): Example =>
  async () =>
    call;

const onRow = (collection: Collection, call: Call = {}, more: Record<string, unknown> = {}): Example =>
  inReview(async ({ stage, place }) => {
    const { table, columns } = ROWS[collection];
    return { ...call, params: { rowId: await stage.row(place, table, { ...columns, ...more }) } };
  });

const FINDING = {
  number: 1,
  rule_id: "ENT-01",
  target: "review",
  severity: "high",
  reason: "Because",
  lists: [],
  opened_seq: 0,
  changed_seq: 0,
};

const onFinding = (call: Call = {}, more: (scene: Scene) => Record<string, unknown> = () => ({})): Example =>
  inReview(async (scene) => {
    const columns = { ...FINDING, ...more(scene) };
    return { ...call, params: { rowId: await scene.stage.row(scene.place, "finding", columns) } };
  });

/** The seven routes that every collection of rows has. */
function ofRows(collection: Collection): Record<string, Example> {
  const path = `/reviews/{id}/${collection}`;
  const { cell } = ROWS[collection];
  return {
    [`GET ${path}`]: inReview(),
    [`POST ${path}`]: inReview(() => ({ body: { cells: { [cell]: value("A new one") } } })),
    [`GET ${path}/{rowId}`]: onRow(collection),
    [`PATCH ${path}/{rowId}`]: onRow(collection, { body: edit(cell) }),
    [`POST ${path}/{rowId}/archive`]: onRow(collection),
    [`POST ${path}/{rowId}/restore`]: onRow(collection, {}, { archived_at: new Date() }),
  };
}

const CONFIGURATION = {
  number: 1,
  environment: "production",
  provenance: "captured",
  format: "kubernetes",
  config_digest: `sha256:${"1".repeat(64)}`,
  authority_digest: `sha256:${"2".repeat(64)}`,
  catalogue_version: "1",
  files: "[]",
  workloads: "[]",
  bounds: "[]",
  tuples: "[]",
  notes: "[]",
};

/** A configuration of the review with one capability that it grants. */
async function configured({
  stage,
  place,
  admin,
}: Scene): Promise<{ configurationId: string; rowId: string }> {
  const columns = { ...CONFIGURATION, attached_by_id: admin.memberId };
  const configurationId = await stage.row(place, "configuration", columns);
  const { columns: capability } = ROWS.capabilities;
  const rowId = await stage.row(place, "capability", {
    ...capability,
    key: "egress-any",
    workload: "Pod default/runner",
    catalogue_id: "egress-any",
  });
  await stage.sql(
    `insert into capability_grant (workspace_id, review_id, capability_id, configuration_id, catalogue_id, access, extent, origin,
       authority, severity, target, explanation, limits, file, document, pointer, line)
     values ($1, $2, $3, $4, 'egress-any', 'use', '{}', 'default', 'stated', 'medium', '', '', '{}', 'pod.yaml', 0, '', 1)`,
    [place.workspaceId, place.reviewId, rowId, configurationId],
  );
  return { configurationId, rowId };
}

let digest: Promise<string> | undefined;

/** The digest that a preview gives; the same for the same texts, whoever asks. */
async function previewedDigest({ stage, admin }: Scene): Promise<string> {
  const { reviewId } = await stage.place();
  const { body } = await stage.client(admin).post(`/reviews/${reviewId}/configurations/preview`, IMPORT);
  return body.configDigest;
}

const REVISION = "/reviews/{id}/revisions/{revisionId}";
const onRevision = (call: (digest: string) => Call): Example =>
  inReview(async ({ stage, place, admin }) => {
    const { id, digest } = await stage.submitted(place, admin.memberId);
    return { ...call(digest), params: { revisionId: id } };
  });

/** A valid call of every route of the API, by method and path. */
export const EXAMPLES: Record<string, Example> = {
  "GET /openapi.json": plain(),
  "POST /setup": plain({
    body: { code: "none", workspace: "W", name: "N", email: "n@example.com", password: PASSWORD },
  }),
  // The workspace and its members
  "GET /workspace": plain(),
  "PATCH /workspace": plain({ body: { name: "A workspace renamed" } }),
  "GET /workspace/sign-off-policy": plain(),
  "PUT /workspace/sign-off-policy": async ({ stage, caller }) => {
    const { body } = await stage.client(caller).get("/workspace/sign-off-policy");
    return { body: { terms: TERMS, version: body?.version ?? 0 } };
  },
  "GET /workspace/events": plain(),
  "GET /members": plain(),
  "PATCH /members/{id}": async ({ stage }) => ({
    params: { id: (await stage.person("viewer")).memberId },
    body: { role: "reviewer" },
  }),
  "DELETE /members/{id}": async ({ stage }) => ({ params: { id: (await stage.person("viewer")).memberId } }),
  "POST /members/{id}/password-reset": async ({ stage }) => ({
    params: { id: (await stage.person("viewer")).memberId },
  }),
  "GET /invitations": plain(),
  "POST /invitations": async () => ({ body: { email: `${newId()}@example.com`, role: "viewer" } }),
  "POST /invitations/accept": async (scene) => ({
    body: { token: (await invitation(scene)).token, name: "Somebody New", password: PASSWORD },
  }),
  "DELETE /invitations/{id}": async (scene) => ({ params: { id: (await invitation(scene)).id } }),
  // One's own account, sessions, tokens
  "PATCH /account": plain({ body: { name: "Another Name" } }),
  "POST /account/password": plain({ body: { present: PASSWORD, password: "quite another password" } }),
  "GET /session": plain(),
  "DELETE /session": plain(),
  "POST /session/reauthenticate": plain({ body: { password: PASSWORD } }),
  "POST /session/workspace": async ({ stage, caller }) => {
    const elsewhere = await stage.workspace();
    await stage.sql(
      "insert into member (workspace_id, id, person_id, email, name, role) values ($1, $2, $3, $4, 'Same', 'viewer')",
      [elsewhere, newId(), caller.personId, caller.email],
    );
    return { body: { workspaceId: elsewhere } };
  },
  "GET /sessions": plain(),
  "DELETE /sessions/{id}": async ({ stage }) => ({
    params: { id: (await stage.person("viewer")).sessionId },
  }),
  "GET /tokens": plain(),
  "POST /tokens": plain({ body: { name: "CI", role: "viewer" } }),
  "DELETE /tokens/{id}": async ({ stage }) => ({
    params: { id: (await stage.bearer("viewer", "viewer")).tokenId! },
  }),
  // Systems
  "GET /systems": plain(),
  "POST /systems": plain({ body: { name: "A new system" } }),
  "GET /systems/{id}/sign-off-policy": inSystem(),
  "PUT /systems/{id}/sign-off-policy": inSystem(() => ({ body: { terms: TERMS, version: 0 } })),
  "GET /systems/{id}": inSystem(),
  "PATCH /systems/{id}": inSystem(async ({ stage, place, admin }) => {
    const { body } = await stage.client(admin).get(`/systems/${place.systemId}`);
    return { body: { version: body.version, description: "Runs guardrails" } };
  }),
  "POST /systems/{id}/archive": inSystem(),
  "POST /systems/{id}/restore": inSystem(async ({ stage, place }) => {
    await stage.sql("update system set archived_at = now() where id = $1", [place.systemId]);
    return {};
  }),
  "GET /systems/{id}/members": inSystem(),
  "PUT /systems/{id}/members": inSystem(({ admin }) => ({ body: { memberIds: [admin.memberId] } })),
  "GET /systems/{id}/reviews": inSystem(),
  "POST /systems/{id}/reviews": inSystem(() => ({ body: { title: "A new review" } })),
  // Reviews
  "GET /reviews": plain(),
  "GET /reviews/{id}": inReview(),
  "PATCH /reviews/{id}": inReview(() => ({ body: edit("notes") })),
  "POST /reviews/{id}/archive": inReview(),
  "POST /reviews/{id}/restore": inReview(async ({ stage, place }) => {
    await stage.sql("update review set archived_at = now() where id = $1", [place.reviewId]);
    return {};
  }),
  "GET /reviews/{id}/overview": inReview(),
  "GET /reviews/{id}/findings": inReview(),
  "GET /reviews/{id}/findings/{rowId}": onFinding(),
  "POST /reviews/{id}/findings/{rowId}/dismissal": onFinding({ body: { reason: "Nobody reaches it" } }),
  "DELETE /reviews/{id}/findings/{rowId}/dismissal": onFinding({}, ({ admin }) => ({
    state: "dismissed",
    dismissal_reason: "Nobody reaches it",
    dismissed_by_id: admin.memberId,
    dismissed_at: new Date(),
  })),
  "GET /reviews/{id}/events": inReview(),
  ...ofRows("artifacts"),
  ...ofRows("executors"),
  ...ofRows("entry-points"),
  ...ofRows("justifications"),
  ...ofRows("risks"),
  "POST /reviews/{id}/risks/{rowId}/proposal": onRow("risks", {}, { state: "draft" }),
  "POST /reviews/{id}/risks/{rowId}/revocation": onRow(
    "risks",
    { body: { words: "It leaks indeed" } },
    { state: "accepted", decided_in: 1 },
  ),
  "GET /reviews/{id}/kinds": inReview(),
  "PUT /reviews/{id}/kinds/{kind}": inReview(() => ({
    params: { kind: "preview" },
    body: { cell: value("Nothing is previewed"), version: 0 },
  })),
  "GET /reviews/{id}/entry-points.csv": inReview(),
  "GET /reviews/{id}/executors.csv": inReview(),
  "GET /reviews/{id}/entry-points/{rowId}/events": onRow("entry-points"),
  "GET /reviews/{id}/executors/{rowId}/events": onRow("executors"),
  // Authority
  "GET /catalogue": plain(),
  "GET /catalogue/{id}": plain({ params: { id: "egress-any" } }),
  "GET /rules": plain(),
  "GET /reviews/{id}/authority": inReview(),
  "POST /reviews/{id}/configurations/preview": inReview(() => ({ body: IMPORT })),
  "POST /reviews/{id}/configurations": inReview(async (scene) => {
    digest ??= previewedDigest(scene);
    return { body: { ...IMPORT, configDigest: await digest } };
  }),
  "GET /reviews/{id}/configurations": inReview(),
  "GET /reviews/{id}/configurations/{rowId}": inReview(async (scene) => ({
    params: { rowId: (await configured(scene)).configurationId },
  })),
  "GET /reviews/{id}/configurations/{rowId}/drift": inReview(async (scene) => ({
    params: { rowId: (await configured(scene)).configurationId },
  })),
  ...ofRows("capabilities"),
  "POST /reviews/{id}/capabilities": inReview(() => ({
    body: { title: "Reaches a printer", class: "grant", group: "network" },
  })),
  "GET /reviews/{id}/capabilities/order": inReview(),
  "GET /reviews/{id}/capabilities.csv": inReview(),
  "POST /reviews/{id}/capabilities/decide": inReview(async ({ stage, place }) => {
    const { table, columns } = ROWS.capabilities;
    const id = await stage.row(place, table, columns);
    return { body: { target: { rows: [{ id, version: 0 }] }, decision: "remove" } };
  }),
  "GET /reviews/{id}/capabilities/{rowId}/patch": inReview(async (scene) => ({
    params: { rowId: (await configured(scene)).rowId },
  })),
  "GET /reviews/{id}/capabilities/{rowId}/events": onRow("capabilities"),
  // Report
  "GET /reviews/{id}/report.pdf": inReview(),
  "GET /reviews/{id}/report.json": inReview(),
  "GET /reviews/{id}/report.csv": inReview(() => ({ query: "?sheet=findings" })),
  "GET /reviews/{id}/report-progress/{key}": inReview(() => ({ params: { key: newId() } })),
  // Deciding
  "GET /reviews/{id}/revisions": inReview(),
  [`GET ${REVISION}`]: onRevision(() => ({})),
  [`GET ${REVISION}/snapshot`]: onRevision(() => ({})),
  [`GET ${REVISION}/content`]: onRevision(() => ({ query: "?section=risks" })),
  [`GET ${REVISION}/changes`]: onRevision(() => ({})),
  "GET /week": plain(),
  "GET /where-else": plain({ query: "?q=runner" }),
  "GET /inbox": plain(),
  "GET /inbox/count": plain(),
  "GET /reviews/{id}/sign-offs": inReview(),
  "GET /reviews/{id}/blockers": inReview(),
  "GET /reviews/{id}/coverable": inReview(() => ({ query: "?q=runner" })),
  "POST /reviews/{id}/submission": inReview(async (scene) => {
    await configured(scene);
    return { body: { words: "Please look" } };
  }),
  [`POST ${REVISION}/withdrawal`]: onRevision(() => ({ body: { words: "Too early" } })),
  [`POST ${REVISION}/revocation`]: inReview(async ({ stage, place, admin }) => {
    const { id } = await stage.submitted(place, admin.memberId);
    await stage.sql(
      "update revision set state = 'in-force', valid_until = now() + interval '1 day' where review_id = $1 and id = $2",
      [place.reviewId, id],
    );
    return { params: { revisionId: id }, body: { words: "Too wide" } };
  }),
  [`POST ${REVISION}/sign-offs`]: onRevision((digest) => ({
    body: { decision: "reject", words: "Not yet", digest },
  })),
};

async function invitation({ stage, admin }: Scene): Promise<{ id: string; token: string }> {
  const [id, token] = [newId(), randomBytes(32).toString("base64url")];
  await stage.sql(
    `insert into invitation (workspace_id, id, email, role, hash, created_by_id, expires_at)
     values ($1, $2, $3, 'viewer', $4, $5, now() + interval '1 day')`,
    [
      stage.workspaceId,
      id,
      `${id}@example.com`,
      createHash("sha256").update(token).digest("hex"),
      admin.memberId,
    ],
  );
  return { id, token };
}
