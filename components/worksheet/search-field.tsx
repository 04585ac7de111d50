"use client";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";

/** Free-text search; tells the grid when the typing pauses. */
export function SearchField({ value, onChange }: { value: string; onChange: (q: string) => void }) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    // The address changed by other means (a link, "Show all"): follow it.
    if (value !== told.current) {
      told.current = value;
      setTyped(value);
    }
  }, [value]);
  useEffect(() => {
    if (typed === told.current) return;
    const timer = setTimeout(() => {
      told.current = typed;
      change.current(typed);
    }, 150);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label className="relative w-full sm:w-56">
      <Search aria-hidden className="absolute top-2 left-2 size-3.5 text-ink-3" />
      <span className="sr-only">Search rows</span>
      <input
        type="search"
        value={typed}
        placeholder="Search"
        onChange={(event) => setTyped(event.target.value)}
        className="control min-h-7! py-[3px]! pl-7!"
      />
    </label>
  );
}
