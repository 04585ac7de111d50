"use client";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { RowLink } from "@/lib/review/row-link";

/** How many rows stand in sight before the person asks for all. */
const MOST = 25;

/** Rows as links by short number, with what they are called. */
export function RowLinks({ links }: { links: readonly RowLink[] }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? links : links.slice(0, MOST);
  return (
    <>
      <ul className="border-b">
        {shown.map((link) => (
          <li key={link.target} className="flex gap-4 border-t py-1.5">
            <Link href={link.href} className="link min-w-14 shrink-0">
              {link.label}
            </Link>
            <span className="min-w-0 break-words">{link.name}</span>
          </li>
        ))}
      </ul>
      {shown.length < links.length ? (
        <Button size="small" className="mt-2" onClick={() => setAll(true)}>
          Show all {links.length}
        </Button>
      ) : null}
    </>
  );
}
