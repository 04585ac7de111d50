/** What one format says about one id. */
export type FormatText = {
  /** Where it is written, as paths or flags of the format; none where the format has no field for it. */
  fields: readonly string[];
  /** What the code inside can do with it, where the entry's own sentence speaks of something the format has not. */
  grants?: string;
  /** What it means when nothing is written; without it, what the entry says of every format. */
  silence?: string;
  /** What to write so that it is no longer granted. */
  fragment?: string;
  /** What to do, where writing is not enough or something has to be left out. */
  words?: string;
};

/** One format: what it says about each id that it can express. An id that is missing is not expressed by it. */
export type FormatTable = Record<string, FormatText>;
