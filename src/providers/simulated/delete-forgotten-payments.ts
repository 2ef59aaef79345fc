import type { Connection } from '../../db/connection.ts';
import type { Database } from '../../db/database.ts';
import { deleteOldRows } from '../../db/delete-old-rows.ts';

/** The number of payments that one call deletes. */
export const forgottenAtOnce = 500;

/**
 * Deletes payments of accounts that were reset, with their entries, reversals and the answer that opened them: our books have no authorization of
 * theirs any more. One call deletes a batch: the next sweep continues.
 *
 * @returns the number of deleted payments
 */
export async function deleteForgottenPayments(db: Pick<Database, 'transaction'>): Promise<number> {
  return await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ references: string[] | null }>({
      name: 'find-forgotten-payments',
      text: `
        select array_agg(reference) as references from (
          select reference from simulated_payments where account >= $1 and account < $1 || 'g'
          limit ${forgottenAtOnce} for update skip locked) forgotten`,
      values: [formerAccount],
    });
    const references = rows[0]?.references ?? [];
    if (references.length === 0) return 0;
    // The trigger of the ledger looks for the payment: its entries go first.
    await tx.query('delete from simulated_ledger where reference = any($1)', [references]);
    await tx.query('delete from simulated_reversals where reference = any($1)', [references]);
    await tx.query(
      `delete from simulated_answers where answer->>'reference' = any($1) and request->>'authorizationId' is not null`,
      [references],
    );
    await tx.query('delete from simulated_payments where reference = any($1)', [references]);
    return references.length;
  });
}

/**
 * Deletes answers under idempotency keys after 30 days, as providers do: a repetition is then a new request, which the state of the
 * payment answers. The answers that opened a payment stay with it.
 *
 * @returns the number of answers of this batch
 */
export async function deleteOldSimulatedAnswers(db: Connection): Promise<number> {
  return deleteOldRows(db, {
    table: 'simulated_answers',
    since: 'answered_at',
    retention: `interval '30 days'`,
    only: `request->>'authorizationId' is null`,
  });
}

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
