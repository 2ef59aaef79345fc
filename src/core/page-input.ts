import { z } from 'zod';

/** The most items a list answers with, and how many it answers with unless told. */
export const pageSizeLimit = 100;

/** GraphQL's Int, and far beyond what any seller lists. */
const offsetLimit = 2_147_483_647;

/** Which part of a list: the arguments of every list operation. */
export const pageInput = z.strictObject({
  limit: z.int().min(1).max(pageSizeLimit).default(pageSizeLimit),
  offset: z.int().min(0).max(offsetLimit).default(0),
});

/** One page of a list. */
export interface Page<Item> {
  readonly items: Item[];
  /** Is there at least one more item behind this page? */
  readonly hasNext: boolean;
}

/** @param rows what was found when one item more than the page's `limit` was asked for */
export function pageOf<Item>(rows: Item[], limit: number): Page<Item> {
  return { items: rows.slice(0, limit), hasNext: rows.length > limit };
}
