// node test/support/test-server.mjs: a throw-away PostgreSQL and the built server in front of it.
// Prints one line of JSON when it is ready; ends, and takes everything along, when its standard
// input closes or at a signal. Tests and bench share the builds, which are kept by content.
import { fileURLToPath } from "node:url";

process.env.CORDON_HOME = fileURLToPath(new URL("../../node_modules/.cache/cordon-test", import.meta.url));
const { runBundled } = await import("../../lib/cli/bootstrap.mjs");
await runBundled("test-server", "test/support/test-server.ts", process.argv.slice(2));
process.exit();
