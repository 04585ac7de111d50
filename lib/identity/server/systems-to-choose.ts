import { readSql } from "@/lib/platform/db/transaction";
import type { Actor } from "../actor";
import { authorize } from "../policy";

/** The systems that an invitation can put somebody on, by name. */
export async function systemsToChoose(
  actor: Actor,
): Promise<{ id: string; name: string; isRestricted: boolean }[]> {
  authorize(actor, "invitation.create");
  return readSql(actor, (sql) =>
    sql.query(
      `select id, name, visibility = 'restricted' as "isRestricted" from system where archived_at is null order by name, id limit 1000`,
    ),
  );
}
