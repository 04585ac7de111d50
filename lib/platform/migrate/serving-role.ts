/**
 * The statements that give the serving role exactly what the application needs. They are run by the
 * owner after migrating and can be run again at any time. The role owns nothing and bypasses nothing.
 *
 * @param role the serving role's name; refused unless it is a plain identifier
 */
export function servingRoleGrants(role: string): string[] {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(role)) throw new RangeError(`${role} is no plain role name`);
  const to = `TO "${role}"`;
  return [
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM "${role}"`,
    `GRANT USAGE ON SCHEMA public ${to}`,
    `GRANT SELECT, INSERT, UPDATE ON ${WRITABLE.join(", ")} ${to}`,
    // A captured configuration never changes; only which one is the newest does.
    `GRANT SELECT, INSERT ON configuration, capability_grant ${to}`,
    `GRANT UPDATE (is_newest) ON configuration ${to}`,
    `GRANT DELETE ON system_member ${to}`,
    `GRANT SELECT, INSERT ON event, snapshot, sign_off, sign_off_policy, configuration_file ${to}`,
    `GRANT SELECT, UPDATE ON workspace ${to}`,
    `GRANT SELECT ON _prisma_migrations ${to}`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public ${to}`,
    // ANALYZE after a large import; the privilege is known from PostgreSQL 17 on.
    `DO $$ BEGIN IF current_setting('server_version_num')::int >= 170000 THEN
      GRANT MAINTAIN ON executor, capability, capability_grant ${to}; END IF; END $$`,
  ];
}

const WRITABLE = [
  "member",
  "session",
  "api_token",
  "invitation",
  "system",
  "system_member",
  "review",
  "artifact",
  "executor",
  "entry_point",
  "kind_answer",
  "capability",
  "justification",
  "finding",
  "risk",
  "revision",
];
