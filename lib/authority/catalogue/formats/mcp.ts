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
  "host-function": {
    fields: ["tools[].function", "functions[]", "hostFunctions[]"],
    words: "Take the function out of the list.",
  },
  "image-source": { fields: [`${SERVER}.args[]`], words: "Use a package or an image that is on your list." },
  "host-path-sensitive": { fields: [`${SERVER}.args[]`], words: "Name a narrower directory, or none." },
  privileged: { fields: [`${SERVER}.args[]`], words: "Take --privileged out of the server's arguments." },
  "cap-add": { fields: [`${SERVER}.args[]`], words: "Take --cap-add out of the server's arguments." },
  "host-network": {
    fields: [`${SERVER}.args[]`],
    words: "Take --network host out of the server's arguments.",
  },
  "host-pid": { fields: [`${SERVER}.args[]`], words: "Take --pid host out of the server's arguments." },
  "host-ipc": { fields: [`${SERVER}.args[]`], words: "Take --ipc host out of the server's arguments." },
  "device-access": { fields: [`${SERVER}.args[]`], words: "Take --device out of the server's arguments." },
  "ingress-exposed": { fields: [`${SERVER}.args[]`], words: "Publish the port on 127.0.0.1 only." },
  "runtime-api-tcp": {
    fields: [`${SERVER}.env`],
    words: "Take DOCKER_HOST out of the server's environment.",
  },
  "cloud-identity": { fields: [`${SERVER}.env`], words: "Hand the server an identity with fewer rights." },
  "proxy-only-egress": {
    fields: [`${SERVER}.env`],
    words: "Start the server in a container whose network reaches the proxy only.",
  },
  "host-uts-cgroupns": {
    fields: [`${SERVER}.args[]`],
    silence: "A server that Docker runs has its own.",
    words: "Take --uts host out of the server's arguments.",
  },
  "no-user-namespace": {
    fields: [`${SERVER}.args[]`],
    silence: "A server runs as a process of its user.",
    words: "Take --userns host out of the server's arguments.",
  },
  "seccomp-unconfined": {
    fields: [`${SERVER}.args[]`],
    silence: "A server that Docker runs has its built-in filter; any other has that of its user.",
    words: "Take --security-opt seccomp=unconfined out of the server's arguments.",
  },
  "apparmor-unconfined": {
    fields: [`${SERVER}.args[]`],
    silence: "A server that Docker runs has its profile; any other has that of its user.",
    words: "Take --security-opt apparmor=unconfined out of the server's arguments.",
  },
  "host-gateway": { fields: [`${SERVER}.args[]`], words: "Take --add-host out of the server's arguments." },
  "host-service-socket": {
    fields: [`${SERVER}.args[]`],
    words: "Take the socket out of the server's arguments.",
  },
  "k8s-api-token": {
    fields: [`${SERVER}.args[]`],
    silence: "No file of the outside.",
    words: "Take the mount out of the server's arguments.",
  },
  "proc-unmasked": {
    fields: [`${SERVER}.args[]`],
    silence: "A server that Docker runs has it masked.",
    words: "Take the mount out of the server's arguments.",
  },
};
