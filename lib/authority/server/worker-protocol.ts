import type { CaptureRecord } from "@/lib/authority/capture-record";
import type {
  Bound,
  DeriveInput,
  DeriveResult,
  GrantedCapability,
  Note,
  Workload,
} from "@/lib/authority/schema";

/**
 * What the worker and its caller say to each other. The result goes in parts, each asked for, because a
 * structured clone of a large one would block the caller's event loop, as would many parts at once.
 */
export type ToWorker = { type: "file"; name: string; bytes: Uint8Array } | DeriveOrder | { type: "more" };

export type DeriveOrder = {
  type: "derive";
  path: string;
  format: DeriveInput["format"];
  /** Whether the redacted texts are wanted too. */
  redact: boolean;
};

/** A file's text as it may be stored. */
export type RedactedFile = { name: string; text: string };

export type FromWorker =
  | { type: "ready" }
  | { type: "progress"; fraction: number }
  | {
      type: "head";
      result: Omit<DeriveResult, "workloads" | "capabilities" | "bounds" | "notes">;
      capture: CaptureRecord | null;
    }
  | {
      type: "part";
      workloads?: Workload[];
      capabilities?: GrantedCapability[];
      bounds?: Bound[];
      notes?: Note[];
      redacted?: RedactedFile[];
    }
  | { type: "done" };

/** Rows of one part: a millisecond or two of cloning. */
export const PART = 250;
