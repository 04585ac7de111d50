import Link from "next/link";
import type { ReactNode } from "react";
import { TopLinks } from "@/components/frame/top-links";
import { type FrameUser, UserMenu } from "@/components/frame/user-menu";
import type { ThemeChoice } from "@/components/ui/theme";

export interface FrameLink {
  label: string;
  href: string;
  /** Beside the label: how much waits there. */
  badge?: ReactNode;
}

/**
 * The frame of every signed-in page: skip link, one top bar, then the page. The page itself brings its
 * `main` (`Page` or `ReviewPage`).
 */
export function AppFrame({
  workspace,
  links,
  user,
  userLinks,
  onSignOutHref,
  theme,
  extra,
  children,
}: {
  workspace: string;
  links: readonly FrameLink[];
  user: FrameUser;
  userLinks: readonly FrameLink[];
  /** Where "Sign out" leads. */
  onSignOutHref: string;
  theme: ThemeChoice;
  /** Before the user menu: search, inbox. */
  extra?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col md:h-dvh">
      <a
        href="#main"
        className="sr-only z-50 bg-paper focus-visible:not-sr-only focus-visible:fixed! focus-visible:top-2 focus-visible:left-2 focus-visible:px-3! focus-visible:py-2!"
      >
        Skip to the content
      </a>
      <header className="flex h-12 shrink-0 items-center gap-x-4 border-b px-4 sm:gap-x-6">
        <Link href="/" className="text-section font-semibold tracking-[-0.01em]">
          Cordon
        </Link>
        <span
          className="hidden max-w-48 truncate border-l pl-4 text-ink-2 sm:block sm:pl-6"
          title={workspace}
        >
          {workspace}
        </span>
        <TopLinks links={links} />
        <div className="ml-auto flex items-center gap-2">
          {extra}
          <UserMenu
            user={user}
            links={userLinks}
            signOutHref={onSignOutHref}
            theme={theme}
            workspace={workspace}
          />
        </div>
      </header>
      {children}
    </div>
  );
}
