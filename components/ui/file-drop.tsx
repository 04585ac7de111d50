"use client";
import { useId, useRef, useState } from "react";
import { buttonClasses } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";

/** Text by paste, by drop or by choosing a file. The file is read here; its name comes along. */
export function FileDrop({
  value,
  onChange,
  label,
  accept,
  maxBytes,
  onError,
  rows = 14,
}: {
  value: string;
  onChange: (text: string, fileName: string | null) => void;
  label: string;
  /** As of `<input accept>`: ".yaml,.yml,.json". */
  accept?: string;
  maxBytes: number;
  onError: (message: string) => void;
  rows?: number;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxBytes) {
      const mebibytes = (size: number) => `${(size / 1_048_576).toFixed(1)} MiB`;
      return onError(`${file.name} has ${mebibytes(file.size)}; at most ${mebibytes(maxBytes)} can be read.`);
    }
    onChange(await file.text(), file.name);
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
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </div>
      <textarea
        id={id}
        rows={rows}
        value={value}
        spellCheck={false}
        placeholder="Paste here, or drop a file"
        onChange={(event) => onChange(event.target.value, null)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!event.dataTransfer.files.length) return setOver(false);
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
        className={classes(
          "control resize-y font-mono text-small! leading-5!",
          over && "border-accent! bg-accent-wash!",
        )}
      />
    </div>
  );
}
