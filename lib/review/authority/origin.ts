/** Where a grant comes from, in the words that people read. */
export const ORIGINS = {
  explicit: "Written down",
  default: "Granted by silence",
  unknown: "Cannot be determined",
} as const;
export type Origin = keyof typeof ORIGINS;
