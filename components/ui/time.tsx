"use client";
import { useState } from "react";
import { absoluteTime, relativeTime } from "@/components/ui/time-text";

/** A moment, absolute in UTC; how long ago it is stands in the title and is worked out on hover only. */
export function Time({ value, precision }: { value: string | number | Date; precision?: "day" | "minute" }) {
  const [title, setTitle] = useState<string>();
  const at = new Date(value);
  return (
    <time
      dateTime={Number.isNaN(at.getTime()) ? undefined : at.toISOString()}
      title={title}
      onPointerEnter={() => setTitle(relativeTime(value, Date.now()))}
      className="whitespace-nowrap"
    >
      {absoluteTime(value, precision)}
    </time>
  );
}
