import { decode } from "next-auth/jwt";

/** The name of next-auth's cookie: behind https it carries the prefix that ties it to the host. */
export function sessionCookieName(): string {
  return process.env.NEXTAUTH_URL?.startsWith("https://")
    ? "__Secure-next-auth.session-token"
    : "next-auth.session-token";
}

/** The id of our session row inside next-auth's encrypted cookie, or null. */
export async function sessionIdOf(headers: Headers): Promise<string | null> {
  try {
    const value = cookieIn(headers.get("cookie") ?? "", sessionCookieName());
    if (!value) return null;
    const token = await decode({ token: value, secret: process.env.NEXTAUTH_SECRET ?? "" });
    return typeof token?.sid === "string" ? token.sid : null;
  } catch {
    return null;
  }
}

function cookieIn(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return decodeURIComponent(part.slice(at + 1).trim());
  }
  return null;
}
