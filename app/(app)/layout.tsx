import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { AppFrame } from "@/components/frame/app-frame";
import { THEME_COOKIE, themeFromCookie } from "@/components/ui/theme";
import { requireSignedIn } from "@/lib/platform/http/page-actor";

const LINKS = [
  { label: "Systems", href: "/systems" },
  { label: "Members", href: "/members" },
  { label: "Settings", href: "/settings" },
];

/** The frame of everything behind the sign-in. Each page asks for its actor itself too. */
export default async function AppLayout({ children }: { children: ReactNode }) {
  const actor = await requireSignedIn();
  const theme = themeFromCookie((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <AppFrame
      workspace={actor.workspaceName}
      links={LINKS}
      user={{ name: actor.name, email: actor.email }}
      userLinks={[{ label: "Account", href: "/account" }]}
      onSignOutHref="/sign-out"
      theme={theme}
    >
      {children}
    </AppFrame>
  );
}
