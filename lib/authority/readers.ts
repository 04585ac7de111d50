import { BWRAP } from "./bwrap/reader";
import { COMPOSE } from "./compose/reader";
import { DOCKER_INSPECT } from "./docker-inspect/reader";
import { KUBERNETES } from "./kubernetes/reader";
import { MCP } from "./mcp/reader";
import { NSJAIL } from "./nsjail/reader";
import { OCI } from "./oci/reader";
import { POLYAXON } from "./polyaxon/reader";
import type { FormatReader } from "./reader";
import type { Format } from "./schema";

/** The formats that are read. One more is a folder with a reader, and a line here. */
const READERS: readonly FormatReader[] = [
  KUBERNETES,
  COMPOSE,
  DOCKER_INSPECT,
  BWRAP,
  NSJAIL,
  MCP,
  OCI,
  POLYAXON,
];

const BY_FORMAT = new Map<Format, FormatReader>(READERS.map((reader) => [reader.format, reader]));

/** How a format is read; null for one that is recognised only. */
export const readerOf = (format: Format): FormatReader | null => BY_FORMAT.get(format) ?? null;

/** The names of the formats that are read, as they are said to people. */
export const readFormats = (): string => READERS.map(({ format }) => format).join(", ");
