import { randomUUID } from 'node:crypto';
import type { Connection } from '../../src/platform/db/database.ts';
import { insertIntent } from './insert-intent.ts';

/** Writes a payment of an auction that somebody has captured at the provider: the auction cannot be cancelled. */
export async function insertCapturedOutside(
  connection: Connection,
  { auctionId, sellerId }: { readonly auctionId: string; readonly sellerId: string },
): Promise<void> {
  const { authorizationId } = await insertIntent(connection, {
    auctionId,
    sellerId,
    bidderId: 'ann',
    email: 'ann@example.com',
    valueInCents: 100,
    provider: 'simulated',
    submissionToken: randomUUID(),
    browserId: null,
  });
  await connection.query(
    `update authorizations set state = 'captured_outside', provider_reference = 'pay_' || authorization_id, next_attempt_at = null,
       authorized_at = clock_timestamp(), capture_before = clock_timestamp() + interval '7 days',
       captured_in_cents = value_in_cents, captured_at = clock_timestamp()
     where authorization_id = $1`,
    [authorizationId],
  );
}
