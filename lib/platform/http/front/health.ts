import { pool } from "@/lib/platform/db/pool";

/** Whether the database answers within two seconds. */
export async function isDatabaseReachable(): Promise<boolean> {
  const late = new Promise<false>((done) => setTimeout(done, 2_000, false).unref());
  const asked = pool()
    .query("SELECT 1")
    .then(
      () => true,
      () => false,
    );
  return Promise.race([asked, late]);
}
