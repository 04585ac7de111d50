import { z } from "zod";
import { whyNotSigned } from "@/lib/kernel/text";
import {
  DECISIONS,
  ENFORCERS,
  ENTRY_POINT_KINDS,
  EXECUTOR_ROLES,
  LAYER_KINDS,
  REUSE,
  RISK_TIERS,
  SEVERITIES,
  SUBMITTERS,
  TREATMENTS,
  YES_NO,
} from "./vocabulary";

/** The longest text a cell holds, in UTF-16 code units. */
export const LONGEST_TEXT = 100_000;
/** The longest name or title, in UTF-16 code units. */
export const LONGEST_NAME = 300;

/** A text that PostgreSQL stores without changing it. */
export function storableText(longest: number = LONGEST_TEXT) {
  return z
    .string()
    .max(
      longest,
      `The text is longer than ${longest.toLocaleString("en")} characters. Shorten it, or link to it.`,
    )
    .superRefine((text, context) => {
      const why = whyNotSigned(text);
      if (why) context.addIssue({ code: "custom", message: why });
    });
}

const name = storableText(LONGEST_NAME).refine((text) => text.trim() !== "", "Give it a name.");
const oneOf = <T extends Record<string, unknown>>(words: T) =>
  z.enum(Object.keys(words) as [keyof T & string, ...(keyof T & string)[]]);

/** One layer around submitted code; the list of an executor runs outermost first. */
export const layerSchema = z.strictObject({
  kind: oneOf(LAYER_KINDS),
  note: storableText(2_000).default(""),
});
export type Layer = z.infer<typeof layerSchema>;

/** What a residual risk can cover, by the table of its rows. */
export const COVERABLE = {
  finding: "finding",
  capability: "capability",
  entry: "entry_point",
  executor: "executor",
  artifact: "artifact",
  justification: "justification",
} as const;

const TARGET_KEY = new RegExp(
  `^(${Object.keys(COVERABLE).join("|")}):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`,
);
const targetKey = z
  .string()
  .regex(TARGET_KEY, "Name what is covered as finding:…, capability:…, entry:…, with the row's id.");

/** How the interface edits a field, and how exports write it. */
export type FieldKind =
  | "name"
  | "text"
  | "choice"
  | "choices"
  | "reference"
  | "layers"
  | "date"
  | "targets"
  | "link";

/** One cell of an entity: its column, the words people read, what it may hold. */
export type Field = {
  /** The column is the snake_case form of the field's name. */
  label: string;
  kind: FieldKind;
  schema: z.ZodType;
  /** For choice and choices: the words. */
  words?: Record<string, string>;
  /** For references: which entity. */
  entity?: EntityKind | "member";
  /** May be answered "unknown". */
  unknown?: boolean;
  /** May be answered "not applicable, because". */
  notApplicable?: boolean;
};

const text = (label: string, more: Partial<Field> = {}): Field => ({
  label,
  kind: "text",
  schema: storableText(),
  ...more,
});
const choice = (label: string, words: Record<string, string>, more: Partial<Field> = {}): Field => ({
  label,
  kind: "choice",
  schema: oneOf(words),
  words,
  ...more,
});
const choices = (label: string, words: Record<string, string>, more: Partial<Field> = {}): Field => ({
  label,
  kind: "choices",
  schema: z.array(oneOf(words)).max(50),
  words,
  ...more,
});
const reference = (label: string, entity: EntityKind | "member", more: Partial<Field> = {}): Field => ({
  label,
  kind: "reference",
  schema: z.uuid(),
  entity,
  ...more,
});
const yesNo = (label: string, more: Partial<Field> = {}): Field =>
  choice(label, YES_NO, { unknown: true, notApplicable: true, ...more });

const labelsOf = <T extends Record<string, { label: string }>>(words: T) =>
  Object.fromEntries(Object.entries(words).map(([id, { label }]) => [id, label]));

/** Every editable entity of a review: its table, its short-number letter, its cells. */
export const ENTITIES = {
  review: {
    table: "review",
    letter: "",
    label: "Review",
    fields: {
      title: { label: "Title", kind: "name", schema: name },
      task: text("Task that needs the submitted code", { unknown: true }),
      dataSubjects: text("Whose data is within reach", { unknown: true }),
      riskTier: choice("Risk tier", RISK_TIERS),
      notes: text("Notes"),
    },
  },
  artifact: {
    table: "artifact",
    letter: "A",
    label: "Artifact",
    fields: {
      name: { label: "Artifact", kind: "name", schema: name },
      description: text("What it is"),
      submitters: choices("Submitters", SUBMITTERS, { unknown: true }),
    },
  },
  executor: {
    table: "executor",
    letter: "X",
    label: "Executor",
    fields: {
      name: { label: "Executor", kind: "name", schema: name },
      role: choice("What it is to this review", EXECUTOR_ROLES),
      roleReason: text("Out of scope, because"),
      process: text("Process", { unknown: true }),
      account: text("Account", { unknown: true }),
      layers: {
        label: "Layers, outermost first",
        kind: "layers",
        schema: z.array(layerSchema).max(20),
        unknown: true,
      },
      reuse: choice("Reuse", REUSE, { unknown: true, notApplicable: true }),
      inheritsSecrets: yesNo("Inherits the application's secrets?"),
      applicationProcess: yesNo("The application's own process?"),
      reachNotes: text("Also reaches"),
    },
  },
  entryPoint: {
    table: "entry_point",
    letter: "E",
    label: "Entry point",
    fields: {
      name: { label: "Entry point", kind: "name", schema: name },
      kind: choice("Kind", ENTRY_POINT_KINDS),
      artifact: reference("Artifact", "artifact", { unknown: true }),
      submitters: choices("Who may submit or replace", SUBMITTERS, { unknown: true }),
      permission: text("Permission", { unknown: true, notApplicable: true }),
      executor: reference("Executor", "executor", { unknown: true, notApplicable: true }),
      crossesBroker: yesNo("Crosses the broker?"),
      executes: yesNo("Executes?", { notApplicable: false }),
      files: text("Files reached", { unknown: true, notApplicable: true }),
      credentials: text("Credentials reached", { unknown: true, notApplicable: true }),
      network: text("Network reached", { unknown: true, notApplicable: true }),
      approvedDigest: text("Approved artifact digest", { unknown: true, notApplicable: true }),
      endsOnRejection: yesNo("Ends on rejection?"),
      endsOnTimeout: yesNo("Ends on timeout?"),
      endsOnCancellation: yesNo("Ends on cancellation?"),
      notes: text("Notes"),
    },
  },
  kindAnswer: {
    table: "kind_answer",
    letter: "",
    label: "Checklist answer",
    fields: {
      because: text("Does not exist here, because"),
    },
  },
  capability: {
    table: "capability",
    letter: "C",
    label: "Capability",
    fields: {
      title: { label: "Granted capability", kind: "name", schema: name },
      decision: choice("Decision", labelsOf(DECISIONS)),
      justification: reference("Justification", "justification"),
      layer: text("Held by layer"),
      note: text("Note"),
    },
  },
  justification: {
    table: "justification",
    letter: "J",
    label: "Justification",
    fields: {
      purpose: text("Why it is needed"),
      limit: text("How misuse is limited"),
      enforcer: choice("What enforces the limit", ENFORCERS),
      evidence: { label: "Evidence", kind: "link", schema: storableText(2_000) },
    },
  },
  risk: {
    table: "risk",
    letter: "R",
    label: "Residual risk",
    fields: {
      title: { label: "Residual risk", kind: "name", schema: name },
      description: text("Description"),
      covers: { label: "Covers", kind: "targets", schema: z.array(targetKey).max(5_000) },
      severity: choice("Severity", Object.fromEntries(SEVERITIES.map((word) => [word, word]))),
      treatment: choice("Treatment", TREATMENTS),
      rationale: text("Rationale"),
      controls: text("Compensating controls"),
      recommendation: text("Reviewer's recommendation"),
      owner: reference("Owner", "member"),
      expiresAt: { label: "Expires", kind: "date", schema: z.iso.date() },
    },
  },
} as const satisfies Record<
  string,
  { table: string; letter: string; label: string; fields: Record<string, unknown> }
>;

/** Words for what the review calls its parts; `risk` is a residual risk. */
export type EntityKind =
  | "review"
  | "artifact"
  | "executor"
  | "entryPoint"
  | "kindAnswer"
  | "capability"
  | "justification"
  | "risk";

/** The definition of one cell, or undefined when the entity has no such cell. */
export function fieldOf(entity: EntityKind, field: string): Field | undefined {
  const fields = ENTITIES[entity].fields as Record<string, Field>;
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}

/** The cells of an entity in the order in which they are shown. */
export const fieldsOf = (entity: EntityKind): readonly [string, Field][] => LISTS[entity];

// Asked for every row of a review, so the lists are made once.
const LISTS = Object.fromEntries(
  Object.entries(ENTITIES).map(([entity, { fields }]) => [entity, Object.entries(fields)]),
) as unknown as Record<EntityKind, [string, Field][]>;

/** The column of a cell: the snake_case form of its name, `_id` behind references. */
export function columnOf(entity: EntityKind, field: string): string {
  const snake = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return fieldOf(entity, field)?.kind === "reference" ? `${snake}_id` : snake;
}
