import type { Connection } from '../../db/database.ts';

/** Payments of an account with this prefix are not listed any more. */
export const formerAccount = 'former:';

/**
 * Hides the closed payments of an account from the provider's list, as a provider deletes its test data. The ledger is append-only,
 * so the payments stay.
 */
export async function forgetPayments(connection: Connection, account: string): Promise<void> {
  await connection.query(`update simulated_payments set account = $2 || account where account = $1`, [
    account,
    formerAccount,
  ]);
}
