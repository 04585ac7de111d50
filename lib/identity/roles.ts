/** Roles of a workspace, each holding all that the one before may do. */
export const ROLES = ["viewer", "contributor", "reviewer", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role holds at least what another does. */
export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);
