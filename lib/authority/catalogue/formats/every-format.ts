import type { Format } from "@/lib/authority/schema";
import { BWRAP } from "./bwrap";
import { COMPOSE } from "./compose";
import { DOCKER_INSPECT } from "./docker-inspect";
import type { FormatTable } from "./format-text";
import { KUBERNETES_FIELDS } from "./kubernetes";
import { MCP } from "./mcp";
import { NSJAIL } from "./nsjail";
import { OCI } from "./oci";
import { POLYAXON } from "./polyaxon";

/** The formats that the catalogue speaks of, in the order in which a page shows them. */
export const CATALOGUE_FORMATS = [
  "kubernetes",
  "docker-inspect",
  "compose",
  "oci",
  "polyaxon",
  "bwrap",
  "nsjail",
  "mcp",
] as const satisfies readonly Format[];
export type CatalogueFormat = (typeof CATALOGUE_FORMATS)[number];

/** How each is called, and its own specification, where what is said of it can be checked. */
export const FORMAT_SPECIFICATIONS: Record<CatalogueFormat, { name: string; url: string }> = {
  kubernetes: {
    name: "Kubernetes",
    url: "https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/",
  },
  "docker-inspect": {
    name: "Docker",
    url: "https://docs.docker.com/reference/cli/docker/container/run/",
  },
  compose: { name: "Compose", url: "https://docs.docker.com/reference/compose-file/services/" },
  oci: {
    name: "OCI runtime",
    url: "https://github.com/opencontainers/runtime-spec/blob/main/config-linux.md",
  },
  polyaxon: { name: "Polyaxon", url: "https://polyaxon.com/docs/core/specification/environment/" },
  bwrap: {
    name: "Bubblewrap",
    url: "https://github.com/containers/bubblewrap/blob/main/bwrap.xml",
  },
  nsjail: { name: "nsjail", url: "https://github.com/google/nsjail/blob/master/config.proto" },
  mcp: {
    name: "Model Context Protocol",
    url: "https://modelcontextprotocol.io/specification/2025-06-18/server/tools",
  },
};

/** What each format says, by id. Kubernetes' silence and patches stand in the entries themselves. */
export const FORMAT_TABLES: Record<CatalogueFormat, FormatTable> = {
  kubernetes: Object.fromEntries(Object.entries(KUBERNETES_FIELDS).map(([id, fields]) => [id, { fields }])),
  "docker-inspect": DOCKER_INSPECT,
  compose: COMPOSE,
  oci: OCI,
  polyaxon: POLYAXON,
  bwrap: BWRAP,
  nsjail: NSJAIL,
  mcp: MCP,
};
