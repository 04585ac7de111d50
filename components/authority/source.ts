import { isArchiveName, isConfigurationName } from "@/lib/authority/file-names";
import { LIMITS } from "@/lib/authority/limits";
import type { Provenance } from "@/lib/review/vocabulary";

/** A text, or an archive that is sent as it is and read by the server. */
type SourceFile = { name: string; text: string; archive?: File };

/** Where a configuration comes from. `left` are files of a chosen folder that are no configuration. */
export type Source = {
  files: SourceFile[];
  left: string[];
  environment: string;
  provenance: Provenance | null;
};

const MIB = 1024 * 1024;

/**
 * Takes chosen files: texts are read here, archives left to the server; of a folder only what is configuration
 * by its name. Gives a sentence where they cannot be taken.
 */
export async function filesTaken(
  chosen: readonly File[],
): Promise<Pick<Source, "files" | "left"> | { refused: string }> {
  const named = chosen.map((file) => ({ file, name: file.webkitRelativePath || file.name }));
  const isWanted = ({ file, name }: (typeof named)[number]) =>
    !file.webkitRelativePath || (isConfigurationName(name) && !/(^|\/)\.[^/]*\//.test(name));
  const wanted = named.filter(isWanted);
  const left = named.filter((one) => !isWanted(one)).map(({ name }) => name);
  if (wanted.length === 0) return { refused: "There is no .yaml, .yml, .json or .env file in this folder." };
  const large = wanted.find(({ file, name }) => !isArchiveName(name) && file.size > LIMITS.fileBytes);
  if (large)
    return {
      refused: `${large.name} is larger than 20 MiB. Split it, or leave out what does not matter here.`,
    };
  if (wanted.reduce((sum, { file }) => sum + file.size, 0) > LIMITS.inputBytes)
    return {
      refused: `The files together are larger than ${LIMITS.inputBytes / MIB} MiB. Import them in parts.`,
    };
  const files = await Promise.all(
    wanted.map(async ({ file, name }) =>
      isArchiveName(name) ? { name, text: "", archive: file } : { name, text: await file.text() },
    ),
  );
  return { files, left };
}

/** Whether the files may say themselves where they come from, as a capture does. */
export const mayBeCapture = ({ files }: Source): boolean =>
  files.some(({ archive, name }) => archive !== undefined || /(^|\/)provenance\.json$/.test(name));

/** The body of an import: JSON for texts, a form where there is an archive. */
export function importBodyOf(
  { files, environment, provenance }: Source,
  more: { configDigest?: string; roles?: object[]; layers?: object[] } = {},
): object {
  const from = {
    ...(environment.trim() ? { environment: environment.trim() } : {}),
    ...(provenance ? { provenance } : {}),
  };
  if (!files.some(({ archive }) => archive))
    return { files: files.map(({ name, text }) => ({ name, text })), ...from, ...more };
  const form = new FormData();
  for (const { name, text, archive } of files) form.append("files", archive ?? new Blob([text]), name);
  for (const [name, value] of Object.entries({ ...from, ...more }))
    form.append(name, typeof value === "string" ? value : JSON.stringify(value));
  return form;
}
