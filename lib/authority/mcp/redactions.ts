import { redactVariable } from "@/lib/authority/inner/environment";
import { redactPairs, redactWords, wordOf } from "@/lib/authority/inner/words";
import { At } from "@/lib/authority/read/cursor";
import type { ScalarValue, Value } from "@/lib/authority/read/value";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { mark, type Redactions, redactFree } from "@/lib/authority/secrets/marks";
import { redactHeader, redactUrl } from "./addresses";
import { offeredIn, serversOf } from "./parts";
import { isVariable, partsOf, type ServerParts, shownWords } from "./server";
import { headersOf } from "./server-rows";

/** A cursor for walking only: it names no file. */
const walker = (root: Value): At =>
  new At(
    {
      file: { name: "", text: "", documents: [], broken: [], shadowed: [], isJson: true, lineAt: () => 1 },
      index: 0,
      note: () => {},
    },
    root,
  );

/** Every literal secret of a document: variables, headers, addresses, command lines; any other text may hold one. */
export function mcpRedactions(root: Value): Redactions {
  const found: Redactions = new Map();
  const at = walker(root);
  const done = new Set<Value>();
  for (const { at: server } of serversOf(at)) redactServer(server, found, done);
  for (const { at: list } of offeredIn(at))
    for (const item of list.items())
      for (const name of [item, item.get("name"), item.path("function", "name")]) keep(name, found, done);
  walk("", root, found, done);
  return found;
}

/** A text that rows are made of: only what its shape gives away is replaced. */
function keep({ value }: At, found: Redactions, done: Set<Value>): void {
  if (value?.kind !== "scalar" || done.has(value)) return;
  done.add(value);
  mark(found, value, redactShapes(value.text));
}

function redactServer(server: At, found: Redactions, done: Set<Value>): void {
  const parts = partsOf(server);
  redactArguments(parts, found, done);
  redactEnvironment(server.get("env"), found, done);
  for (const { name, value, at, isLine } of headersOf(server.get("headers"))) {
    if (at.value?.kind !== "scalar") continue;
    const { text } = redactHeader(name, value);
    mark(found, at.value, isLine ? `${name}: ${text}` : text);
    done.add(at.value);
  }
  if (parts.url?.value?.kind === "scalar") {
    mark(found, parts.url.value, redactUrl(wordOf(parts.url)).text);
    done.add(parts.url.value);
  }
  for (const field of ["alwaysAllow", "autoApprove"])
    for (const tool of server.get(field).items()) keep(tool, found, done);
}

function redactEnvironment(env: At, found: Redactions, done: Set<Value>): void {
  for (const [name, { value }] of env.entries()) {
    if (value?.kind !== "scalar") continue;
    mark(found, value, redactVariable(name, value.text).text);
    done.add(value);
  }
  const lines = env.items().flatMap(({ value }) => (value?.kind === "scalar" ? [value] : []));
  redactPairs(lines, found);
  for (const line of lines) done.add(line);
}

function redactArguments(parts: ServerParts, found: Redactions, done: Set<Value>): void {
  const scalarOf = ({ value }: At): ScalarValue[] => (value?.kind === "scalar" ? [value] : []);
  const words = parts.words.flatMap(scalarOf);
  const variables = new Set(
    (parts.docker?.options ?? [])
      .filter(({ name }) => isVariable(name))
      .flatMap(({ place }) => scalarOf(parts.words[place + 1] ?? parts.words[0]!)),
  );
  redactWords(
    words.filter((word) => !variables.has(word)),
    new Set(shownWords(parts).flatMap(scalarOf)),
    found,
  );
  redactPairs([...variables], found, /^(?:--env=|-e(?=[A-Za-z_]))?/);
  for (const word of words) done.add(word);
}

function walk(name: string, value: Value, found: Redactions, done: Set<Value>): void {
  if (done.has(value)) return;
  if (value.kind === "scalar") {
    if (!value.plain || !/^(?:-?[\d.]{1,24}|true|false|null)$/.test(value.text))
      redactFree(name, value, found);
  } else if (value.kind === "list") for (const item of value.items) walk(name, item, found, done);
  else for (const [key, child] of value.fields) walk(key, child, found, done);
}
