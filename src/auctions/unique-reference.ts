import type { QueryConfig } from 'pg';
import type { Viewer } from '../core/viewer.ts';
import type { CreateAuctionInput, UpdateAuctionInput } from './auction-input.ts';

// A reference may be used again unless the caller asks for a unique one: then the statement looks for another auction that has it.

/**
 * Returns SQL that checks whether another auction of `$1` has a reference that must be unique.
 *
 * @param isUnique the parameter with `isReferenceUnique`
 * @param auctionId SQL of the auction that may have the reference; absent: there is none yet
 */
export function referenceExists(isUnique: string, reference: string, auctionId?: string): string {
  const isOther = auctionId === undefined ? '' : ` and other.auction_id <> ${auctionId}`;
  return `(${isUnique}::boolean and exists (
            select from auctions other where other.seller_id = $1 and other.reference = ${reference}${isOther}))`;
}

/**
 * Returns the lock of a reference that must be unique, until the transaction ends: the statement after it sees what the holder before
 * has written.
 *
 * @returns `undefined` for any other reference, which needs none: it counts as set after the unique one
 */
export function lockOfReference(
  { sellerId }: Viewer,
  { isReferenceUnique, reference }: CreateAuctionInput | UpdateAuctionInput,
): QueryConfig | undefined {
  if (isReferenceUnique !== true) return undefined;
  return {
    name: 'lock-reference',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`reference ${sellerId} ${reference}`],
  };
}
