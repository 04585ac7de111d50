import { problem } from "@/lib/kernel/errors";
import { isDatabaseGone, pool } from "./pool";

/**
 * The closed list of SECURITY DEFINER functions: what must be known before a workspace is known.
 * Their SQL stands in the migrations; a test compares this list with the database's.
 */
export const DEFINER_FUNCTIONS = [
  "actor_by_session",
  "actor_by_token",
  "sign_in_candidate",
  "person_by_email",
  "people_elsewhere",
  "memberships_of",
  "has_admin",
  "setup_first_admin",
  "invitation_by_hash",
  "accept_invitation",
  "set_password",
  "due_work",
  "due_decisions",
] as const;

export type DefinerFunction = (typeof DEFINER_FUNCTIONS)[number];

/** Calls one of the functions above and gives its rows. */
export async function callFunction<T>(name: DefinerFunction, values: unknown[]): Promise<T[]> {
  const marks = values.map((_, index) => `$${index + 1}`).join(", ");
  try {
    const result = await pool().query({ name, text: `select * from ${name}(${marks})`, values });
    return result.rows as T[];
  } catch (error) {
    if (isDatabaseGone(error)) {
      throw problem(
        "unavailable",
        "The database is not reachable at the moment. Nothing was changed; try again.",
        {
          internal: error,
        },
      );
    }
    throw error;
  }
}
