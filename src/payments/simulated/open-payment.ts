import { randomBytes } from 'node:crypto';
import type { Connection } from '../../db/database.ts';
import type { FailureCode } from '../failure-code.ts';
import type { HoldAgainRequest, HoldRequest, OpenRequest } from '../gateway.ts';
import { checkSameRequest } from './check-same-request.ts';
import { providerNow } from './provider-now.ts';

/** `reference`: the payment that the key names. */
export type Opened =
  | { readonly outcome: 'opened'; readonly reference: string }
  | { readonly outcome: 'unknown'; readonly reason: string }
  | { readonly outcome: 'refused'; readonly code: FailureCode };

/**
 * Records a new payment in the provider's books, under its own reference; the same key finds the first payment. A key that
 * opened a payment without a card holds nothing afterwards, and a key that was used with a card opens nothing.
 */
export async function openPayment(
  db: Connection,
  { idempotencyKey, ...request }: OpenRequest | HoldRequest | HoldAgainRequest,
): Promise<Opened> {
  const answer: Opened = { outcome: 'opened', reference: `pay_${randomBytes(12).toString('hex')}` };
  const { rows } = await db.query({
    name: 'simulated-open',
    text: `
      with remembered as (
        insert into simulated_answers (idempotency_key, request, answer) values ($1, $2, $3)
        on conflict (idempotency_key) do nothing
        returning idempotency_key
      )
      insert into simulated_payments (reference, account, amount_in_cents, email, renews, created_at)
      select $4, $5, $6, $7, $8, ${providerNow('$5')} from remembered
      returning reference`,
    values: [
      idempotencyKey,
      JSON.stringify(request),
      JSON.stringify(answer),
      answer.reference,
      request.sellerId,
      request.amountInCents,
      request.email,
      request.renews,
    ],
  });
  if (rows[0] !== undefined) return answer;

  const { rows: earlier } = await db.query<{ request: object; answer: Opened }>(
    'select request, answer from simulated_answers where idempotency_key = $1',
    [idempotencyKey],
  );
  const first = earlier[0];
  if (first === undefined) throw new Error(`The first use of the idempotency key ${idempotencyKey} has vanished.`);
  if (usesCard(first.request) && !usesCard(request))
    return { outcome: 'unknown', reason: 'the key was used with a card' };
  if (usesCard(request) && !usesCard(first.request)) return { outcome: 'refused', code: 'abandoned' };
  checkSameRequest(idempotencyKey, first.request, request);
  return first.answer;
}

/** Does the request hold money at once, on a card that is presented or kept? */
function usesCard(request: object): boolean {
  return 'cardToken' in request || 'keptCard' in request;
}
