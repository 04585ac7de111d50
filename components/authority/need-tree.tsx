// biome-ignore-all lint/a11y/useSemanticElements: a windowed ARIA tree cannot be built from table elements.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus roves over lines; cells never take it.
"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef, useState } from "react";
import { neighbourOf, type TreeLine } from "@/components/authority/tree-lines";
import { classes } from "@/components/ui/classes";

const HEIGHTS: Record<TreeLine["kind"], number> = {
  executor: 44,
  heading: 40,
  need: 60,
  place: 37,
  row: 37,
  wait: 32,
};

/** Lines that a page up or down goes over. */
const PAGE = 15;

const canFocus = (line: TreeLine | undefined): boolean =>
  line !== undefined && line.kind !== "heading" && line.kind !== "wait";
const isOpenable = (line: TreeLine): line is Extract<TreeLine, { isOpen: boolean }> => "isOpen" in line;

/** A line's content: drawn again when it changes, not when the tree scrolls. */
const Drawn = memo(
  ({
    line,
    render,
  }: {
    line: TreeLine;
    round: unknown;
    isSelected: boolean;
    render: (line: TreeLine) => ReactNode;
  }) => render(line),
  (before, after) =>
    before.line === after.line && before.round === after.round && before.isSelected === after.isSelected,
);
Drawn.displayName = "Drawn";

/**
 * The windowed tree: only lines in sight are in the document. Arrows move over its lines, right and
 * left unfold and fold; every other key goes to the owner with the line that has the focus.
 */
export function NeedTree({
  lines,
  label,
  selected,
  inspected,
  render,
  round,
  onToggle,
  onKey,
  onSeen,
  onFocusLine,
}: {
  lines: readonly TreeLine[];
  label: string;
  selected: ReadonlySet<number>;
  /** The short number that the inspector shows ("C17", "J4"). */
  inspected: string | null;
  render: (line: TreeLine) => ReactNode;
  /** Changes when lines that stay the same must be drawn again. */
  round: unknown;
  onToggle: (line: TreeLine) => void;
  onKey: (event: KeyboardEvent, line: TreeLine) => void;
  /** The lines in sight, for fetching their rows. */
  onSeen: (lines: readonly TreeLine[]) => void;
  /** The focus went to a line: an open inspector follows it. */
  onFocusLine: (line: TreeLine) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<{ key: string; at: number } | null>(null);
  const wanted = useRef<string | null>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => HEIGHTS[lines[at]!.kind],
    getItemKey: (at) => lines[at]!.key,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => seen.current(lines.slice(first, last + 1)), [first, last, lines]);

  // The line with the focus by its key; when it is gone, what now stands in its place.
  const found = focus ? lines.findIndex(({ key }) => key === focus.key) : -1;
  const before = useRef(lines);
  useEffect(() => {
    if (found >= 0) before.current = lines;
  });
  const near = focus && found < 0 ? neighbourOf(focus.key, before.current, lines) : found;
  let at = near >= 0 ? near : Math.min(focus?.at ?? 0, lines.length - 1);
  if (near < 0) while (at < lines.length - 1 && !canFocus(lines[at])) at += 1;

  const go = (to: number, step: 1 | -1) => {
    let next = to;
    while (next >= 0 && next < lines.length && !canFocus(lines[next])) next += step;
    const line = lines[next];
    if (!line) return;
    setFocus({ key: line.key, at: next });
    wanted.current = line.key;
    virtualizer.scrollToIndex(next);
  };
  useEffect(() => {
    if (!wanted.current) return;
    const element = scroller.current?.querySelector<HTMLElement>(
      `[data-line="${CSS.escape(wanted.current)}"]`,
    );
    if (element) {
      wanted.current = null;
      element.focus({ preventScroll: true });
    }
  });
  // A row that was decided leaves its place: the focus goes on to what came after it.
  const hadFocus = useRef(false);
  useEffect(() => {
    if (found >= 0 || !focus || !hadFocus.current) return;
    const line = lines[at];
    if (line && document.activeElement === document.body) {
      setFocus({ key: line.key, at });
      wanted.current = line.key;
    }
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (
      (event.target as HTMLElement).closest("input, textarea, button, a, [role=menu]") &&
      event.key !== "Escape"
    )
      return;
    const line = lines[at];
    if (!line) return;
    const act = event.altKey || event.ctrlKey || event.metaKey ? null : moveFor(event.key, line);
    if (act) {
      event.preventDefault();
      act();
    } else onKey(event, line);
  };

  const foldOrLeave = (line: TreeLine) => {
    if (isOpenable(line) && line.isOpen) return onToggle(line);
    for (let parent = at - 1; parent >= 0; parent -= 1) {
      const above = lines[parent]!;
      if (canFocus(above) && above.level < line.level) return go(parent, -1);
    }
  };
  const unfoldOrEnter = (line: TreeLine) => {
    if (!isOpenable(line)) return;
    if (line.isOpen) go(at + 1, 1);
    else onToggle(line);
  };
  /** What an arrow or its like does here; null for other keys. */
  function moveFor(key: string, line: TreeLine): (() => void) | null {
    switch (key) {
      case "ArrowDown":
        return () => go(at + 1, 1);
      case "ArrowUp":
        return () => go(at - 1, -1);
      case "Home":
        return () => go(0, 1);
      case "End":
        return () => go(lines.length - 1, -1);
      case "PageDown":
        return () => go(Math.min(lines.length - 1, at + PAGE), 1);
      case "PageUp":
        return () => go(Math.max(0, at - PAGE), -1);
      case "ArrowRight":
        return () => unfoldOrEnter(line);
      case "ArrowLeft":
        return () => foldOrLeave(line);
      default:
        return null;
    }
  }

  return (
    <div
      ref={scroller}
      role="treegrid"
      aria-label={label}
      aria-rowcount={lines.length}
      aria-multiselectable
      onKeyDown={onKeyDown}
      onFocus={() => {
        hadFocus.current = true;
      }}
      className="relative overflow-auto overscroll-x-contain border-b max-md:h-[72dvh] md:min-h-80 md:flex-1"
    >
      <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
        {items.map((item) => {
          const line = lines[item.index]!;
          const isRow = line.kind === "row";
          return (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              data-line={line.key}
              role="row"
              aria-level={line.level}
              aria-rowindex={item.index + 1}
              aria-expanded={isOpenable(line) ? line.isOpen : undefined}
              aria-selected={isRow ? selected.has(line.number) : undefined}
              tabIndex={canFocus(line) ? (item.index === at ? 0 : -1) : undefined}
              onFocus={(event) => {
                if (event.target !== event.currentTarget) return;
                setFocus({ key: line.key, at: item.index });
                onFocusLine(line);
              }}
              className={classes(
                "absolute top-0 left-0 w-full outline-offset-[-2px]",
                isRow && "border-t pl-10 hover:bg-paper-2",
                (line.kind === "need" || line.kind === "place") && "border-t",
                line.kind === "executor" && "border-t border-ink",
                ((isRow && inspected === `C${line.number}`) ||
                  (line.kind === "need" && inspected === `J${line.justification.number}`)) &&
                  "bg-accent-wash",
              )}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <div role="gridcell" className="pr-2">
                <Drawn
                  line={line}
                  round={round}
                  isSelected={isRow && selected.has(line.number)}
                  render={render}
                />
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
