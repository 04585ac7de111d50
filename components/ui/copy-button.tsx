"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";

/** Copies `text`; says so for two seconds, to the eye and to a screen reader. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  return (
    <>
      <IconButton
        label={state === "failed" ? "Could not copy: select the text instead" : label}
        icon={
          state === "copied" ? (
            <Check aria-hidden className="size-3.5" />
          ) : (
            <Copy aria-hidden className="size-3.5" />
          )
        }
        onClick={copy}
      />
      <span role="status" className="sr-only">
        {state === "copied" ? "Copied" : ""}
      </span>
    </>
  );
}
