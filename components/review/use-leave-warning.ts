"use client";
import { useEffect } from "react";

/** Asks before the page is closed while something on it is not saved. */
export function useLeaveWarning(isUnsettled: boolean): void {
  useEffect(() => {
    if (!isUnsettled) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isUnsettled]);
}
