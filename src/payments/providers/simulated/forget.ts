import type { Connection, Database } from '../../../platform/db/database.ts';
import { deleteOldRows } from '../../../platform/db/delete-old-rows.ts';

/** The number of payments that one call deletes. */
const forgottenAtOnce = 500;

/**
 * Deletes payments of accounts that were reset, with their entries and reversals: our books have no authorization of theirs any more. One call
 * deletes a batch: the next sweep continues.
 */
export async function deleteForgottenPayments(db: Pick<Database, 'transaction'>): Promise<number> {
  return await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ reference: string }>({
      name: 'find-forgotten-payments',
      text: `
        select reference from simulated_payments where account >= $1 and account < $1 || 'g'
        limit ${forgottenAtOnce} for update skip locked`,
      values: [formerAccount],
    });
    const references = rows.map(({ reference }) => reference);
    if (references.length === 0) return 0;
    // The trigger of the ledger looks for the payment: its entries go first.
    await tx.query('delete from simulated_ledger where reference = any($1)', [references]);
    await tx.query('delete from simulated_reversals where reference = any($1)', [references]);
    await tx.query('delete from simulated_payments where reference = any($1)', [references]);
    return references.length;
  });
}

/** Deletes answers about refunds after 30 days, as providers do: a repetition is then a new request. The payment itself has the answer to its opening. */
export async function deleteOldSimulatedAnswers(db: Connection): Promise<number> {
  return deleteOldRows(db, { table: 'simulated_answers', since: 'answered_at', retention: `interval '30 days'` });
}

/** Payments of an account with this prefix are not listed any more. */
export const formerAccount = 'former:';

/**
 * Forgets a seller, as a provider deletes its test data: its payment account in our books; its clock, as all
 * its holds are closed; and its payments, which stay for the append-only ledger, and are hidden from the provider's list.
 */
export async function forgetSeller(tx: Connection, sellerId: string): Promise<void> {
  await tx.query('update simulated_payments set account = $2 || account where account = $1', [sellerId, formerAccount]);
  await tx.query('delete from payment_accounts where seller_id = $1', [sellerId]);
  await tx.query('delete from simulated_clocks where account = $1', [sellerId]);
}

/**
 * Removes the payer from the provider's books: the e-mail address of the payments that were opened for these authorizations, and
 * the address that the bank was to lead back to, which names the bidder.
 */
export async function erasePayer(
  db: Connection,
  { authorizationIds, pseudonym }: { readonly authorizationIds: readonly string[]; readonly pseudonym: string },
): Promise<void> {
  await db.query({
    name: 'simulated-erase-payer',
    text: `
      update simulated_payments set email = $2, request = jsonb_set(request - 'returnUrl', '{email}', to_jsonb($2::text))
      where idempotency_key in (select 'open:' || id from unnest($1::text[]) id)`,
    values: [authorizationIds, pseudonym],
  });
}
