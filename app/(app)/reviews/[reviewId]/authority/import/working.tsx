"use client";
import { useEffect, useState } from "react";
import { Progress } from "@/components/ui/progress";

/** What is under way, and since when, in ms. */
export type Work = { what: "preview" | "attach"; since: number };

/** Long work with its seconds and a way out; short work says nothing. */
export function Working({ work, onCancel }: { work: Work; onCancel: () => void }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - work.since) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [work.since]);
  return (
    <Progress
      value={null}
      label={work.what === "preview" ? "Reading the configuration" : "Attaching the configuration"}
      detail={seconds > 1 ? `${seconds} s` : undefined}
      onCancel={onCancel}
    />
  );
}
