import type { Connection, Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Attempt } from './begin-attempt.ts';
import { failPendingDeliveries } from './fail-pending-deliveries.ts';
import type { Answer } from './post-event.ts';
import { readRetryAfter, waitBeforeRetry } from './wait-before-retry.ts';

/** What has become of a delivery: `overtaken` if it was no longer the caller's, and nothing was written. */
export type AttemptResult = 'delivered' | 'retried' | 'failed' | 'gone' | 'overtaken';

export interface Made {
  readonly attempt: Attempt;
  /** As they were sent. */
  readonly headers: Record<string, string>;
  readonly answer: Answer;
  readonly durationMs: number;
}

/** How long a delivery is tried, and how long an endpoint may fail before it is disabled; as SQL. */
const patience = `interval '3 days'`;

/**
 * Writes down what came of a try, if it was the latest one, and what follows: 2xx is a delivery, 410 disables the endpoint,
 * all else is tried again for three days; an endpoint that has failed for three days is disabled, too.
 */
export async function recordAttempt(db: Pick<Database, 'pool'>, made: Made): Promise<AttemptResult> {
  const { status, error } = made.answer;
  const isDelivered = error === null && status !== null && status >= 200 && status < 300;
  const isGone = error === null && status === 410;
  return inTransaction(db, async (tx) => {
    // Before the delivery, as whoever changes the endpoint takes them.
    await tx.query('select from webhook_endpoints where endpoint_id = $1 for no key update', [made.attempt.endpointId]);
    const result = isDelivered ? await close(tx, made) : await retryOrFail(tx, made);
    if (result === 'overtaken') return result;
    await insertAttempt(tx, made);
    if (isDelivered) {
      await noteSuccess(tx, made.attempt.endpointId);
      return result;
    }
    const isDisabled = await noteFailure(tx, made.attempt.endpointId, isGone);
    if (!isDisabled) return result;
    await failPendingDeliveries(tx, made.attempt.endpointId);
    return isGone ? 'gone' : 'failed';
  });
}

async function close(tx: Connection, { attempt }: Made): Promise<AttemptResult> {
  const { rowCount } = await tx.query({
    name: 'close-webhook-delivery',
    text: `
      update webhook_deliveries set
        state = 'delivered', closed_at = clock_timestamp(), next_attempt_at = null, is_under_way = false
      where delivery_id = $1 and attempt = $2 and state = 'pending'`,
    values: [attempt.deliveryId, attempt.attempt],
  });
  return rowCount === 0 ? 'overtaken' : 'delivered';
}

// The last try follows a minute after the three days: an endpoint that has failed from the first one on has then failed
// for three days itself.
async function retryOrFail(tx: Connection, { attempt, answer }: Made): Promise<AttemptResult> {
  const retryAfterMs = readRetryAfter(answer.retryAfter, attempt.requestedAt);
  const { rows } = await tx.query<{ state: 'pending' | 'failed' }>({
    name: 'retry-webhook-delivery',
    text: `
      update webhook_deliveries set
        state = case when is_over then 'failed'::webhook_delivery_state else 'pending' end,
        closed_at = case when is_over then t.now end,
        next_attempt_at = case when not is_over
          then least(t.now + $3 * interval '1 ms', tried_since + ${patience} + interval '1 min') end,
        is_under_way = false
      from (select statement_timestamp() as now) t,
        lateral (select tried_since <= t.now - ${patience} as is_over from webhook_deliveries where delivery_id = $1) o
      where delivery_id = $1 and attempt = $2 and state = 'pending'
      returning state`,
    values: [attempt.deliveryId, attempt.attempt, waitBeforeRetry(attempt.failures + 1, retryAfterMs, Math.random())],
  });
  if (rows[0] === undefined) return 'overtaken';
  return rows[0].state === 'failed' ? 'failed' : 'retried';
}

async function insertAttempt(tx: Connection, { attempt, headers, answer, durationMs }: Made): Promise<void> {
  await tx.query({
    name: 'insert-webhook-attempt',
    text: `
      insert into webhook_attempts (
        delivery_id, attempt, requested_at, duration_ms, url, request_headers, status, response_body, error, event_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      attempt.deliveryId,
      attempt.attempt,
      attempt.requestedAt,
      durationMs,
      attempt.url,
      headers,
      answer.status,
      answer.body,
      answer.error,
      attempt.eventId,
    ],
  });
}

async function noteSuccess(tx: Connection, endpointId: string): Promise<void> {
  await tx.query({
    name: 'note-webhook-success',
    text: 'update webhook_endpoints set failing_since = null where endpoint_id = $1 and failing_since is not null',
    values: [endpointId],
  });
}

/** @returns whether the endpoint is disabled now */
async function noteFailure(tx: Connection, endpointId: string, isGone: boolean): Promise<boolean> {
  const { rows } = await tx.query<{ isDisabled: boolean }>({
    name: 'note-webhook-failure',
    text: `
      update webhook_endpoints set
        failing_since = coalesce(failing_since, t.now),
        disabled_reason = coalesce(disabled_reason, f.reason),
        disabled_at = coalesce(disabled_at, case when f.reason is not null then t.now end)
      from (select statement_timestamp() as now) t,
        lateral (
          select case when $2::boolean then 'gone' when failing_since <= t.now - ${patience} then 'failing' end::webhook_disabled_reason
            as reason
          from webhook_endpoints where endpoint_id = $1
        ) f
      where endpoint_id = $1
      returning disabled_at is not null as "isDisabled"`,
    values: [endpointId, isGone],
  });
  return rows[0]!.isDisabled;
}
