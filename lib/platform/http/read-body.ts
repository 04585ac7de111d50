import { problem } from "@/lib/kernel/errors";
import { PARSE_APART_FROM, parseApart } from "./parse-apart";

/**
 * Reads a body up to a bound, whether or not it says its length.
 *
 * @throws ProblemError `too-large` past the bound
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () =>
    problem(
      "too-large",
      `The body is larger than ${Math.floor(limit / 1024).toLocaleString("en")} KiB. Send less at once.`,
    );
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a JSON body.
 *
 * @throws ProblemError `unsupported-media-type`, `malformed-body` (with the parser's word) or `too-large`
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type)) {
    throw problem(
      "unsupported-media-type",
      `Send JSON with content-type application/json${type ? `, not ${type}` : ""}.`,
    );
  }
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength > PARSE_APART_FROM) {
    const parsed = await parseApart(bytes);
    if (!parsed.ok) throw problem("malformed-body", parsed.reason);
    return parsed.value;
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw problem("malformed-body", "The body is not UTF-8 text.");
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw problem("malformed-body", `The body is not JSON: ${(error as Error).message}.`);
  }
}
