"use client";
import Link from "next/link";
import { Fragment } from "react";
import { classes } from "@/components/ui/classes";
import { LongText } from "@/components/ui/long-text";
import { Severity } from "@/components/ui/severity";
import { absoluteTime } from "@/components/ui/time-text";
import type { ActivityFinding, ActivityItem, ActivityLine } from "@/lib/review/activity";

/** What is longer is cut where a word ends, and shown whole when asked for. */
const MOST_CHARACTERS = 300;

/** Events by day, newest first; a day is never split. */
function byDay(items: readonly ActivityItem[]): { day: string; items: ActivityItem[] }[] {
  const days: { day: string; items: ActivityItem[] }[] = [];
  for (const item of items) {
    const day = absoluteTime(item.at, "day");
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

/** The cells of one row follow each other; the row is named once. */
const sameRow = (line: ActivityLine, before: ActivityLine | undefined): boolean =>
  line.row !== null && before?.row?.label === line.row.label;

function Said({ text, struck, links }: { text: string; struck?: boolean; links?: ActivityLine["links"] }) {
  if (text === "") return <span className="text-ink-3 italic">no answer</span>;
  return (
    <LongText
      text={text}
      most={MOST_CHARACTERS}
      className={classes("whitespace-pre-wrap break-words", struck && "text-ink-3 line-through")}
      render={links ? (shown) => <Numbers text={shown} links={links} /> : undefined}
    />
  );
}

/** A list of short numbers, each of which leads to its row. */
function Numbers({ text, links }: { text: string; links: Record<string, string> }) {
  return text.split(", ").map((label, at) => (
    <Fragment key={label}>
      {at > 0 ? ", " : ""}
      {links[label] ? (
        <Link href={links[label]} className="link">
          {label}
        </Link>
      ) : (
        label
      )}
    </Fragment>
  ));
}

function Line({ line, isSameRow }: { line: ActivityLine; isSameRow: boolean }) {
  const { row, what, field, before, after } = line;
  const name =
    row && !isSameRow ? (
      <>
        {row.href ? (
          <Link href={row.href} className="link">
            {row.label}
          </Link>
        ) : (
          row.label
        )}
        {row.name && !field ? ` ${row.name}` : ""}
      </>
    ) : null;
  if (!field) {
    return (
      <li>
        {name} <span className="text-ink-2">{what}</span>
      </li>
    );
  }
  return (
    <li className={classes("min-w-0", isSameRow && "pl-4")}>
      {name} <span className="text-ink-2">{field.endsWith("?") ? field : `${field}:`} </span>
      {before === undefined ? null : (
        <>
          <Said text={before} struck={before !== ""} links={line.links} />
          <span className="text-ink-3" aria-hidden>
            {" → "}
          </span>
          <span className="sr-only">, now </span>
        </>
      )}
      <Said text={after ?? ""} links={line.links} />
    </li>
  );
}

function Findings({ word, items }: { word: string; items: readonly ActivityFinding[] }) {
  if (items.length === 0) return null;
  const shown = items.slice(0, 6);
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 text-ink-2">
      <span>{word}</span>
      {shown.map((finding) => (
        <span key={finding.number} className="inline-flex items-baseline gap-1.5">
          <Severity level={finding.severity} iconOnly />
          <Link href={finding.href} className="link">
            F{finding.number} {finding.title}
          </Link>
        </span>
      ))}
      {items.length > shown.length ? <span>and {items.length - shown.length} more</span> : null}
    </li>
  );
}

function Event({ item, isMarked }: { item: ActivityItem; isMarked: boolean }) {
  const time = item.at.slice(11, 16);
  return (
    <li
      id={`event-${item.seq}`}
      className={classes(
        "grid gap-x-4 border-t py-2.5 target:bg-accent-wash sm:grid-cols-[48px_minmax(0,1fr)_auto]",
        isMarked && "bg-accent-wash",
      )}
    >
      <time dateTime={item.at} className="text-ink-3" title={absoluteTime(item.at)}>
        {time}
      </time>
      <div className="min-w-0">
        <p>
          <span className="font-medium">{item.actor.name}</span>
          {item.actor.kind === "token" ? " by token" : ""} {item.deed}
          {item.words ? `${item.words.startsWith("as ") ? "" : ":"} ${item.words}` : ""}
        </p>
        {item.lines.length + item.opened.length + item.resolved.length > 0 ? (
          <ul className="flex flex-col gap-0.5 pt-0.5">
            {item.lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an event never change.
              <Line key={index} line={line} isSameRow={sameRow(line, item.lines[index - 1])} />
            ))}
            {item.more > 0 ? <li className="text-ink-3">and {item.more} more cells</li> : null}
            <Findings word="Opened" items={item.opened} />
            <Findings word="Resolved" items={item.resolved} />
          </ul>
        ) : null}
      </div>
      <a href={`#event-${item.seq}`} className="text-small text-ink-3 hover:underline max-sm:hidden">
        event {item.seq}
      </a>
    </li>
  );
}

/** What was done to a review: who, when, before and after in words. */
export function ActivityList({
  items,
  marked = null,
}: {
  items: readonly ActivityItem[];
  /** The seq of the event that a link led to. */
  marked?: number | null;
}) {
  return (
    <>
      {byDay(items).map(({ day, items: own }) => (
        <section key={day} aria-label={day} className="pb-6">
          <h2 className="pb-1.5 text-section font-semibold">{day}</h2>
          <ol className="border-b">
            {own.map((item) => (
              <Event key={item.seq} item={item} isMarked={item.seq === marked} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}
