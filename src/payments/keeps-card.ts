import type { Connection } from '../db/database.ts';

/** The shortest time that a card network holds money for is 5 days, less what providers keep for their own work. */
export const minHoldSeconds = 4 * 24 * 3600;

/** A hold that lapses sooner after the end than this is renewed: see `attach-bid.ts`. */
const marginSeconds = 24 * 3600;

/** The longest bidding period whose holds are never renewed. */
const maxUnrenewedSeconds = minHoldSeconds - marginSeconds;

/**
 * Decides whether a provider has to keep the card, for renewals. Only the period decides, as it cannot change while bids
 * are accepted: the page and the payment have to agree.
 */
export function keepsCard(auctionLastsSeconds: number): boolean {
  return auctionLastsSeconds > maxUnrenewedSeconds;
}

/** SQL of the same decision, over a row `a` of `auctions`. */
export const keepsCardSql = `(a.bidding_period_ends_at - a.bidding_period_starts_at > interval '${maxUnrenewedSeconds} s')`;

/** Reads the same decision. */
export async function readKeepsCard(connection: Connection, auctionId: string): Promise<boolean> {
  const { rows } = await connection.query<{ keepsCard: boolean }>({
    name: 'keeps-card',
    text: `select ${keepsCardSql} as "keepsCard" from auctions a where auction_id = $1`,
    values: [auctionId],
  });
  return rows[0]?.keepsCard ?? true;
}
