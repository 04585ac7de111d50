/** Stands in stored text and in digests where a value may be a secret and nobody needs to see it. */
export const NOT_SHOWN = "[not shown]";

/** A marker, or a run of text between the signs that separate words in settings and command lines. */
const WORDS = /\[redacted: [A-Za-z ]{1,40}\]|\[not shown\]|[^\s"'`;,|()<>{}[\]=&\\]+/g;

const PLAIN = [
  /^(?:[A-Z]?[a-z]{1,16}|[A-Z]{1,12})$/,
  /^[a-z]{2,12}(?:[A-Z][a-z]{2,12}){1,3}$/,
  /^[a-z]{1,12}[-_][a-z]{1,12}$/,
  /^[A-Z]{1,20}(?:_[A-Z]{1,20}\d{0,2}){1,6}$/,
  /^[-+]?\d{1,10}(?:\.\d{1,9})?(?:%|[A-Za-z]{0,3})$/,
  /^v?\d{1,4}(?:\.\d{1,6}){1,3}(?:-(?:alpha|beta|rc)\.?\d{0,2})?$/,
  /^(?:--[A-Za-z]{1,20}(?:-[A-Za-z]{1,20}){0,5}|-[A-Za-z]{1,12})$/,
  /^(?:true|false|null)$/,
  // What a workflow fills in is known by its name: `inputs.parameters.image`, `params.repoUrl`.
  /^=?(?:inputs|outputs|workflow|steps|tasks|params|workspaces|context|results)(?:\.[A-Za-z][\w-]{0,40}){1,4}$/,
];
const KEY = /^-{0,2}[A-Za-z]{1,30}(?:[._-][A-Za-z]{1,30}){0,8}\d{0,2}$/;
const SEGMENT = /^(?:\.{0,2}[A-Za-z]{0,24}(?:[._-][A-Za-z]{1,16}){0,4}\d{0,2}|v\d{1,2})$/;
const LABEL = /^[a-z]{1,20}(?:-[a-z]{1,16}){0,4}\d{0,3}$/;
const TAG = /^(?:[a-z]{1,12}|v?\d{1,4}(?:\.\d{1,6}){0,3}(?:-[a-z]{1,10}\d{0,3}){0,3})$/;

/** The text with every word replaced that has not the shape of something harmless: hidden by default. */
export function hideUnknown(text: string): string {
  return text.replace(WORDS, (word, offset: number) => {
    if (word.startsWith("[")) return word;
    return isHarmless(word, text[offset + word.length]) ? word : NOT_SHOWN;
  });
}

function isHarmless(word: string, next: string | undefined): boolean {
  if (word.length > 200) return false;
  const bare = word.replace(/^[$#@!*?~^%+]{1,3}/, "").replace(/[.:!?*]{1,3}$/, "");
  if (bare.length <= 2 || /^[-_=.*#/~+]+$/.test(bare)) return true;
  if ((next === "=" || word.endsWith(":")) && KEY.test(bare)) return true;
  if (PLAIN.some((pattern) => pattern.test(bare))) return true;
  const colon = bare.indexOf(":");
  if (colon > 0 && !bare.includes("/") && KEY.test(bare.slice(0, colon)))
    return isPlace(bare) || isHarmless(bare.slice(colon + 1), next);
  return isPath(bare) || isPlace(bare);
}

/** A path of words, such as a mount or a file. */
const isPath = (text: string): boolean =>
  /^\.{0,2}\//.test(text) && text.split("/").every((segment) => SEGMENT.test(segment));

/** A host, a URL of a host without user and query, or an image. */
function isPlace(text: string): boolean {
  const [, scheme = "", rest = ""] = /^([a-z][a-z0-9+]{1,12}:\/\/)?(.*)$/.exec(text) ?? [];
  const image = /^(.*)@sha256:[0-9a-f]{64}$/.exec(rest);
  const [host = "", ...path] = (image?.[1] ?? rest).split("/");
  const [name = "", port = "", more] = host.split(":");
  const tagged = path.at(-1)?.split(":") ?? [];
  if (tagged.length === 2 && TAG.test(tagged[1]!)) path[path.length - 1] = tagged[0]!;
  const named = name.split(".").every((label) => LABEL.test(label)) || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name);
  const known = scheme !== "" || name.includes(".") || port !== "" || path.length > 0;
  return (
    more === undefined &&
    known &&
    named &&
    (port === "" || /^\d{1,5}$/.test(port) || (path.length === 0 && TAG.test(port))) &&
    path.every((segment) => SEGMENT.test(segment))
  );
}
