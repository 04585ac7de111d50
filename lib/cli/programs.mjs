// What is bundled besides the server: each command apart, so that it starts in no time.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./bootstrap.mjs";

export const COMMANDS = {
  derive: "lib/cli/derive.ts",
  collect: "lib/cli/collect.ts",
  push: "lib/cli/push.ts",
  admin: "lib/cli/admin.ts",
};

const WORKERS = {
  "derive-worker": "lib/authority/server/derive-worker.ts",
  "pdf-child": "lib/platform/pdf/pdf-child.ts",
  "report-content": "lib/report/server/report-content.ts",
};

/** Everything to bundle, by the name of its file in the build directory. */
export const PROGRAMS = Object.fromEntries(
  Object.entries({ ...COMMANDS, ...WORKERS }).filter(([, entry]) => existsSync(join(ROOT, entry))),
);

/** The workers that a command starts: files of their own beside it. */
export const WORKERS_OF = { derive: ["derive-worker"], collect: [], push: [], admin: ["derive-worker"] };
