import type { CaptureRecord } from "@/lib/authority/capture-record";
import { type DeriveProgress, deriveWithCanonical } from "@/lib/authority/derive";
import type { DeriveInput, DeriveResult, InputFile } from "@/lib/authority/schema";
import { makeStorable } from "@/lib/authority/storable";
import { unpack } from "./archive/unpack";

/** A derivation, the text that its digest is of, and the files that it is of, archives unpacked. */
export type DerivedUnpacked = {
  result: DeriveResult;
  canonical: string;
  /** Whether anything was read at all. */
  read: boolean;
  capture: CaptureRecord | null;
  unpacked: InputFile[];
};

/** `derive` for files that may be archives. An archive that cannot be read wholly means that nothing is derived. */
export async function deriveUnpacked(
  input: DeriveInput,
  onProgress?: DeriveProgress,
): Promise<DerivedUnpacked> {
  const { files, notes, capture, refused } = await unpack(input.files);
  const { result, canonical, read } = deriveWithCanonical({ ...input, files }, onProgress);
  const said = makeStorable(notes);
  // Where an archive was refused, that there is no file to read is no news.
  result.notes = refused ? said : [...said, ...result.notes];
  return { result, canonical, read, capture, unpacked: files };
}
