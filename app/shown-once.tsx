"use client";
import { CopyButton } from "@/components/ui/copy-button";
import { TextField } from "@/components/ui/text-field";

/** A secret that is shown this one time: a link, a token, a password. Focus selects all of it. */
export function ShownOnce({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex items-center gap-2">
      <TextField
        aria-label={label}
        readOnly
        mono
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={text} label={`Copy the ${label.toLowerCase()}`} />
    </div>
  );
}
