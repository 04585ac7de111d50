import { type ClassValue, clsx } from "clsx";

/** Joins class names, leaving out what is absent. */
export function classes(...values: ClassValue[]): string {
  return clsx(values);
}
