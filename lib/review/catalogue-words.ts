import type { CatalogueItem, SilenceMeans } from "@/lib/authority/catalogue/catalogue-item";

/** What silence means, in one or two words. */
export const SILENCE_WORDS: Record<SilenceMeans, string> = {
  granted: "Granted",
  "not-granted": "Not granted",
  unknown: "Unknown",
};

/** Why an entry's class matters: what a reviewer is asked about its rows. */
export const CLASS_SENTENCES: Record<CatalogueItem["class"], string> = {
  grant: "Something is granted: it serves a stated need with a limit on misuse, or it goes.",
  "missing-limit":
    "A limit is missing: it is fixed, covered by a baseline or an inner layer, or accepted. Nobody asks what it is for.",
  claim: "It looks enforced and is not: shown so that nobody relies on it, never asked.",
};

/** Whether a row alone lets code leave its container. */
export const CONFINEMENT_SENTENCES: Record<CatalogueItem["endsConfinement"], string> = {
  yes: "It ends confinement: code that has it can leave its container with nothing else.",
  depends: "It may end confinement: some values do, such as SYS_ADMIN or a disk of the host.",
  no: "It does not end confinement by itself.",
};
