import type { CaptureRecord } from "@/lib/authority/capture-record";
import type { Note } from "@/lib/authority/schema";
import type { Provenance } from "../vocabulary";

/** A configuration as lists show it. */
export type ConfigurationItem = {
  id: string;
  number: number;
  environment: string;
  provenance: Provenance;
  format: string;
  configDigest: string;
  authorityDigest: string;
  attachedAt: string;
  attachedBy: { id: string; name: string | null };
  isNewest: boolean;
  /** How many capabilities it grants. */
  capabilities: number;
  notes: { error: number; warning: number; info: number };
};

/** One configuration with its notes and its redacted text. */
export type ConfigurationDetail = ConfigurationItem & {
  workloads: unknown[];
  bounds: unknown[];
  remarks: Note[];
  /** What the capture that it comes from says of itself: the uploader's word. */
  capture: CaptureRecord | null;
  files: { name: string; text: string }[];
};

/** Some lines of a stored text around one, counted from 1. */
export type Excerpt = { file: string; firstLine: number; lines: string[]; line: number };
