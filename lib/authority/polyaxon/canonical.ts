import { canonicalDocument, type Ignore } from "@/lib/authority/digest";
import { READ_ANNOTATIONS } from "@/lib/authority/kubernetes/annotations";
import type { Value } from "@/lib/authority/read/value";
import { polyaxonRedactions } from "./redactions";

/** What people write for each other, and what the server adds to a compiled operation. */
const WORDS = new Set([
  "description",
  "tags",
  "isApproved",
  "is_approved",
  "uuid",
  "createdAt",
  "created_at",
]);

/** The documented ignore list of the format: those at the top, and annotations that no row is made of. */
const ignored: Ignore = (path, key) =>
  (path.length === 0 && WORDS.has(key)) || (path.at(-1) === "annotations" && !READ_ANNOTATIONS.test(key));

/** An operation in canonical form. */
export const canonicalOperation = (root: Value): string =>
  canonicalDocument(root, polyaxonRedactions(root), ignored);
