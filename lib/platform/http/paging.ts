import { z } from "zod";
import { isId } from "@/lib/kernel/ids";

/** The query of a list that comes in pages: `after` is the `next` of the page before. */
export const pageQuerySchema = z.object({
  after: z.string().refine(isId, "This is no cursor; take the `next` of the page before.").optional(),
  limit: z.coerce.number().int().min(1).max(200, "A page has at most 200 items.").default(50),
});

/**
 * The cursor of a list in the order of its short numbers: the last one that was seen. PostgreSQL keeps
 * them as int4.
 */
export const numberCursorSchema = z.coerce
  .number("The cursor is what the page before gave as next.")
  .int("The cursor is what the page before gave as next.")
  .min(0, "The cursor is what the page before gave as next.")
  .max(2_147_483_647, "The cursor is what the page before gave as next.");

export type PageQuery = { after?: string; limit: number };

/** One page of a list; `next` is null on the last one. */
export type Page<T> = { items: T[]; next: string | null };

/** The schema of one page of a list. */
export const pageSchema = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), next: z.string().nullable() });

/**
 * Makes a page of rows that were read in the order of their ids (which sort by time), one more than
 * asked for.
 */
export function pageOf<T extends { id: string }>(rows: T[], limit: number): Page<T> {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? items.at(-1)!.id : null };
}
