/** An image reference in its parts; the repository in full, with registry and the `library/` of Docker Hub. */
export type ImageReference = {
  repository: string;
  tag: string | null;
  digest: string | null;
  /** A digest is written and is none. */
  badDigest: boolean;
};

const DIGEST = /^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;

/**
 * Takes an image reference apart. A colon belongs to the registry's port unless it comes after the last
 * slash; a first part without dot, colon or `localhost` is a path of Docker Hub.
 * Source: github.com/distribution/reference, normalize.go.
 */
export function parseImage(text: string): ImageReference {
  const at = text.indexOf("@");
  const digestText = at < 0 ? null : text.slice(at + 1);
  const rest = at < 0 ? text : text.slice(0, at);
  const placeholders = rest.includes("${");
  const colon = placeholders ? rest.search(/:(?![^{]*\})(?!.*\/)/) : rest.lastIndexOf(":");
  const hasTag = colon > rest.lastIndexOf("/");
  const name = hasTag ? rest.slice(0, colon) : rest;
  const digest = digestText !== null && DIGEST.test(digestText) ? digestText : null;
  return {
    repository: fullName(name),
    tag: hasTag ? rest.slice(colon + 1) : null,
    digest,
    badDigest: digestText !== null && digest === null,
  };
}

function fullName(name: string): string {
  const slash = name.indexOf("/");
  const first = slash < 0 ? "" : name.slice(0, slash);
  if (first === "index.docker.io") return `docker.io/${name.slice(slash + 1)}`;
  if (first.includes(".") || first.includes(":") || first === "localhost" || first.includes("$")) return name;
  return slash < 0 ? `docker.io/library/${name}` : `docker.io/${name}`;
}
