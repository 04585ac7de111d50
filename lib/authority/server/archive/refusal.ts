/** Why an archive is not read: one sentence for a person, with the entry's name. Nothing of the input is derived then. */
export class ArchiveRefusal extends Error {
  override readonly name = "ArchiveRefusal";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** An archive that ends before its end, or whose parts do not fit each other. */
export const damaged = (archive: string, what: string): ArchiveRefusal =>
  new ArchiveRefusal("archive-damaged", `${archive}: the archive ${what}. Make it anew.`);
