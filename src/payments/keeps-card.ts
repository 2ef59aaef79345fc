import type { Connection } from '../db/database.ts';

/** The shortest time that a card network holds money for is 5 days, less what providers keep for their own work. */
export const minHoldSeconds = 4 * 24 * 3600;

/** A hold that lapses sooner after the end than this is renewed: see `attach-bid.ts`. */
const marginSeconds = 24 * 3600;

/**
 * Decides whether a provider has to keep the card, for renewals. Only the period decides, as it cannot change while bids
 * are accepted: the page and the payment have to agree.
 */
export function keepsCard(auctionLastsSeconds: number): boolean {
  return auctionLastsSeconds > minHoldSeconds - marginSeconds;
}

/** Decides the same for an auction in the database. */
export async function readKeepsCard(connection: Connection, auctionId: string): Promise<boolean> {
  const { rows } = await connection.query<{ seconds: number }>({
    name: 'auction-lasts',
    text: `select extract(epoch from bidding_period_ends_at - bidding_period_starts_at)::float8 as seconds
      from auctions where auction_id = $1`,
    values: [auctionId],
  });
  return keepsCard(rows[0]?.seconds ?? Infinity);
}
