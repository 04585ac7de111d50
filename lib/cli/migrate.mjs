// node lib/cli/migrate.mjs apply [DATABASE_URL] | next WORDS…
import { runBundled } from "./bootstrap.mjs";

await runBundled("migrate", "lib/cli/migrate.ts", process.argv.slice(2));
