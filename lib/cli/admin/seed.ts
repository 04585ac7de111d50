import { pathToFileURL } from "node:url";
import type { Actor } from "@/lib/identity/actor";
import { bundle } from "../bootstrap.mjs";
import { Refusal } from "../io";
import type { AdminCommand } from "./context";
import { actInOrMake } from "./create-user";

type Scenario = (actor: Actor) => Promise<{ reviewId: string }>;

/** `admin seed NAME`: makes a named example and prints the id of its review as JSON. */
export const seed: AdminCommand = {
  usage: "seed NAME [--workspace W]",
  summary: 'makes an example review and prints {"reviewId": …}',
  options: ["workspace"],
  positionals: 1,
  migrates: true,
  async run(input, context) {
    const name = input.positionals[0]!;
    // Bundled when asked for: the other commands need not carry the whole application.
    const file = await bundle("scenarios", "prisma/scenarios/index-of-scenarios.ts");
    const { SCENARIOS } = (await import(pathToFileURL(file).href)) as { SCENARIOS: Record<string, Scenario> };
    const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
    if (!scenario)
      throw new Refusal(`There is no scenario "${name}"; there are ${Object.keys(SCENARIOS).join(", ")}.`);
    const { reviewId } = await scenario(await actInOrMake(context, input));
    context.io.stdout.write(`${JSON.stringify({ reviewId })}\n`);
    return 0;
  },
};
