/** A review that holds rows of a catalogue id which some newest configuration grants now. */
export type CatalogueHolder = {
  system: { id: string; name: string };
  review: { id: string; number: number; title: string };
  rows: number;
  /** How many of them nobody has decided. */
  undecided: number;
};
