import { problem } from "@/lib/kernel/errors";
import { readBytes, readJson } from "@/lib/platform/http/read-body";

/**
 * Reads an import's body as JSON, as a form with files (`curl -F files=@web.yaml -F environment=…`), or
 * as the bare bytes of one file or archive, whose environment, provenance and name then stand in the address
 * (`kubectl get … -o yaml | curl --data-binary @- …`). What it gives is checked by the route's schema.
 *
 * @throws ProblemError `malformed-body`, `unsupported-media-type`, `too-large`
 */
export async function readImport(request: Request, limit: number): Promise<unknown> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  if (type === "multipart/form-data") return fromForm(request, await readBytes(request, limit));
  if (/^text\/|^application\/(x-)?yaml$/.test(type) || ARCHIVES.test(type))
    return fromBytes(request, await readBytes(request, limit));
  return readJson(request, limit);
}

/** By these an archive is announced; what it is its content says. */
const ARCHIVES =
  /^application\/(octet-stream|zip|gzip|(x-)?(zip-compressed|gzip|tar|gtar|compressed-tar|tgz))$/;

/** The most parts of a form: 500 files, and its fields. */
const MOST_PARTS = 600;

async function fromForm(request: Request, bytes: Uint8Array): Promise<unknown> {
  if (partsIn(request, bytes) > MOST_PARTS) {
    throw problem(
      "malformed-body",
      `The form has more than ${MOST_PARTS} parts. Send at most 500 files at once.`,
    );
  }
  let form: FormData;
  try {
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    form = await new Response(bytes as BodyInit, { headers }).formData();
  } catch {
    throw problem("malformed-body", "The form could not be read. Send it as curl -F does.");
  }
  const files: { name: string; bytes: Uint8Array }[] = [];
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form.entries()) {
    if (typeof value !== "string")
      files.push({ name: value.name || "file.yaml", bytes: new Uint8Array(await value.arrayBuffer()) });
    else fields[name] = name === "roles" || name === "layers" ? jsonOf(value) : value;
  }
  return { files, ...fields };
}

/** How many parts a form has, counted before it is taken apart: 400,000 of them take seconds. */
function partsIn(request: Request, bytes: Uint8Array): number {
  const [, quoted, plain] =
    /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(request.headers.get("content-type") ?? "") ?? [];
  const boundary = `--${quoted ?? plain ?? ""}`;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let parts = 0;
  for (let at = body.indexOf(boundary); at >= 0 && parts <= MOST_PARTS; at = body.indexOf(boundary, at + 1))
    parts += 1;
  return parts;
}

function fromBytes(request: Request, bytes: Uint8Array): unknown {
  const {
    name = "configuration.yaml",
    roles,
    ...fields
  } = Object.fromEntries(new URL(request.url).searchParams);
  return {
    files: bytes.length === 0 ? [] : [{ name, bytes }],
    ...fields,
    ...(roles === undefined ? {} : { roles: jsonOf(roles) }),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw problem("malformed-body", `roles is not JSON: ${(error as Error).message}.`);
  }
}
