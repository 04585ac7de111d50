import { Refusal } from "../io";

/** What the API refused: its sentence, and the notes that came with it. */
export class Refused extends Refusal {
  constructor(
    readonly status: number,
    message: string,
    readonly notes: { level: string; message: string }[] = [],
  ) {
    super(message);
  }
}

/** One Cordon, as a token's bearer speaks to it. */
export type Api = {
  get(path: string): Promise<unknown>;
  post(path: string, type: string, body: Uint8Array): Promise<unknown>;
};

const MOST_MILLISECONDS = 300_000;

/**
 * Speaks to the API below an address, and to nothing else: a redirect is an error, never followed, since the
 * token would go along.
 * @throws Refusal when the address or the token cannot be one
 */
export function apiAt(url: string, token: string): Api {
  const base = addressOf(url);
  // Node would quote a header that it refuses in its own message.
  if (!/^[\x21-\x7e]{8,500}$/.test(token))
    throw new Refusal("This is no token: it has characters that none has.");
  const ask = async (method: string, path: string, type?: string, body?: Uint8Array): Promise<unknown> => {
    let response: Response;
    try {
      response = await fetch(`${base}/api/v1${path}`, {
        method,
        redirect: "manual",
        signal: AbortSignal.timeout(MOST_MILLISECONDS),
        headers: { authorization: `Bearer ${token}`, ...(type ? { "content-type": type } : {}) },
        ...(body ? { body: body as BodyInit } : {}),
      });
    } catch (error) {
      throw new Refusal(`${base} cannot be reached (${reasonOf(error)}).`);
    }
    if (response.status >= 300 && response.status < 400)
      throw new Refusal(`${base} answers with a redirect, which is not followed. Give the address itself.`);
    const said = jsonOf(await response.text());
    if (response.ok && said !== undefined) return said;
    throw refusedBy(base, response.status, said);
  };
  return { get: (path) => ask("GET", path), post: (path, type, body) => ask("POST", path, type, body) };
}

/** @throws Refusal for what is no address of a Cordon */
function addressOf(url: string): string {
  let address: URL;
  try {
    address = new URL(url);
  } catch {
    throw new Refusal("This is no address; give one like https://cordon.example.");
  }
  if (address.protocol !== "https:" && address.protocol !== "http:")
    throw new Refusal("The address begins with https:// or http://.");
  if (address.username || address.password || address.search || address.hash)
    throw new Refusal("Give the address alone: without a name, a password, a query or a fragment.");
  return address.origin + address.pathname.replace(/\/+$/, "");
}

/** Whether a token would travel readable for everybody on the way. */
export function isInClear(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  if (name === "TimeoutError") return "no answer within five minutes";
  return /^[A-Z_0-9]{2,40}$/.test(cause?.code ?? "") ? cause!.code! : "no connection";
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusedBy(base: string, status: number, said: unknown): Refusal {
  const { detail, notes } = (said ?? {}) as { detail?: unknown; notes?: unknown };
  if (typeof detail !== "string") return new Refusal(`${base} answered ${status}, and not as Cordon does.`);
  return new Refused(status, detail, Array.isArray(notes) ? notes : []);
}
