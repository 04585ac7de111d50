import { encode } from "next-auth/jwt";
import { sessionCookieName } from "./session-cookie";

const THIRTY_DAYS = 30 * 24 * 60 * 60;

/** The Set-Cookie header that signs a browser in: next-auth's own cookie, whose only content is the session's id. */
export async function sessionCookie(sessionId: string): Promise<string> {
  const value = await encode({
    token: { sid: sessionId },
    secret: process.env.NEXTAUTH_SECRET ?? "",
    maxAge: THIRTY_DAYS,
  });
  return cookie(value, THIRTY_DAYS);
}

/** The Set-Cookie header that removes it. */
export const noSessionCookie = (): string => cookie("", 0);

function cookie(value: string, maxAge: number): string {
  const name = sessionCookieName();
  const secure = name.startsWith("__Secure-") ? "; Secure" : "";
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}
