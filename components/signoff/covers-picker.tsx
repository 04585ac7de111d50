"use client";
import { Check, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { Links } from "@/components/signoff/covers-links";
import { classes } from "@/components/ui/classes";
import type { RowLink } from "@/lib/review/row-link";

/** Finds what can be covered; null when it could not be asked. */
export type SearchCoverable = (text: string) => Promise<RowLink[] | null>;

/** How long typing rests before it is searched, in milliseconds. */
const REST = 150;

/**
 * Picks what a risk covers: findings, entry points and capabilities, found by short number or words.
 * The list opens under the field; Enter ticks, Backspace takes the last one back.
 */
export function CoversPicker({
  value,
  links,
  onChange,
  onSearch,
  label = "Covers",
  isOpenAtOnce,
  onDone,
}: {
  value: readonly string[];
  links: Links;
  onChange: (value: string[], picked: RowLink | null) => void;
  onSearch: SearchCoverable;
  label?: string;
  /** In a cell's editor: takes the focus and shows the list from the start. */
  isOpenAtOnce?: boolean;
  /** Ctrl+Enter and Tab. */
  onDone?: () => void;
}) {
  const id = useId();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(isOpenAtOnce ?? false);
  const [found, setFound] = useState<RowLink[] | null | undefined>(undefined);
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const search = useRef(onSearch);
  search.current = onSearch;

  useEffect(() => {
    if (isOpenAtOnce) input.current?.focus();
  }, [isOpenAtOnce]);
  useEffect(() => {
    if (!isOpen) return;
    let isLate = false;
    const timer = setTimeout(
      () =>
        void search.current(text).then((answer) => {
          if (isLate) return;
          setFound(answer);
          setAt(0);
        }),
      text === "" ? 0 : REST,
    );
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [isOpen, text]);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: "nearest" });
  }, [at]);

  const toggle = (link: RowLink | undefined) => {
    if (!link) return;
    const isPicked = value.includes(link.target);
    onChange(
      isPicked ? value.filter((target) => target !== link.target) : [...value, link.target],
      isPicked ? null : link,
    );
    setText("");
  };
  const items = found ?? [];
  const go = (to: number) => items.length > 0 && setAt((to + items.length) % items.length);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") {
      if (isOpen) go(at + 1);
      else setOpen(true);
    } else if (event.key === "ArrowUp" && isOpen) go(at - 1);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onDone?.();
    else if (event.key === "Enter" && isOpen) toggle(items[at]);
    else if (event.key === "Tab" && onDone) onDone();
    else if (event.key === "Escape" && isOpen && !isOpenAtOnce) {
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === "Backspace" && text === "" && value.length > 0)
      onChange(value.slice(0, -1), null);
    else return;
    event.preventDefault();
  };
  return (
    <fieldset
      aria-label={label}
      className="flex min-w-0 flex-col"
      onBlur={(event) => {
        if (!isOpenAtOnce && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <div className="control flex! h-auto! flex-wrap items-center gap-1 py-[3px]!">
        {value.map((target) => {
          const name = links[target]?.label ?? "…";
          return (
            <span
              key={target}
              title={links[target]?.name}
              className="flex items-center gap-1 rounded-control bg-paper-3 pl-2"
            >
              {name}
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() =>
                  onChange(
                    value.filter((other) => other !== target),
                    null,
                  )
                }
                className="flex size-6 items-center justify-center text-ink-3"
              >
                <X aria-hidden className="size-3" />
              </button>
            </span>
          );
        })}
        <input
          ref={input}
          role="combobox"
          aria-label={label}
          aria-expanded={isOpen}
          aria-autocomplete="list"
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={isOpen && items[at] ? `${id}-${at}` : undefined}
          value={text}
          placeholder={value.length > 0 ? "Add…" : "F3, C17, E2, or words"}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
          className="h-6 min-w-40 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        />
      </div>
      {isOpen ? (
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={`What ${label.toLowerCase()} can name`}
          aria-multiselectable
          tabIndex={-1}
          className="max-h-48 overflow-y-auto border-x border-b border-line-control bg-paper py-1"
        >
          {items.map((link, index) => (
            <div
              key={link.target}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={value.includes(link.target)}
              data-at={index}
              data-active={index === at || undefined}
              onPointerMove={() => index !== at && setAt(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => toggle(link)}
              onKeyDown={onKeyDown}
              className="option"
            >
              <span className="w-4 shrink-0">
                {value.includes(link.target) ? <Check aria-hidden className="size-3.5" /> : null}
              </span>
              <span className="w-10 shrink-0 text-ink-2">{link.label}</span>
              <span className="line-clamp-2 min-w-0">{link.name}</span>
            </div>
          ))}
          {items.length === 0 ? (
            <div
              role="option"
              aria-selected={false}
              aria-disabled
              tabIndex={-1}
              className={classes("px-3 py-1 text-ink-3")}
            >
              {found === undefined
                ? "Searching…"
                : found === null
                  ? "The list could not be read. Type to try again."
                  : "Nothing matches"}
            </div>
          ) : null}
        </div>
      ) : null}
    </fieldset>
  );
}
