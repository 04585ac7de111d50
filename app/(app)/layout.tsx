import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { AppFrame } from "@/components/frame/app-frame";
import { THEME_COOKIE, themeFromCookie } from "@/components/ui/theme";
import { membershipsOf } from "@/lib/identity/server/switch-workspace";
import { requireSignedIn } from "@/lib/platform/http/page-actor";
import { inboxCount } from "@/lib/signoff/server/inbox";
import { InboxCount } from "./inbox-count";
import { WorkspaceMenu } from "./workspace-menu";

const linksWith = (waiting: number) => [
  { label: "Systems", href: "/systems" },
  { label: "This week", href: "/week" },
  { label: "Inbox", href: "/inbox", badge: <InboxCount waiting={waiting} /> },
  { label: "Catalogue", href: "/catalogue" },
  { label: "Members", href: "/members" },
  { label: "Settings", href: "/settings" },
];

/** The frame of everything behind the sign-in. Each page asks for its actor itself too. */
export default async function AppLayout({ children }: { children: ReactNode }) {
  const actor = await requireSignedIn();
  const theme = themeFromCookie((await cookies()).get(THEME_COOKIE)?.value);
  const memberships = actor.session ? await membershipsOf(actor.session.personId) : [];
  const workspaces = memberships.map((each) => ({
    id: each.workspace_id,
    name: each.workspace_name,
    isPresent: each.workspace_id === actor.workspaceId,
  }));
  return (
    <AppFrame
      workspace={actor.workspaceName}
      links={linksWith(await inboxCount(actor).catch(() => 0))}
      user={{ name: actor.name, email: actor.email }}
      userLinks={[{ label: "Account", href: "/account" }]}
      onSignOutHref="/sign-out"
      theme={theme}
      extra={workspaces.length > 1 ? <WorkspaceMenu workspaces={workspaces} /> : undefined}
    >
      {children}
    </AppFrame>
  );
}
