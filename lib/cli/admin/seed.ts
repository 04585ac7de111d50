import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Actor } from "@/lib/identity/actor";
import { bundle } from "../bootstrap.mjs";
import { Refusal } from "../io";
import type { AdminCommand } from "./context";
import { actInOrMake } from "./create-user";

/** What a file of prisma/scenarios exports as `seed`. */
export type Scenario = (context: {
  actor: Actor;
  ownerUrl: string;
  root: string;
}) => Promise<{ reviewId: string }>;

/** `admin seed NAME`: fills in a named scenario and prints the id of its review as JSON. */
export const seed: AdminCommand = {
  usage: "seed NAME [--workspace W]",
  summary: 'fills in an example review and prints {"reviewId": …}',
  options: ["workspace"],
  positionals: 1,
  migrates: true,
  async run(input, context) {
    const name = input.positionals[0]!;
    const { root } = context.io;
    const names = await scenarioNames(join(root, "prisma/scenarios"));
    if (!names.includes(name))
      throw new Refusal(`There is no scenario "${name}"; there are ${names.join(", ") || "none yet"}.`);
    const file = await bundle(`scenario-${name}`, `prisma/scenarios/${name}.ts`);
    const scenario = (await import(pathToFileURL(file).href)) as { seed: Scenario };
    const actor = await actInOrMake(context, input);
    const { reviewId } = await scenario.seed({ actor, ownerUrl: context.database.ownerUrl, root });
    context.io.stdout.write(`${JSON.stringify({ reviewId })}\n`);
    return 0;
  },
};

/** A scenario is a file of the directory; what they share lies in directories below it. */
async function scenarioNames(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => entry.name.replace(/\.ts$/, ""))
    .sort();
}
