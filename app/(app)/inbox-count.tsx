"use client";
import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { count } from "@/components/ui/count";
import { callApi } from "@/lib/platform/http/browser";

/** Says to the whole window that something of a review changed, which may be something to decide. */
const CHANGED = "cordon:review-changed";

/** Has the count of the inbox asked for again. */
export const noteReviewChange = (): void => void window.dispatchEvent(new Event(CHANGED));

/** How much waits in the inbox: as the page came with it, then with each navigation, change of a review and return to the window. */
export function InboxCount({ waiting: first }: { waiting: number }) {
  const [waiting, setWaiting] = useState(first);
  const pathname = usePathname();
  const asked = useRef<string | null>(null);
  useEffect(() => {
    // The page that was loaded came with its count.
    const isLoaded = asked.current === null;
    asked.current = pathname;
    let isOver = false;
    const ask = async () => {
      const answer = await callApi<{ waiting: number }>("GET", "/inbox/count");
      if (answer.ok && !isOver) setWaiting(answer.value.waiting);
    };
    if (!isLoaded) void ask();
    const onChange = () => void ask();
    const onSeen = () => void (document.visibilityState === "visible" && ask());
    window.addEventListener(CHANGED, onChange);
    document.addEventListener("visibilitychange", onSeen);
    return () => {
      isOver = true;
      window.removeEventListener(CHANGED, onChange);
      document.removeEventListener("visibilitychange", onSeen);
    };
  }, [pathname]);
  if (waiting === 0) return null;
  return (
    <span className="ml-1.5 inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-note leading-none font-medium text-paper">
      {count(waiting)}
      <span className="sr-only"> to decide</span>
    </span>
  );
}
