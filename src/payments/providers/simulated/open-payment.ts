import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Connection } from '../../../platform/db/database.ts';
import type { HoldAgainRequest, HoldRequest, OpenRequest } from '../gateway.ts';
import type { KeptCard, Observed } from '../observation.ts';
import type { HoldDecision } from './decide.ts';
import { providerNow } from './provider-clock.ts';

/**
 * Records a new payment in the provider's books, under its own reference, with its hold and the answer, in one statement. The
 * same key finds the first payment. A key that opened a payment without a card holds nothing afterwards, and a key that was used
 * with a card opens nothing.
 *
 * @param presented the card that holds the amount, and what was decided about it; `null`: the payment is only opened
 * @param presented.card the name of the test card; `null`: there is no such card
 */
export async function openPayment(
  db: Connection,
  { idempotencyKey, ...request }: OpenRequest | HoldRequest | HoldAgainRequest,
  presented: { card: string | null; decision: HoldDecision; keptCard: KeptCard | null } | null,
): Promise<Observed> {
  const reference = `pay_${randomBytes(12).toString('hex')}`;
  const { card = null, keptCard = null, decision } = presented ?? {};
  const { holdSeconds, ...outcome } = { outcome: 'opened', holdSeconds: null, ...decision };
  const answer = { ...outcome, reference, ...(keptCard !== null && { keptCard }) };
  const { rows } = await db.query<{ answer: Observed }>({
    name: 'simulated-open',
    text: `
      with clock as materialized (select date_trunc('milliseconds', ${providerNow('$4::text')}) as now
      ), answered as materialized (
        select now, case when $8::float8 is null then $3::jsonb
          else $3::jsonb || jsonb_build_object('captureBefore', now + $8 * interval '1 s') end as answer from clock
      )
      insert into simulated_payments (idempotency_key, request, answer, reference, account, amount_in_cents, email, renews, card, payee,
        created_at, status, challenge_id, failure_code, capture_before)
      select $1, $2, answer, answer->>'reference', $4, $5, $6, $7, $9, $10, now,
        case answer->>'outcome' when 'refused' then 'failed' else answer->>'outcome' end::simulated_payment_status,
        (answer->'challenge'->>'secret')::uuid, answer->>'code', (answer->>'captureBefore')::timestamptz
      from answered
      on conflict (idempotency_key) do nothing
      returning answer`,
    values: [
      idempotencyKey,
      JSON.stringify(request),
      JSON.stringify(answer),
      request.sellerId,
      request.amountInCents,
      request.email,
      request.renews,
      holdSeconds,
      card,
      request.payee?.account ?? null,
    ],
  });
  return fromJson(rows[0]?.answer ?? (await firstAnswer(db, idempotencyKey, request)));
}

/** Returns the answer to a further use of a key. */
async function firstAnswer(db: Connection, idempotencyKey: string, request: object): Promise<Observed> {
  const { rows } = await db.query<{ request: object; answer: Observed }>(
    'select request, answer from simulated_payments where idempotency_key = $1',
    [idempotencyKey],
  );
  const first = rows[0];
  if (first === undefined) throw new Error(`The first use of the idempotency key ${idempotencyKey} has vanished.`);
  if (usesCard(first.request) && !usesCard(request)) {
    return { outcome: 'unknown', reason: 'the key was used with a card', reference: null };
  }
  if (usesCard(request) && !usesCard(first.request)) return { outcome: 'released', reference: null };
  checkSameRequest(idempotencyKey, first.request, request);
  return first.answer;
}

/**
 * Checks that an idempotency key is used for one request only, so that its answer is never given to another request.
 *
 * @param earlier the first request under the key, as JSON returns it
 * @throws a plain error, as a reused key is a bug of the caller
 */
export function checkSameRequest(key: string, earlier: unknown, request: object): void {
  if (isDeepStrictEqual(earlier, JSON.parse(JSON.stringify(request)))) return;
  throw new Error(`The idempotency key ${key} was used for another request.`);
}

/** Returns an answer that was stored as JSON, which has no instants. */
function fromJson(answer: Observed): Observed {
  return answer.outcome === 'authorized' ? { ...answer, captureBefore: new Date(answer.captureBefore) } : answer;
}

/** Does the request hold money at once, on a card that is presented or kept? */
function usesCard(request: object): boolean {
  return 'cardToken' in request || 'keptCard' in request;
}
