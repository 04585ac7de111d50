import { At } from "./read/cursor";
import { readFile } from "./read/read-file";
import { recognise } from "./recognise";
import type { InputFile } from "./schema";

/** Names under which scripts and configurations of layers are kept; many other files have them too. */
export const mayBeLayerName = (name: string): boolean =>
  /\.(?:sh|bash|cfg|conf|args|textproto|pbtxt|txtpb)$/i.test(name);

/** Whether a file that is neither YAML nor JSON by its name calls bwrap, or configures nsjail, by its content. */
export function isLayerFile(input: InputFile): boolean {
  const { file } = readFile(input);
  return file.documents.some(({ index, value }) =>
    /^(?:bwrap|nsjail)$/.test(recognise(new At({ file, index, note: () => {} }, value))),
  );
}
