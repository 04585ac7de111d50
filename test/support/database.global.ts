import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { startTemporary } from "@/lib/platform/postgres/temporary";
import { makeMigratedDatabase } from "./migrated-database";

declare module "vitest" {
  interface ProvidedContext {
    /** URLs with `template` as the database's name; `freshDatabase` puts a copy's name there. */
    databaseTemplate: { adminUrl: string; ownerUrl: string; appUrl: string };
  }
}

/** One real PostgreSQL for the whole run, with a migrated database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTemporary({ max_connections: "200" });
  await bundleWorkers();
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const { ownerUrl, appUrl } = await makeMigratedDatabase(postgres, "template", root);
  project.provide("databaseTemplate", { adminUrl: postgres.url("postgres"), ownerUrl, appUrl });
  return () => postgres.stop();
}

/** Use cases that read a configuration or set a report start the bundled program, as in the real thing. */
async function bundleWorkers(): Promise<void> {
  process.env.CORDON_HOME ??= fileURLToPath(
    new URL("../../node_modules/.cache/cordon-test", import.meta.url),
  );
  const { bundle } = await import("@/lib/cli/bootstrap.mjs");
  process.env.CORDON_DERIVE_WORKER = await bundle("derive-worker", "lib/authority/server/derive-worker.ts");
  process.env.CORDON_PDF_CHILD = await bundle("pdf-child", "lib/platform/pdf/pdf-child.ts");
  await bundle("report-content", "lib/report/server/report-content.ts");
}
