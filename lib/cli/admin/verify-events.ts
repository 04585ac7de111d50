import { verifyChains } from "@/lib/audit/server/verify-chains";
import { withClient } from "@/lib/platform/postgres/serving-role";
import type { AdminCommand } from "./context";

/** `admin verify-events`: checks every chain of events from its first to its head. */
export const verifyEvents: AdminCommand = {
  usage: "verify-events",
  summary: "checks that no event was changed, left out or cut off; exit code 1 when one was",
  options: [],
  positionals: 0,
  migrates: true,
  async run(_input, context) {
    const outcomes = await withClient(context.database.ownerUrl, async (client) => {
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      return verifyChains({
        query: async <T>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as T[],
      });
    });
    const broken = outcomes.filter(({ problem }) => problem !== null);
    for (const { chain, problem } of broken) context.io.stdout.write(`${chain}: ${problem}\n`);
    const events = outcomes.reduce((sum, each) => sum + each.events, 0);
    context.io.stdout.write(
      `${events} events in ${outcomes.length} chains: ${broken.length > 0 ? "NOT intact" : "intact"}\n`,
    );
    return broken.length > 0 ? 1 : 0;
  },
};
