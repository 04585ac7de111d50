"use client";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { count } from "@/components/ui/count";
import { cutText } from "@/lib/kernel/cut-text";

/** How much of a text is shown at first where nothing else is said, in characters. */
const MOST = 1_000;

/** A text that somebody wrote: whole where it is short, else its beginning and a control that shows all of it. */
export function LongText({
  text,
  most = MOST,
  className = "wrap-anywhere whitespace-pre-wrap",
  render,
}: {
  text: string;
  /** How many characters are shown at first. */
  most?: number | undefined;
  className?: string | undefined;
  /** How what is shown is set, where it is more than text. */
  render?: ((shown: string) => ReactNode) | undefined;
}) {
  const [isWhole, setWhole] = useState(false);
  const control = useRef<HTMLButtonElement>(null);
  const wasWhole = useRef(false);
  useEffect(() => {
    // What is folded was long: the control that folded it must not be left out of sight.
    if (wasWhole.current && !isWhole) control.current?.scrollIntoView({ block: "nearest" });
    wasWhole.current = isWhole;
  }, [isWhole]);
  const cut = cutText(text, most);
  const shown = isWhole ? text : cut;
  return (
    <>
      <span className={className}>{render ? render(shown) : shown}</span>
      {cut === text ? null : (
        <>
          {" "}
          <button
            ref={control}
            type="button"
            className="link whitespace-nowrap"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? "Show less" : `Show all (${count(text.length)} characters)`}
          </button>
        </>
      )}
    </>
  );
}
