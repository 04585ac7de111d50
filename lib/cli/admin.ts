import { join } from "node:path";
import { parseArgs } from "node:util";
import { ProblemError } from "@/lib/kernel/errors";
import { endPool } from "@/lib/platform/db/pool";
import { MigrationRefused } from "@/lib/platform/migrate/refused";
import { checkValue } from "@/lib/platform/secret";
import { backup } from "./admin/backup";
import type { AdminCommand, AdminInput } from "./admin/context";
import { createUser } from "./admin/create-user";
import { resetPassword } from "./admin/reset-password";
import { restore } from "./admin/restore";
import { seed } from "./admin/seed";
import { setRole } from "./admin/set-role";
import { token } from "./admin/token";
import { verifyEvents } from "./admin/verify-events";
import { type Io, Refusal, UsageError } from "./io";
import { openSecret } from "./open-secret";
import { prepareDatabase } from "./prepare-database";
import { withDatabase } from "./with-database";

const COMMANDS: Record<string, AdminCommand> = {
  "create-user": createUser,
  "set-role": setRole,
  "reset-password": resetPassword,
  token,
  seed,
  backup,
  restore,
  "verify-events": verifyEvents,
};

function usage(): string {
  const lines = Object.values(COMMANDS).flatMap(({ usage: line, summary }) => [
    `  ${line}`,
    `      ${summary}`,
  ]);
  return `Usage: npm run -s cordon -- admin COMMAND …\n\n${lines.join("\n")}\n`;
}

/**
 * `cordon admin …`: for whoever runs this installation, with the server running or not. Exit code
 * 0 when done, 1 when refused (one sentence on standard error), 2 for wrong use.
 */
export async function run(args: string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    io.stderr.write(name ? `There is no admin command "${name}".\n${usage()}` : usage());
    return 2;
  }
  try {
    const input = parse(command, rest);
    const secret = await openSecret(io.home);
    return await withDatabase(io, secret, async (database) => {
      if (command.migrates) await prepareDatabase(database, io.root);
      // The use cases reach the database as the server does.
      process.env.DATABASE_URL = database.appUrl;
      process.env.CORDON_SECRET = secret.current;
      process.env.CORDON_DERIVE_WORKER = join(io.build, "derive-worker.mjs");
      process.env.CORDON_ROOT = io.root;
      return command.run(input, { database, io, secretCheck: checkValue(secret.current) }).finally(endPool);
    });
  } catch (error) {
    if (error instanceof UsageError) {
      io.stderr.write(`${error.message}\nUsage: npm run -s cordon -- admin ${command.usage}\n`);
      return 2;
    }
    if (error instanceof Refusal || error instanceof MigrationRefused || error instanceof ProblemError) {
      io.stderr.write(`${error.message}\n`);
      return 1;
    }
    throw error;
  }
}

function parse(command: AdminCommand, args: string[]): AdminInput {
  const options = Object.fromEntries(command.options.map((name) => [name, { type: "string" as const }]));
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    if (positionals.length !== command.positionals)
      throw new UsageError(
        positionals.length > command.positionals
          ? `"${positionals[command.positionals]}" is too much.`
          : "Something is missing.",
      );
    return { values: values as AdminInput["values"], positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError((error as Error).message.split(". ", 1)[0]!.replace(/\.?$/, "."));
  }
}
