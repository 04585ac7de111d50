/** How much `derive` reads before it refuses. The contract states them; nothing else may. */
export const LIMITS = {
  /** Bytes of one file. */
  fileBytes: 20 * 1024 * 1024,
  /** Bytes of all files of one input. */
  inputBytes: 100 * 1024 * 1024,
  /** Values of one file after its aliases are expanded: scalars, lists and maps. */
  values: 2_000_000,
  /** How many times more values a file may have after expansion than are written in it. */
  expansion: 10,
  /** Lists and maps inside each other. */
  nesting: 100,
  /** Entries of all archives of one input, whatever they are. */
  archiveEntries: 10_000,
  /** How many times its own size an archive, or an entry of a zip, may unpack to once that is past 1 MiB. */
  archiveRatio: 500,
  /** Characters of a file's name. */
  fileName: 300,
} as const;
