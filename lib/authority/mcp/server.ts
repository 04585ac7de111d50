import { programOf, wordOf } from "@/lib/authority/inner/words";
import type { At } from "@/lib/authority/read/cursor";
import { type DockerRun, dockerRunOf } from "./docker-run";
import { packageOf, type RunPackage } from "./packages";

/** How a server of a configuration is started or reached. */
export type ServerParts = {
  /** The program and its arguments; empty for a server elsewhere. */
  words: At[];
  docker: DockerRun | null;
  fetched: RunPackage | null;
  url: At | null;
};

const PROGRAMS_OF_FILES = /(?:server-filesystem|filesystem-mcp|mcp-filesystem|mcp\/filesystem)/;

export function partsOf(server: At): ServerParts {
  const command = server.get("command");
  const first = command.value?.kind === "list" ? command.items() : command.exists ? [command] : [];
  const words = [...first, ...server.get("args").items()];
  const url =
    ["url", "serverUrl", "httpUrl"].map((field) => server.get(field)).find(({ exists }) => exists) ?? null;
  const [program = "", ...args] = words.map((at, i) => (i === 0 ? programOf(wordOf(at)) : wordOf(at)));
  return { words, docker: dockerRunOf(program, args), fetched: packageOf(program, args), url };
}

/** An argument by its place among them; the program stands before. */
export const argumentAt = ({ words }: ServerParts, place: number): At | undefined => words[place + 1];

/** The folders that a server of files is given on its command line. */
export function foldersOf({ words, fetched, docker }: ServerParts): At[] {
  if (docker || !fetched || !PROGRAMS_OF_FILES.test(fetched.name)) return [];
  return words.slice(fetched.place + 2).filter((at) => wordOf(at) !== "" && !wordOf(at).startsWith("-"));
}

/** Options of `docker run` that rows are made of. */
const SHOWN =
  /^(?:-v|--volume|--mount|--network|--net|--pid|--ipc|--uts|--userns|--cap-add|--device|-p|--publish|--security-opt|--add-host|--privileged|--gpus)$/;
const isShownOption = (name: string): boolean => SHOWN.test(name);
export const isVariable = (name: string): boolean => name === "-e" || name === "--env";

/** The words that rows are made of. */
export function shownWords(parts: ServerParts): At[] {
  const { words, docker, fetched } = parts;
  const places = [
    ...(fetched ? [fetched.place] : []),
    ...(docker ? [docker.image] : []),
    ...(docker?.options.filter(({ name }) => isShownOption(name)).map(({ place }) => place) ?? []),
  ];
  return [words[0], ...places.map((place) => argumentAt(parts, place)), ...foldersOf(parts)].filter(
    (at) => at !== undefined,
  );
}
