import { type RefObject, useLayoutEffect } from "react";

/**
 * Takes the focus before the browser hears the next key. The popup would give it a frame later, and
 * what is typed meanwhile would go to the cell below and be lost.
 */
export function useFocusAtOnce(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => ref.current?.focus({ preventScroll: true }), [ref]);
}
