"use client";
import { useId, useRef, useState } from "react";
import { buttonClasses } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";

/** Text by paste, or files by drop or by choosing them; what becomes of files is for the page to say. */
export function FileDrop({
  value,
  onChange,
  onFiles,
  label,
  accept,
  rows = 14,
}: {
  value: string;
  onChange: (text: string) => void;
  onFiles: (files: File[]) => void;
  label: string;
  /** As of `<input accept>`: ".yaml,.yml,.json". */
  accept?: string;
  rows?: number;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    if (files && files.length > 0) onFiles([...files]);
  };
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <label htmlFor={id} className="text-grid font-medium">
          {label}
        </label>
        <button
          type="button"
          className={buttonClasses("secondary", "small")}
          onClick={() => input.current?.click()}
        >
          Choose file…
        </button>
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          onChange={(event) => {
            take(event.target.files);
            event.target.value = "";
          }}
        />
      </div>
      <textarea
        id={id}
        rows={rows}
        value={value}
        spellCheck={false}
        placeholder="Paste here, or drop files"
        onChange={(event) => onChange(event.target.value)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!event.dataTransfer.files.length) return setOver(false);
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
        className={classes(
          "control resize-y font-mono text-small! leading-5!",
          over && "border-accent! bg-accent-wash!",
        )}
      />
    </div>
  );
}
