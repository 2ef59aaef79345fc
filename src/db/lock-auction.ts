import type { QueryConfig } from 'pg';

/**
 * Locks an auction's row until the transaction ends. The statement that reads the auction has to follow: it then sees what was
 * written while this one waited, and its clock is later than the lock.
 */
export function lockAuction(auctionId: string): QueryConfig {
  return {
    name: 'lock-auction',
    text: 'select from auctions where auction_id = $1 for no key update',
    values: [auctionId],
  };
}
