import type { Connection } from '../../src/platform/db/database.ts';

/** Gives a test seller a payment account that takes charges, in the provider's books and in ours. */
export async function insertAccount(connection: Connection, { sellerId }: { sellerId: string }): Promise<void> {
  await connection.query(
    `with made as (
       insert into simulated_accounts (account, idempotency_key, is_onboarded) values ('simacct_' || $1, $1, true) returning account
     )
     insert into payment_accounts (seller_id, provider, provider_reference, charges_enabled, details_submitted, requirements)
     select $1::uuid, 'simulated', account, true, true, '{}' from made`,
    [sellerId],
  );
}
