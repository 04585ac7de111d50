const ASKED =
  /^[ \t]{0,200}["']?(privileged|--privileged)["']?[ \t]{0,64}[:=][ \t]{0,64}["']?(true|yes|on|1)\b/im;

/** Whether a text inside a configuration asks for privileges that no manifest shows, such as a GitLab runner's config.toml. */
export const asksForPrivileges = (text: string): boolean => ASKED.test(text);
