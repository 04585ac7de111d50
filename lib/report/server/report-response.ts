import { z } from "zod";

const said = z.object({ text: z.string(), answered: z.boolean() });
const line = z.object({ label: z.string(), said });
const ref = z.object({ label: z.string(), name: z.string() });

const capability = z.object({
  number: z.string(),
  title: z.string(),
  severity: z.string(),
  access: z.string(),
  explanation: z.string(),
  limits: z.array(z.string()),
  source: z.string(),
  decision: z.string(),
  note: z.string(),
  isFirst: z.boolean(),
});

const place = z.object({
  kind: z.enum(["need", "surplus", "limit", "undetermined", "decided", "claim", "other"]),
  title: z.string(),
  justification: z
    .object({
      number: z.string(),
      purpose: said,
      limit: said,
      enforcer: said,
      evidence: said,
      isFirst: z.boolean(),
    })
    .nullable(),
  capabilities: z.array(capability),
});

const finding = z.object({
  number: z.string(),
  rule: z.string(),
  title: z.string(),
  severity: z.string(),
  target: ref.nullable(),
  reason: z.string(),
  lists: z.array(z.string()),
  state: z.string(),
  coveredBy: z.array(z.string()),
});

/** The report as `report.json` answers it; every part as lib/report/model.ts says. */
export const reportResponse = z.object({
  format: z.literal("urn:cordon:report:v1"),
  cover: z.object({
    system: z.string(),
    title: z.string(),
    review: z.number(),
    revision: z.number(),
    environments: z.array(z.string()),
    status: z.string(),
    statusMore: z.string(),
    mark: z.string().nullable(),
    digests: z.array(z.object({ label: z.string(), digest: z.string(), note: z.string() })),
    requested: z.string().nullable(),
    signatures: z.array(
      z.object({ name: z.string(), role: z.string(), decision: z.string(), at: z.string() }),
    ),
    takenAt: z.string(),
  }),
  summary: z.object({
    answers: z.array(z.object({ question: z.string(), answer: z.array(z.string()) })),
    numbers: z.array(z.object({ label: z.string(), count: z.number(), words: z.string() })),
    worst: z.array(finding.pick({ number: true, severity: true, title: true, target: true })),
    worstMore: z.number(),
  }),
  scope: z.object({
    lines: z.array(line),
    artifacts: z.array(
      z.object({ number: z.string(), name: z.string(), description: said, submitters: said }),
    ),
    configurations: z.array(
      z.object({
        number: z.string(),
        environment: z.string(),
        provenance: z.string(),
        attached: z.string(),
        configDigest: z.string(),
        authorityDigest: z.string(),
      }),
    ),
  }),
  entryPoints: z.array(
    z.object({
      number: z.string(),
      name: z.string(),
      kind: z.string(),
      artifact: ref.nullable(),
      submitters: said,
      permission: said,
      executor: ref.nullable(),
      executorSaid: said,
      crossesBroker: said,
      executes: said,
      more: z.array(line),
    }),
  ),
  kinds: z.object({
    exist: z.array(z.string()),
    absent: z.array(z.object({ kind: z.string(), because: z.string() })),
    unanswered: z.array(z.string()),
  }),
  executors: z.array(
    z.object({
      number: z.string(),
      name: z.string(),
      role: z.string(),
      lines: z.array(line),
      words: z.string(),
      places: z.array(place),
    }),
  ),
  findings: z.array(z.object({ question: z.string(), findings: z.array(finding) })),
  notApplicable: z.array(z.object({ row: ref, label: z.string(), reason: z.string() })),
  risks: z.array(
    z.object({
      number: z.string(),
      title: z.string(),
      lines: z.array(line),
      covers: z.array(ref),
      description: said,
      rationale: said,
      controls: said,
      recommendation: said,
      decision: said,
    }),
  ),
  certificates: z.array(
    z.object({
      name: z.string(),
      sentence: z.string(),
      lines: z.array(z.object({ label: z.string(), text: z.string() })),
      rejects: z.array(ref),
      digest: z.string(),
      words: said,
    }),
  ),
  rules: z.array(
    z.object({
      rule: z.string(),
      title: z.string(),
      explanation: z.string(),
      resolve: z.array(z.string()),
      reference: z.string(),
    }),
  ),
  glossary: z.array(z.object({ word: z.string(), meaning: z.string() })),
  events: z
    .array(
      z.object({
        seq: z.number(),
        at: z.string(),
        who: z.string(),
        deed: z.string(),
        lines: z.array(z.string()),
      }),
    )
    .nullable(),
});
