import { z } from 'zod';

/** The largest page, and the default. */
export const pageSizeLimit = 100;

/** GraphQL's Int, and far beyond what any seller lists. */
const offsetLimit = 2_147_483_647;

/** From this offset on, a statement of its own finds the page in an index before it reads a row. */
export const deepOffset = 1_000;

/** The arguments of every list operation: a part of a list, by offset. */
export const pageInput = z.strictObject({
  limit: z.int().min(1).max(pageSizeLimit).default(pageSizeLimit),
  offset: z.int().min(0).max(offsetLimit).default(0),
});

/** One page of a list. */
export interface Page<Item> {
  readonly items: Item[];
  /** True if at least one more item follows this page. */
  readonly hasNext: boolean;
}

/**
 * Makes a page from the rows of a read.
 *
 * @param rows the rows of a read with `limit` one larger than the page's
 */
export function pageOf<Item>(rows: Item[], limit: number): Page<Item> {
  return { items: rows.slice(0, limit), hasNext: rows.length > limit };
}
