import type { Connection } from '../db/database.ts';
import { takingStates } from '../payments/reversal.ts';
import { movements } from './movements.ts';

/**
 * Finds those of these auctions whose books do not balance at rest: completed, and no hold is open. Every authorized cent has
 * to be captured, released, expired or failed; and the money that refunds and disputes have moved has to be that of
 * their present states.
 */
export async function findUnbalanced(connection: Connection, auctionIds: readonly string[]): Promise<string[]> {
  const { rows } = await connection.query<{ auctionId: string }>({
    name: 'find-unbalanced-books',
    text: `
      -- Each auction by itself (offset 0): a join planned while few auctions were completed reads all movements for each of them.
      select id as "auctionId" from unnest($1::uuid[]) id, lateral (
        select coalesce(sum(amount) filter (where kind = 'authorized'), 0) as authorized,
          coalesce(sum(amount) filter (where kind in ('captured', 'released', 'expired', 'failed')), 0) as ended,
          coalesce(sum(amount) filter (where kind in ('refunded', 'disputed')), 0)
            - coalesce(sum(amount) filter (where kind in ('refund_failed', 'dispute_won')), 0) as reversed
        from (${movements('auction_id = id')}) m
      ) moved, lateral (
        select coalesce(sum(amount_in_cents), 0) as amount from reversals r
        where r.auction_id = id and r.state in (${takingStates.map((state) => `'${state}'`).join()})
      ) taken
      where exists (select from auctions where auctions.auction_id = id and status = 'completed' offset 0)
        and not exists (select from authorizations a where a.auction_id = id and a.closed_at is null offset 0)
        and (authorized <> ended or reversed <> taken.amount)`,
    values: [auctionIds],
  });
  return rows.map(({ auctionId }) => auctionId);
}

/** Finds the auctions with captured money that were created last. */
export async function findLatestCaptured(connection: Connection, limit: number): Promise<string[]> {
  const { rows } = await connection.query<{ auctionId: string }>(
    `select auction_id as "auctionId" from authorizations where state = 'captured' order by auction_id desc limit ${limit}`,
  );
  return rows.map(({ auctionId }) => auctionId);
}
