import { dirname, join, normalize } from "node:path";

/** One source file, its path from the root with forward slashes. */
export type Source = { path: string; text: string };
/** A rule of the house that a file breaks. */
export type Violation = { path: string; rule: string; detail: string };

/** The rooms, from the most particular to the least. */
type Room = "app" | "components" | "kernel" | "pure" | "server" | "platform" | "cli" | "test" | "other";

export function roomOf(path: string): Room {
  if (path.startsWith("app/")) return "app";
  if (path.startsWith("components/")) return "components";
  if (path.startsWith("test/") || path.startsWith("prisma/")) return "test";
  if (path.startsWith("lib/kernel/")) return "kernel";
  if (path.startsWith("lib/platform/")) return "platform";
  if (path.startsWith("lib/cli/")) return "cli";
  if (/^lib\/[a-z-]+\/server\//.test(path)) return "server";
  return path.startsWith("lib/") ? "pure" : "other";
}

/** Which rooms a room may import from. Type-only imports of pure code are free. */
const MAY_IMPORT: Record<Room, Room[]> = {
  kernel: ["kernel"],
  pure: ["kernel", "pure"],
  server: ["kernel", "pure", "server", "platform"],
  platform: ["kernel", "pure", "platform"],
  cli: ["kernel", "pure", "server", "platform", "cli"],
  components: ["kernel", "pure", "components"],
  app: ["kernel", "pure", "server", "platform", "components", "app"],
  test: ["kernel", "pure", "server", "platform", "cli", "components", "app", "test", "other"],
  other: ["other"],
};

/** Named exceptions, each with its reason. */
const EXCEPTIONS: { from: RegExp; to: RegExp; because: string }[] = [
  {
    from: /^lib\/platform\/unit-of-work\/derive-findings\.ts$/,
    to: /^lib\/rules\/server\/load-slice$/,
    because: "findings are derived in the transaction that changes their cause",
  },
];

/** Files that may be longer than the bound: data. */
const MAY_BE_LONG =
  /\/catalogue\/|\/fixtures\/|^test\/api\/examples\.ts$|^prisma\/scenarios\/|\.test\.ts$|\.spec\.ts$/;
const LONGEST_FILE = 300;

/** Words that say nothing about what a thing is. */
const EMPTY_NAMES = /(^|[-/])(manager|helper|helpers|util|utils|service|misc|common)([-./]|$)/;

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\s+from\s+)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g;

type Import = { target: string; isType: boolean };

export function importsOf({ path, text }: Source): Import[] {
  const found: Import[] = [];
  for (const [, type, named, dynamic] of text.matchAll(IMPORT)) {
    const raw = named ?? dynamic ?? "";
    const target = raw.startsWith("@/")
      ? raw.slice(2)
      : raw.startsWith(".")
        ? normalize(join(dirname(path), raw)).replaceAll("\\", "/")
        : raw;
    found.push({ target, isType: Boolean(type) });
  }
  return found;
}

const isOurs = (target: string): boolean => /^(app|components|lib|test|prisma)\//.test(target);

/** Everything in which some sources break the rules of the house. */
export function violationsIn(sources: Source[]): Violation[] {
  return [...sources.flatMap(ofOneFile), ...cycles(sources)];
}

function ofOneFile(source: Source): Violation[] {
  const { path, text } = source;
  const violations: Violation[] = [];
  const say = (rule: string, detail: string) => violations.push({ path, rule, detail });
  const room = roomOf(path);
  for (const { target, isType } of importsOf(source)) {
    if (isOurs(target)) {
      const excepted = EXCEPTIONS.some(({ from, to }) => from.test(path) && to.test(target));
      if (!MAY_IMPORT[room].includes(roomOf(target)) && !excepted)
        say("direction", `${room} imports ${target}`);
    } else {
      ofPackage(room, path, target, isType, say);
    }
  }
  if (!MAY_BE_LONG.test(path)) {
    const lines = text.split("\n").length;
    if (lines > LONGEST_FILE) say("length", `${lines} lines, at most ${LONGEST_FILE}`);
  }
  if (EMPTY_NAMES.test(path)) say("name", "a name that says what it is for");
  if (!/^(app|test|prisma)\//.test(path) && !/^[a-z0-9./[\]-]+$/.test(path)) say("name", "kebab-case");
  const statements = text.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//"));
  if (
    statements.length > 0 &&
    statements.every((line) => /^export (\*|\{[^}]*\}|type \{[^}]*\}) from /.test(line))
  ) {
    say("barrel", "import from where it is");
  }
  if (room === "components" && /\bfetch\(/.test(text)) say("fetch", "components get props and callbacks");
  if (!/^(test|lib\/cli)\//.test(path) && /\b(test|it|describe)\.skip\b/.test(text))
    say("skip", "no skipped test");
  if (/dangerouslySetInnerHTML/.test(text)) say("html", "user text never becomes HTML");
  return violations;
}

/** Who may import a package that reaches outside. */
function ofPackage(
  room: Room,
  path: string,
  target: string,
  isType: boolean,
  say: (rule: string, detail: string) => void,
): void {
  const isDatabase = target === "pg" || target.startsWith("@prisma/");
  const mayUseDatabase = /^lib\/platform\/(db|live|migrate|postgres|unit-of-work)\/|^(test|lib\/cli)\//.test(
    path,
  );
  if (isDatabase && !isType && !mayUseDatabase) say("database", `${target} is lib/platform/db's`);
  if (room === "components" && target === "next/headers") say("components", "no server part in a component");
  if (
    (room === "pure" || room === "kernel" || room === "components") &&
    /^(next|next-auth)(\/|$)/.test(target)
  ) {
    if (room !== "components") say("pure", `${target} is no part of the domain`);
  }
  const isNode = target.startsWith("node:");
  const purityOfNode = ["node:crypto", "node:buffer"];
  if ((room === "pure" || room === "kernel") && isNode && !purityOfNode.includes(target)) {
    say("pure", `${target} reaches outside`);
  }
}

/** Cycles between files of the pure parts, by values; types of each other are free. */
function cycles(sources: Source[]): Violation[] {
  const edges = new Map<string, string[]>();
  for (const source of sources) {
    if (roomOf(source.path) !== "pure" && roomOf(source.path) !== "kernel") continue;
    const values = importsOf(source).filter(
      ({ target, isType }) => !isType && isOurs(target) && !importsTypesOnly(source, target),
    );
    edges.set(
      source.path.replace(/\.tsx?$/, ""),
      values.map(({ target }) => target),
    );
  }
  const done = new Set<string>();
  const violations: Violation[] = [];
  const visit = (file: string, trail: string[]): void => {
    const at = trail.indexOf(file);
    if (at >= 0)
      violations.push({ path: file, rule: "cycle", detail: [...trail.slice(at), file].join(" → ") });
    if (at >= 0 || done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  return violations;
}

/** `import { type A, type B } from` holds no value either. */
function importsTypesOnly(source: Source, target: string): boolean {
  const last = target.split("/").at(-1) ?? "";
  const line = new RegExp(`import \\{([^}]*)\\} from ["'][^"']*${last.replace(/[^\w-]/g, "")}["']`).exec(
    source.text,
  );
  return Boolean(
    line?.[1]?.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type ")),
  );
}
