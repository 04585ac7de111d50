import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { Actor } from "@/lib/identity/actor";
import { isId } from "@/lib/kernel/ids";
import { actorFromSession } from "../actor";
import { noteUse } from "../db/telemetry";
import { requestFacts } from "./authenticate";
import { sessionIdOf } from "./session-cookie";

/** Who looks at the page, or null. Asked once a request, however many components ask. */
export const pageActor = cache(async (): Promise<Actor | null> => {
  const given = await headers();
  const sessionId = await sessionIdOf(given);
  if (!sessionId || !isId(sessionId)) return null;
  const actor = await actorFromSession(sessionId, requestFacts(given));
  if (actor) noteUse("session", actor.workspaceId, sessionId);
  return actor;
});

/** Where to choose a new password after an admin has reset the old one. */
const NEW_PASSWORD_PAGE = "/account/new-password";

/**
 * The person who looks at a page of the workspace. Without a session it leads to the sign-in, which
 * leads back; with a password that an admin has reset, to the page where a new one is chosen.
 */
export async function requirePageActor(): Promise<Actor> {
  const actor = await requireSignedIn();
  if (actor.session?.mustChangePassword) redirect(NEW_PASSWORD_PAGE);
  return actor;
}

/** The same for what is possible with a reset password too: the frame, and choosing a new one. */
export async function requireSignedIn(): Promise<Actor> {
  return (await pageActor()) ?? redirect(signInHref(await presentPath()));
}

/** The path that the browser asked for; set by our own server, as Next does not tell its pages. */
async function presentPath(): Promise<string> {
  const url = new URL((await headers()).get("x-cordon-path") ?? "/", "http://cordon.invalid");
  // Next's own mark on a navigation within the page.
  url.searchParams.delete("_rsc");
  return `${url.pathname}${url.search}`;
}

/** The sign-in page, with the way back. */
const signInHref = (path: string): string =>
  path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`;

/** A path of this site to go to after signing in; anything else becomes the start page. */
export function safeNext(next: string | string[] | undefined): string {
  // "//host" and "/\host" are other sites to a browser.
  return typeof next === "string" && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : "/";
}
