/**
 * How a reference is called on a page: an advisory by its number, a page by its site and its last part.
 *
 * @param url an address of `references`
 */
export function referenceTitle(url: string): string {
  const advisory = /CVE-\d+-\d+/.exec(url)?.[0];
  if (advisory) return advisory;
  const { hostname, pathname, hash } = new URL(url);
  const last = (hash.slice(1) || pathname).split("/").filter(Boolean).at(-1) ?? "";
  const words = last
    .replace(/\.[a-z]{2,5}$/, "")
    .replace(/[-_]+/g, " ")
    .trim();
  const site = hostname.replace(/^www\./, "");
  return words === "" ? site : `${words.charAt(0).toUpperCase()}${words.slice(1)} (${site})`;
}
