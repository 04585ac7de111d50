import NextAuth, { type AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { endSession } from "@/lib/identity/server/end-session";
import { signIn } from "@/lib/identity/server/sign-in";
import { isId } from "@/lib/kernel/ids";
import { actorFromSession } from "@/lib/platform/actor";
import { requestFacts } from "@/lib/platform/http/authenticate";
import { problemOf } from "@/lib/platform/http/problem-response";
import { log } from "@/lib/platform/log";

/** The cookie carries nothing but the id of a row in our session table; that row says everything else. */
const options: AuthOptions = {
  session: { strategy: "jwt", maxAge: 30 * 24 * 60 * 60 },
  pages: { signIn: "/sign-in", error: "/sign-in", signOut: "/sign-out" },
  providers: [
    Credentials({
      credentials: { email: { type: "email" }, password: { type: "password" } },
      authorize: async (given, request) => {
        const facts = requestFacts(new Headers(request.headers as Record<string, string>));
        try {
          const input = { email: String(given?.email ?? ""), password: String(given?.password ?? "") };
          return { id: await signIn(input, facts) };
        } catch (error) {
          // next-auth hands the message to the page that asked, so it is the sentence and nothing else.
          throw new Error(problemOf(error, facts.id).detail);
        }
      },
    }),
  ],
  callbacks: {
    jwt: ({ token, user }) => (user ? { sid: user.id } : { sid: token.sid }),
    session: ({ session }) => ({ expires: session.expires }),
  },
  events: {
    signOut: async ({ token }) => {
      if (typeof token?.sid !== "string" || !isId(token.sid)) return;
      const actor = await actorFromSession(token.sid, { id: "", address: "", userAgent: "" });
      if (actor) await endSession(actor, token.sid);
    },
  },
  logger: {
    error: (code, more) =>
      log.warn({ code, reason: more instanceof Error ? more.message : undefined }, "next-auth"),
    warn: (code) => log.debug({ code }, "next-auth"),
    debug: () => {},
  },
};

const handler = NextAuth(options);

type Context = { params: Promise<{ nextauth: string[] }> };

/** What next-auth would answer itself, and no sign-in of ours leads to: mail, errors, callbacks by GET. */
const NOWHERE = new Set(["verify-request", "error"]);

/**
 * Answers next-auth's own addresses but some: what its browser code would have the server write to
 * the log, anybody could send, as much as they like.
 */
async function answer(request: Request, context: Context): Promise<Response> {
  const [action = ""] = (await context.params).nextauth;
  if (action === "_log") return new Response(null, { status: 204 });
  if (NOWHERE.has(action)) return new Response(null, { status: 404 });
  if (action === "callback" && request.method === "GET")
    return new Response(null, { status: 405, headers: { allow: "POST" } });
  return handler(request, context);
}

export { answer as GET, answer as POST };
