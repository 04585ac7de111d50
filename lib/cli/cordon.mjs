// npm run -s cordon -- COMMAND …
import { bundle, runBundled } from "./bootstrap.mjs";
import { COMMANDS, PROGRAMS, WORKERS_OF } from "./programs.mjs";

const [command, ...args] = process.argv.slice(2);

const USAGE = `Usage: npm run -s cordon -- COMMAND …

  derive PATH…    what a configuration grants, as a table, or with --json as JSON; needs no database
  collect …       captures what a Kubernetes namespace or a Docker host runs
  push …          brings a configuration to a review, from a shell, CI or a CronJob
  admin …         accounts, tokens, backups; "admin" alone lists them

  "derive --help" says more.
`;

if (command === "--help" || command === "-h" || command === "help") {
  process.stdout.write(USAGE);
} else if (!command || !Object.hasOwn(COMMANDS, command)) {
  process.stderr.write(`${command ? `There is no command "${command}".\n\n` : ""}${USAGE}`);
  process.exitCode = 2;
} else {
  const workers = async () => {
    for (const name of WORKERS_OF[command]) if (PROGRAMS[name]) await bundle(name, PROGRAMS[name]);
  };
  await runBundled(command, COMMANDS[command], args, workers);
}
