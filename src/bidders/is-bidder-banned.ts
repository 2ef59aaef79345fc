import type { Connection } from '../db/database.ts';
import { isBanned } from './bidder-digest.ts';

/** Checks whether the seller has banned the bidder. The statement that records a bid checks it again. */
export async function isBidderBanned(
  connection: Connection,
  { sellerId, bidderId }: { readonly sellerId: string; readonly bidderId: string },
): Promise<boolean> {
  const { rows } = await connection.query<{ isBanned: boolean }>({
    name: 'is-bidder-banned',
    text: `select ${isBanned('$1::uuid', '$2::text')} as "isBanned"`,
    values: [sellerId, bidderId],
  });
  return rows[0]!.isBanned;
}
