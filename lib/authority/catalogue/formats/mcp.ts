import type { FormatTable } from "./format-text";

const SERVER = "mcpServers.*";
const FILES = "None is named; a server that runs on the host has its user's files all the same.";

/**
 * The Model Context Protocol: a server's answer to `tools/list`, and a client's configuration of its servers.
 *
 * Source: the specification of 2025-06-18, server/tools, and the clients' common `mcpServers` object.
 */
export const MCP: FormatTable = {
  "tool-call": {
    fields: ["tools[].name", "tools[].inputSchema", "tools[].annotations", SERVER],
    words: "Take the server out of the client's configuration, or allow fewer of its tools.",
  },
  "host-path-ro": {
    fields: [`${SERVER}.args[]`],
    silence: FILES,
    words: "Name a narrower directory, or none.",
  },
  "host-path-rw": {
    fields: [`${SERVER}.args[]`],
    silence: FILES,
    words: "Name a narrower directory, or none.",
  },
  "runtime-socket": { fields: [`${SERVER}.args[]`], words: "Take the socket out of the server's arguments." },
  "secret-env": { fields: [`${SERVER}.env`], words: "Hand the server a credential with fewer rights." },
  "secret-literal": {
    fields: [`${SERVER}.env`, `${SERVER}.args[]`, `${SERVER}.headers`, `${SERVER}.url`],
    words: "Let the client ask for it or read it from its keychain, and replace it.",
  },
  "image-mutable": {
    fields: [`${SERVER}.command`, `${SERVER}.args[]`],
    silence: "Granted: a package without a version is fetched anew at each start.",
    fragment: '"args": ["-y", "package@1.2.3"]',
  },
  "egress-any": {
    fields: [`${SERVER}.command`, `${SERVER}.url`],
    silence: "Granted: a server runs as a process of its user, with that user's network.",
    words: "Start the server in a container or a sandbox with a network of its own.",
  },
};
