import type { LayerKind } from "../vocabulary";

/** The layer inside an executor whose configuration gave a row. */
export type InnerLayer = {
  /** How it is called in words: `bwrap`, `nsjail`, `MCP server github`. */
  name: string;
  /** Its kind among an executor's layers; null for a server, which confines nothing. */
  kind: Extract<LayerKind, "bwrap" | "nsjail"> | null;
};

/** The inner layer that a workload of a configuration is, by its spelling in `derive.md`; null for any other. */
export function innerLayerOf(workload: string | null): InnerLayer | null {
  const [, kind, name] = /^(bwrap|nsjail|mcp) ([\s\S]+)$/.exec(workload ?? "") ?? [];
  if (kind === "bwrap" || kind === "nsjail") return { name: kind, kind };
  return kind === "mcp" ? { name: `MCP server ${name}`, kind: null } : null;
}
