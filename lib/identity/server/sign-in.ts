import { inWorkspace } from "@/lib/audit/server/in-workspace";
import { problem } from "@/lib/kernel/errors";
import { callFunction } from "@/lib/platform/db/functions";
import type { RequestFacts } from "../actor";
import { emailSchema } from "../schema";
import { logWrongPassword, takeGuess } from "./guess-limit";
import { openSession } from "./open-session";
import { isPassword } from "./passwords";

type Candidate = {
  person_id: string;
  password_hash: string;
  workspace_id: string;
  member_id: string;
  name: string;
};

/**
 * Opens a session for somebody who proves who they are, in the workspace that they joined first.
 *
 * @returns the session's id
 * @throws ProblemError `unauthenticated` (one sentence for every way of being wrong), `rate-limited`
 */
export async function signIn(
  input: { email: string; password: string },
  facts: RequestFacts,
): Promise<string> {
  // Limits and the database see the one normal form, or nothing: another spelling of an account's
  // address would have tries of its own. What is no address is answered, and takes as long, as an unknown one.
  const email = emailSchema.safeParse(input.email).data;
  const guess = await takeGuess("password", email ?? facts.address, facts.address);
  const [candidate] = email ? await callFunction<Candidate>("sign_in_candidate", [email]) : [];
  const right = await isPassword(candidate?.password_hash, input.password.slice(0, 1000));
  if (!right || !candidate || !email) {
    // An address that nobody has may be a password in the wrong field.
    logWrongPassword("sign-in", facts, candidate && email);
    throw doNotGoTogether();
  }
  await guess.wasRight();
  return openForCandidate(candidate, email, facts);
}

/** The hash is compared again under the lock: a password reset meanwhile ends what the old one opens. */
async function openForCandidate(candidate: Candidate, email: string, facts: RequestFacts): Promise<string> {
  const who = {
    workspaceId: candidate.workspace_id,
    personId: candidate.person_id,
    memberId: candidate.member_id,
    name: candidate.name,
  };
  return inWorkspace(who.workspaceId, async (tx) => {
    const still = await tx.sql.query(
      "select 1 from sign_in_candidate($1) where password_hash = $2 and member_id = $3",
      [email, candidate.password_hash, candidate.member_id],
    );
    if (still.length === 0) throw doNotGoTogether();
    return openSession(tx, who, facts);
  });
}

const doNotGoTogether = () =>
  problem("unauthenticated", "This e-mail address and password do not go together. Try again.");
