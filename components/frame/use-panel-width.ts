"use client";
import { useCallback, useState, useSyncExternalStore } from "react";

export const PANEL = { min: 280, max: 720, start: 380 };
const KEY = "cordon-inspector-width";

/** A width within the panel's bounds; anything that is no number gives the width to start with. */
export function boundPanelWidth(value: number): number {
  return Number.isFinite(value) ? Math.round(Math.min(PANEL.max, Math.max(PANEL.min, value))) : PANEL.start;
}

function stored(): number {
  try {
    return boundPanelWidth(Number.parseInt(localStorage.getItem(KEY) ?? "", 10));
  } catch {
    return PANEL.start; // Storage may be forbidden.
  }
}

/** The inspector's width in pixels, kept in this browser. */
export function usePanelWidth(): [number, (width: number) => void] {
  const initial = useSyncExternalStore(
    () => () => undefined,
    stored,
    () => PANEL.start,
  );
  const [width, setWidth] = useState<number | null>(null);
  const change = useCallback((next: number) => {
    const bounded = boundPanelWidth(next);
    setWidth(bounded);
    try {
      localStorage.setItem(KEY, String(bounded));
    } catch {
      // Storage may be forbidden; the width then lasts as long as the page.
    }
  }, []);
  return [width ?? initial, change];
}
