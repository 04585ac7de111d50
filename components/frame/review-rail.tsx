"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { type PlacedRailItem, placeRailItems, type RailItem } from "@/components/frame/rail-order";
import { classes } from "@/components/ui/classes";
import { count, counted } from "@/components/ui/count";

const MARKS = { empty: "not started", partial: "in part", complete: "complete" };

function CompletenessMark({ value }: { value: NonNullable<RailItem["completeness"]> }) {
  return (
    <svg viewBox="0 0 12 12" className="size-3 shrink-0" role="img" aria-label={MARKS[value]}>
      <circle
        cx="6"
        cy="6"
        r="5"
        fill={value === "complete" ? "currentColor" : "none"}
        stroke="currentColor"
      />
      {value === "partial" ? <path d="M6 1a5 5 0 0 1 0 10z" fill="currentColor" /> : null}
      {value === "complete" ? (
        <path d="m3.5 6.2 1.8 1.8 3.2-3.8" fill="none" stroke="var(--paper)" strokeWidth="1.4" />
      ) : null}
    </svg>
  );
}

function RailLink({ item, current }: { item: PlacedRailItem; current: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);
  return (
    <li className="shrink-0">
      <Link
        ref={link}
        href={item.href}
        aria-current={current ? "page" : undefined}
        className={classes(
          "flex h-9 items-center gap-2 px-3 outline-offset-[-2px] hover:text-ink md:h-8 md:px-4",
          "border-b-2 md:border-b-0 md:border-l-2",
          current ? "border-accent font-medium text-ink md:bg-paper-3" : "border-transparent text-ink-2",
        )}
      >
        {item.completeness ? (
          <CompletenessMark value={item.completeness} />
        ) : (
          <span className="hidden size-3 md:block" />
        )}
        <span className="whitespace-nowrap">{item.label}</span>
        {item.open ? (
          <span className="ml-auto pl-2 text-ink-3">
            <span aria-hidden>{count(item.open)}</span>
            <span className="sr-only">, {counted(item.open, "open item")}</span>
          </span>
        ) : null}
      </Link>
    </li>
  );
}

/** The review's places in the order of the work: a rail at the left, a row that scrolls on narrow screens. */
export function ReviewRail({ items }: { items: readonly RailItem[] }) {
  const pathname = usePathname();
  const placed = placeRailItems(items);
  const list = (part: PlacedRailItem["part"]) =>
    placed
      .filter((item) => item.part === part)
      .map((item) => (
        <RailLink
          key={item.id}
          item={item}
          current={pathname === item.href || pathname.startsWith(`${item.href}/`)}
        />
      ));
  const work = list("work");
  const records = list("record");
  return (
    <nav
      aria-label="Review"
      className="relative flex shrink-0 overflow-x-auto border-b md:w-48 md:flex-col md:overflow-x-visible md:overflow-y-auto md:border-r md:border-b-0 md:py-3"
    >
      <ul className="flex md:flex-col">{work}</ul>
      {work.length && records.length ? (
        <hr className="mx-2 my-2 h-auto w-px border-0 border-l md:mx-4 md:h-px md:w-auto md:border-t md:border-l-0" />
      ) : null}
      <ul className="flex md:flex-col">{records}</ul>
    </nav>
  );
}
