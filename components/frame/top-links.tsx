"use client";
import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Fragment } from "react";
import type { FrameLink } from "@/components/frame/app-frame";
import { Button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { Menu } from "@/components/ui/menu";

function isUnder(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}

/** The workspace's places: in a row, or in one menu where the row would not fit. */
export function TopLinks({ links }: { links: readonly FrameLink[] }) {
  const pathname = usePathname();
  const here = links.find((link) => isUnder(pathname, link.href));
  return (
    <nav aria-label="Workspace" className="min-w-0">
      <ul className="hidden h-12 items-stretch gap-5 md:flex">
        {links.map((link) => (
          <li key={link.href} className="flex">
            <Link
              href={link.href}
              aria-current={link === here ? "page" : undefined}
              className={classes(
                "-mb-px flex items-center border-b-2 outline-offset-[-4px] hover:text-ink",
                link === here ? "border-accent font-medium text-ink" : "border-transparent text-ink-2",
              )}
            >
              {link.label}
              {link.badge}
            </Link>
          </li>
        ))}
      </ul>
      <div className="md:hidden">
        <Menu
          label="Workspace"
          trigger={
            <Button variant="quiet" size="small">
              {here?.label ?? "Go to"}
              {links.map(({ href, badge }) => (
                <Fragment key={href}>{badge}</Fragment>
              ))}
              <ChevronDown aria-hidden className="size-3.5" />
            </Button>
          }
          entries={links.map(({ label, href, badge }) => ({
            kind: "link",
            href,
            label: (
              <span className="flex items-center">
                {label}
                {badge}
              </span>
            ),
          }))}
        />
      </div>
    </nav>
  );
}
