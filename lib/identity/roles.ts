/** Roles of a workspace, each holding all that the one before may do. */
export const ROLES = ["viewer", "contributor", "reviewer", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role holds at least what another does. */
export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

/** What each role is for, in the words of the interface. */
export const ROLE_WORDS: Record<Role, { label: string; hint: string }> = {
  viewer: { label: "Viewer", hint: "Reads everything that is open to the workspace" },
  contributor: { label: "Contributor", hint: "Sees the systems that they are put on, and nothing else" },
  reviewer: { label: "Reviewer", hint: "Creates systems and reviews, and writes in them" },
  approver: {
    label: "Approver",
    hint: "Does what a reviewer does, and approves or rejects what others submit",
  },
  admin: { label: "Admin", hint: "Does what an approver does, and manages members and the workspace" },
};

/** The roles up to the one that somebody holds, as a choice. */
export const roleOptions = (most: Role = "admin") =>
  ROLES.slice(0, ROLES.indexOf(most) + 1).map((value) => ({ value, ...ROLE_WORDS[value] }));
