/** A package that a runner fetches and runs. */
export type RunPackage = {
  /** `npm`, `PyPI`… */
  registry: string;
  name: string;
  /** The word that names it, as it is written. */
  written: string;
  /** Its place among the arguments. */
  place: number;
  /** Whether a version is written of which there is only one. */
  fixed: boolean;
  /** Whether any version is written. */
  versioned: boolean;
};

const RUNNERS: Record<
  string,
  { registry: string; after: readonly string[]; names: readonly string[]; values: readonly string[] }
> = {
  npx: {
    registry: "npm",
    after: [],
    names: ["-p", "--package"],
    values: ["-w", "--workspace", "-c", "--call", "--registry"],
  },
  bunx: { registry: "npm", after: [], names: ["-p", "--package"], values: [] },
  pnpx: { registry: "npm", after: [], names: ["--package"], values: [] },
  pnpm: { registry: "npm", after: ["dlx"], names: ["--package"], values: [] },
  yarn: { registry: "npm", after: ["dlx"], names: ["-p", "--package"], values: [] },
  npm: { registry: "npm", after: ["exec"], names: ["--package"], values: [] },
  bun: { registry: "npm", after: ["x"], names: [], values: [] },
  uvx: {
    registry: "PyPI",
    after: [],
    names: ["--from"],
    values: ["--python", "-p", "--with", "--index-url", "--index", "--directory"],
  },
  uv: {
    registry: "PyPI",
    after: ["tool", "run"],
    names: ["--from"],
    values: ["--python", "-p", "--with", "--index-url", "--directory"],
  },
  pipx: { registry: "PyPI", after: ["run"], names: ["--spec"], values: ["--python", "--index-url"] },
};

const EXACT = /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]{1,60})?$/;

/** The package that a command fetches and runs; null where it runs no such thing. @param program its base name */
export function packageOf(program: string, args: readonly string[]): RunPackage | null {
  const runner = Object.hasOwn(RUNNERS, program.replace(/\.(?:cmd|exe)$/i, ""))
    ? RUNNERS[program.replace(/\.(?:cmd|exe)$/i, "")]!
    : null;
  if (!runner?.after.every((word, i) => args[i] === word)) return null;
  let place = -1;
  for (let i = runner.after.length; i < args.length; i += 1) {
    const word = args[i]!;
    if (runner.names.includes(word)) {
      place = i + 1;
      break;
    }
    if (runner.values.includes(word)) i += 1;
    else if (!word.startsWith("-")) {
      place = i;
      break;
    }
  }
  const written = args[place];
  return written === undefined
    ? null
    : { registry: runner.registry, written, place, ...versionOf(written, runner.registry) };
}

function versionOf(written: string, registry: string): Pick<RunPackage, "name" | "fixed" | "versioned"> {
  if (/^(?:git\+|https?:|github:|git@|[\w.-]+\/[\w.-]+$)/.test(written)) {
    const commit = /[#@]([0-9a-f]{40})(?:$|[#?])/.exec(written)?.[1];
    return {
      name: written.replace(/(?<!\/)[#@][^/]*$/, ""),
      fixed: commit !== undefined,
      versioned: /[#@][^/]+$/.test(written),
    };
  }
  const at = registry === "PyPI" ? written.search(/(?:==|@|[<>~!]=?|=)/) : written.indexOf("@", 1);
  if (at < 0) return { name: written, fixed: false, versioned: false };
  const version = written.slice(at).replace(/^[=@<>~!]+/, "");
  const exactly = registry === "npm" || /^(?:==|@)/.test(written.slice(at, at + 2));
  return {
    name: written.slice(0, at),
    fixed: exactly && EXACT.test(version),
    versioned: version !== "" && version !== "latest",
  };
}
