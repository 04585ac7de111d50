/** The folder of a file of the input; empty for one at its top. */
export const folderOf = (file: string): string => {
  const slash = file.lastIndexOf("/");
  return slash < 0 ? "" : file.slice(0, slash);
};

/** A path of the input as it is written in a file there: relative to that file's folder. */
export function inputPath(folder: string, written: string): string {
  const parts: string[] = [];
  for (const part of `${written.startsWith("/") ? "" : folder}/${written}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}
