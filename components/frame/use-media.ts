"use client";
import { useSyncExternalStore } from "react";

/** Whether a media query holds; `server` is what is assumed until the browser has answered. */
export function useMedia(query: string, server: boolean): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => window.matchMedia(query).matches,
    () => server,
  );
}
