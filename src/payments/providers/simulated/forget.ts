import type { Connection } from '../../../platform/db/database.ts';
import { deleteOldRows } from '../../../platform/db/delete-old-rows.ts';

/** Deletes answers about refunds after 30 days, as providers do: a repetition is then a new request. The payment itself has the answer to its opening. */
export async function deleteOldSimulatedAnswers(db: Connection): Promise<number> {
  return deleteOldRows(db, { table: 'simulated_answers', since: 'answered_at', retention: `interval '30 days'` });
}

/**
 * Deletes payments of a seller and their reversals, as a provider deletes its test data: our books have no authorization of theirs any more.
 *
 * @returns the number of deleted payments; fewer than `atMost` when these were all
 */
export async function forgetPayments(tx: Connection, sellerId: string, atMost: number): Promise<number> {
  const { rows } = await tx.query<{ reference: string }>(
    'select reference from simulated_payments where account = $1 limit $2',
    [sellerId, atMost],
  );
  const references = rows.map(({ reference }) => reference);
  await tx.query('delete from simulated_reversals where reference = any($1)', [references]);
  await tx.query('delete from simulated_payments where reference = any($1)', [references]);
  return references.length;
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
