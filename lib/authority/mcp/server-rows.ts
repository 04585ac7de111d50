import { addVariables, aKind, isReference, type Variable } from "@/lib/authority/inner/environment";
import { addHostMount, isUnfilled } from "@/lib/authority/inner/host-mount";
import { addCommandSecrets, shownWord, wordOf } from "@/lib/authority/inner/words";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { hostOf, redactHeader, redactUrl } from "./addresses";
import { addDockerRows } from "./docker-rows";
import type { RunPackage } from "./packages";
import { argumentAt, foldersOf, isVariable, partsOf, type ServerParts } from "./server";
import { suggestionOf } from "./tool-severity";

/** Everything that a client's configuration says about one server. @param listed whether its tools are in the input */
export function addServerRows(name: string, server: At, listed: boolean, rows: Rows): void {
  const parts = partsOf(server);
  const container = redactShapes(name);
  if (!listed) addEveryTool(container, server, parts, rows);
  addAllowed(container, server, rows);
  addVariables(variablesOf(server, parts), container, rows);
  const file = server.get("envFile");
  if (file.exists)
    rows.add("secret-env", file, "unknown", {
      container,
      anchor: "file of variables",
      target: "variables of a file",
      access: "read",
    });
  addHeaders(server.get("headers"), container, rows);
  if (parts.url) addUrlSecret(parts.url, container, rows);
  if (parts.docker) addDockerRows(parts.docker, parts, server, container, rows);
  else if (parts.words.length > 0) rows.add("egress-any", parts.words[0]!, "default", { container });
  if (parts.fetched) addPackage(parts.fetched, parts, container, rows);
  for (const at of foldersOf(parts))
    addHostMount(
      {
        at,
        container,
        source: wordOf(at),
        readOnly: false,
        devices: false,
        limits: ["as far as the server keeps to the folders it is given"],
      },
      rows,
    );
  const variables = new Set(
    parts.docker?.options.filter(({ name: option }) => isVariable(option)).map(({ place }) => place + 1),
  );
  addCommandSecrets(
    parts.words.filter((_, i) => !variables.has(i)),
    container,
    rows,
  );
}

function addEveryTool(container: string, server: At, { url, words }: ServerParts, rows: Rows): void {
  const { host, isPlain } = url ? hostOf(wordOf(url)) : { host: "", isPlain: false };
  rows.add("tool-call", url ?? words[0] ?? server, "unknown", {
    container,
    anchor: `${container} *`,
    target: `every tool of ${container}${host ? ` at ${host}` : ""}`,
    access: "execute",
    extent: host ? [isPlain ? `${host} without TLS` : host] : [],
    severity: isPlain ? "high" : "medium",
    detail: isPlain
      ? "which tools it has is not in the input; calls go over plain HTTP, so that whoever is on the way reads and changes them"
      : "which tools it has is not in the input",
  });
}

/** Tools that the client calls without asking anybody. */
function addAllowed(container: string, server: At, rows: Rows): void {
  for (const field of ["alwaysAllow", "autoApprove"]) {
    for (const at of server.get(field).items()) {
      const tool = shownWord(at);
      if (tool === "") continue;
      rows.add("tool-call", at, "explicit", {
        container,
        anchor: `${container} ${tool}`,
        target: `${tool} of ${container}, without asking`,
        access: "execute",
        severity: tool === "*" ? "high" : (suggestionOf(tool, [])?.severity ?? "medium"),
        detail: `the client calls it without asking anybody (${field})`,
      });
    }
  }
}

function variablesOf(server: At, parts: ServerParts): Variable[] {
  const variables = new Map<string, Variable>();
  for (const { name: option, value, place } of parts.docker?.options ?? []) {
    const [, name = "", text] = /^([^=]*)(?:=([\s\S]*))?$/.exec(value) ?? [];
    if (isVariable(option) && name !== "")
      variables.set(name, { name, text: text ?? null, at: argumentAt(parts, place) ?? server });
  }
  for (const [name, at] of server.get("env").entries()) variables.set(name, { name, text: wordOf(at), at });
  for (const at of server.get("env").items()) {
    const [, name, text] = /^([^=]+)=([\s\S]*)$/.exec(wordOf(at)) ?? [];
    if (name !== undefined) variables.set(name, { name, text: text ?? "", at });
  }
  return [...variables.values()];
}

/** The headers of a server, whether they are a map or lines. */
export function headersOf(headers: At): { name: string; value: string; at: At; isLine: boolean }[] {
  const found = headers.entries().map(([name, at]) => ({ name, value: wordOf(at), at, isLine: false }));
  for (const at of headers.items()) {
    const [, name, value] = /^([^:]{1,200}):[ \t]*([\s\S]*)$/.exec(wordOf(at)) ?? [];
    if (name !== undefined) found.push({ name, value: value ?? "", at, isLine: true });
  }
  return found;
}

function addHeaders(headers: At, container: string, rows: Rows): void {
  for (const { name, value, at } of headersOf(headers)) {
    const shown = redactShapes(name);
    const text = { container, anchor: `header ${shown.toLowerCase()}`, access: "read" } as const;
    const { kind } = redactHeader(name, value);
    if (kind !== null)
      rows.add("secret-literal", at, "explicit", {
        ...text,
        target: `${kind} in header ${shown}`,
        detail: `${aKind(kind)} in header ${shown}`,
      });
    else if (isReference(value) && /authorization|cookie|key|token|secret/i.test(name))
      rows.add("secret-env", at, "explicit", { ...text, target: `credentials in header ${shown}` });
  }
}

function addUrlSecret(url: At, container: string, rows: Rows): void {
  const { kind } = redactUrl(wordOf(url));
  if (kind !== null)
    rows.add("secret-literal", url, "explicit", {
      container,
      anchor: "url",
      target: `${kind} in the server's URL`,
      access: "read",
      detail: `${aKind(kind)} in the server's URL`,
    });
}

function addPackage(fetched: RunPackage, parts: ServerParts, container: string, rows: Rows): void {
  const at = argumentAt(parts, fetched.place) ?? parts.words[0]!;
  const written = shownWord(at);
  const anchor = `${fetched.registry} ${redactShapes(fetched.name)}`;
  const origin = isUnfilled(written) ? "unknown" : "explicit";
  if (!fetched.fixed)
    rows.add("image-mutable", at, fetched.versioned || origin === "unknown" ? origin : "default", {
      container,
      anchor,
      target: written,
      detail: "the package is fetched when the server starts",
    });
  rows.add("image-source", at, origin, { container, anchor, detail: "a package that is fetched and run" });
}
