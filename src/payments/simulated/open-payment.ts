import { randomBytes } from 'node:crypto';
import type { Connection } from '../../db/database.ts';
import type { OpenRequest } from '../gateway.ts';
import { checkSameRequest } from './check-same-request.ts';
import type { Reply } from './perform.ts';
import { providerNow } from './provider-now.ts';

/** Records a new payment in the provider's books, under its own reference; the same key finds the first payment. */
export async function openPayment(db: Connection, { idempotencyKey, ...request }: OpenRequest): Promise<Reply> {
  const answer = { outcome: 'opened', reference: `pay_${randomBytes(12).toString('hex')}` };
  const { rows } = await db.query<{ request: unknown; answer: typeof answer }>({
    name: 'simulated-open',
    text: `
      with remembered as (
        insert into simulated_answers (idempotency_key, request, answer) values ($1, $2, $3)
        on conflict (idempotency_key) do nothing
        returning idempotency_key
      )
      insert into simulated_payments (reference, account, amount_in_cents, email, renews, created_at)
      select $4, $5, $6, $7, $8, ${providerNow('$5')} from remembered
      returning $2::jsonb as request, $3::jsonb as answer`,
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
  if (rows[0] !== undefined) return { json: JSON.stringify(answer), isRepetition: false, isLost: false };

  const earlier = await db.query<{ request: unknown; answer: unknown }>(
    'select request, answer from simulated_answers where idempotency_key = $1',
    [idempotencyKey],
  );
  checkSameRequest(idempotencyKey, earlier.rows[0]?.request, request);
  return { json: JSON.stringify(earlier.rows[0]?.answer), isRepetition: true, isLost: false };
}
