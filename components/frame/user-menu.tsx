"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { FrameLink } from "@/components/frame/app-frame";
import { Avatar } from "@/components/ui/avatar";
import { Menu, type MenuEntry } from "@/components/ui/menu";
import { chooseTheme, type ThemeChoice } from "@/components/ui/theme";

export interface FrameUser {
  name: string;
  email: string;
}

const THEMES: readonly [ThemeChoice, string][] = [
  ["system", "As the system"],
  ["light", "Light"],
  ["dark", "Dark"],
];

/** Who is signed in, their places, the theme, and the way out. */
export function UserMenu({
  user,
  links,
  signOutHref,
  theme,
  workspace,
}: {
  user: FrameUser;
  links: readonly FrameLink[];
  signOutHref: string;
  theme: ThemeChoice;
  workspace: string;
}) {
  const router = useRouter();
  const [chosen, setChosen] = useState(theme);
  const choose = (next: ThemeChoice) => {
    setChosen(next);
    chooseTheme(next);
  };
  const entries: MenuEntry[] = [
    { kind: "heading", label: `${user.email} · ${workspace}` },
    ...links.map((link): MenuEntry => ({ kind: "link", label: link.label, href: link.href })),
    { kind: "separator" },
    { kind: "heading", label: "Theme" },
    ...THEMES.map(
      ([value, label]): MenuEntry => ({
        kind: "check",
        label,
        checked: chosen === value,
        onChange: () => choose(value),
      }),
    ),
    { kind: "separator" },
    { label: "Sign out", onSelect: () => router.push(signOutHref) },
  ];
  return (
    <Menu
      align="end"
      label="You"
      entries={entries}
      trigger={
        <button
          type="button"
          aria-label={`You: ${user.name}`}
          className="flex size-8 items-center justify-center rounded-full"
        >
          <Avatar name={user.name} />
        </button>
      }
    />
  );
}
