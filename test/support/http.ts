/** What an answer of the API looks like to a test. */
export type Answer<T = unknown> = { status: number; headers: Headers; body: T };

/** Who asks: the bearer of a token, the owner of a cookie, or nobody. */
export type Caller = { token?: string; cookie?: string };

// biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects in a body
type Anything = any;

/** A client of the API below `url`; with a cookie it behaves as a page of the same origin. */
export function httpClient(url: string, caller: Caller = {}) {
  const ask = async <T = Anything>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> => {
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    const response = await fetch(new URL(path.startsWith("/api/") ? path : `/api/v1${path}`, url), {
      method,
      redirect: "manual",
      headers: {
        ...(body === undefined || isRaw ? {} : { "content-type": "application/json" }),
        ...(caller.token ? { authorization: `Bearer ${caller.token}` } : {}),
        ...(caller.cookie ? { cookie: caller.cookie, origin: new URL(url).origin } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson && text ? JSON.parse(text) : text) as T,
    };
  };
  return {
    ask,
    get: <T = Anything>(path: string, headers?: Record<string, string>) =>
      ask<T>("GET", path, undefined, headers),
    post: <T = Anything>(path: string, body?: unknown, headers?: Record<string, string>) =>
      ask<T>("POST", path, body, headers),
    put: <T = Anything>(path: string, body?: unknown, headers?: Record<string, string>) =>
      ask<T>("PUT", path, body, headers),
    patch: <T = Anything>(path: string, body?: unknown, headers?: Record<string, string>) =>
      ask<T>("PATCH", path, body, headers),
    delete: <T = Anything>(path: string, headers?: Record<string, string>) =>
      ask<T>("DELETE", path, undefined, headers),
  };
}

export type HttpClient = ReturnType<typeof httpClient>;

/** Signs in as the sign-in page does (next-auth's credentials flow) and returns the cookies. */
export async function signIn(
  url: string,
  email: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const origin = new URL(url).origin;
  const first = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = (await first.json()) as { csrfToken: string };
  const cookie = cookiesOf(first);
  const answer = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded", cookie, origin },
    body: new URLSearchParams({ csrfToken, email, password, json: "true", callbackUrl: origin }),
  });
  const cookies = [cookie, cookiesOf(answer)].filter(Boolean).join("; ");
  if (!/session-token=/.test(cookies)) throw new Error(`${email} could not sign in (${answer.status})`);
  return cookies;
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
