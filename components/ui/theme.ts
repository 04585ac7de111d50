/** The explicit choice of theme; absent means "as the system has it". */
export type ThemeChoice = "light" | "dark" | "system";

/** A cookie and not localStorage, so that the server's layout writes `data-theme` and nothing flashes. */
export const THEME_COOKIE = "cordon-theme";

/** What the cookie says, anything unknown being "system". */
export function themeFromCookie(value: string | undefined): ThemeChoice {
  return value === "light" || value === "dark" ? value : "system";
}

/** Applies a choice to this document and keeps it for a year. Browser only. */
export function chooseTheme(choice: ThemeChoice): void {
  const root = document.documentElement;
  if (choice === "system") delete root.dataset.theme;
  else root.dataset.theme = choice;
  const age = choice === "system" ? 0 : 31_536_000;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in Firefox ESR.
  document.cookie = `${THEME_COOKIE}=${choice}; path=/; max-age=${age}; samesite=lax`;
}
