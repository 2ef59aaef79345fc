import type { Connection } from '../../src/platform/db/database.ts';

/** Gives a test seller a payment account that takes charges. */
export async function insertAccount(connection: Connection, { sellerId }: { sellerId: string }): Promise<void> {
  await connection.query(
    `insert into payment_accounts (seller_id, provider, provider_reference, charges_enabled, details_submitted, requirements)
     select $1::uuid, 'simulated', 'simacct_' || $1, true, true, '{}'`,
    [sellerId],
  );
}
