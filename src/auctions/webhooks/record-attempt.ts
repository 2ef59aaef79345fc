import { readRetryAfter } from '../../core/instants.ts';
import type { Connection, Database } from '../../platform/db/database.ts';
import type { WebhookDeliveryState } from '../../platform/db/generated/enums.ts';
import { recordEvents } from './record-events.ts';
import type { Attempt } from './claim-deliveries.ts';
import type { Answer } from './post-event.ts';

/** The result of an attempt: `overtaken` if another worker has claimed the delivery since, and nothing was written. */
type AttemptResult = 'delivered' | 'retried' | 'failed' | 'gone' | 'overtaken';

interface SentAttempt {
  readonly attempt: Attempt;
  /** The headers as they were sent. */
  readonly headers: Record<string, string>;
  readonly answer: Answer;
  readonly durationMs: number;
}

/** The time for which a delivery is retried, and for which an endpoint may fail before it is disabled; as SQL. */
const patience = `interval '3 days'`;

/**
 * Records the outcome of an attempt if it is the latest one, and its consequence: 2xx is a delivery, 410 disables the
 * endpoint, any other outcome is retried for three days. An endpoint that has failed for three days is disabled, too.
 */
export async function recordAttempt(db: Database, sent: SentAttempt): Promise<AttemptResult> {
  const { status, error } = sent.answer;
  const isDelivered = error === null && status !== null && status >= 200 && status < 300;
  const isGone = error === null && status === 410;
  const { attempt } = sent;
  return db.transaction(async (tx) => {
    // The endpoint's lock comes before the delivery's, as in every change of an endpoint.
    await tx.query('select from webhook_endpoints where endpoint_id = $1 for no key update', [attempt.endpointId]);
    const waitMs = waitBeforeRetry(
      attempt.failures + 1,
      readRetryAfter(sent.answer.retryAfter, attempt.requestedAt),
      Math.random(),
    );
    const state = await endAttempt(tx, attempt, isDelivered ? 'delivered' : 'retried', waitMs);
    if (state === null) return 'overtaken';
    await insertAttempt(tx, sent);
    if (state === 'delivered') {
      await tx.query({
        name: 'note-webhook-success',
        text: 'update webhook_endpoints set failing_since = null where endpoint_id = $1 and failing_since is not null',
        values: [attempt.endpointId],
      });
      return state;
    }
    const isDisabled = await noteFailure(tx, attempt.endpointId, isGone);
    if (!isDisabled) return state === 'failed' ? 'failed' : 'retried';
    await failPendingDeliveries(tx, attempt.endpointId);
    return isGone ? 'gone' : 'failed';
  });
}

/**
 * Ends the caller's claim. A delivery is `failed` that must not be sent, as its endpoint has been disabled meanwhile, and one that is to
 * be `retried` after its three days. One that was not sent to the end is `given_back`: it is due again at once.
 *
 * @returns the new state; `null`, and changes nothing, if another worker has claimed the delivery since
 */
export async function endAttempt(
  connection: Connection,
  { deliveryId, attempt }: Pick<Attempt, 'deliveryId' | 'attempt'>,
  outcome: 'delivered' | 'failed' | 'retried' | 'given_back',
  waitMs = 0,
): Promise<WebhookDeliveryState | null> {
  // The last attempt follows a minute after the three days: by then an endpoint that failed from the first attempt on
  // has failed for three days, and is disabled.
  const { rows } = await connection.query<{ state: WebhookDeliveryState }>({
    name: 'end-webhook-attempt',
    text: `
      update webhook_deliveries d set
        state = o.state, is_under_way = false,
        closed_at = case when o.state <> 'pending' then t.now end,
        next_attempt_at = case when o.state = 'pending'
          then least(t.now + $4 * interval '1 ms', tried_since + ${patience} + interval '1 min') end
      from (select statement_timestamp() as now) t,
        lateral (
          select case when $3 = 'delivered' then 'delivered'
            when $3 = 'failed' or $3 = 'retried' and tried_since <= t.now - ${patience} then 'failed'
            else 'pending' end::webhook_delivery_state as state
          from webhook_deliveries where delivery_id = $1
        ) o
      where delivery_id = $1 and attempt = $2 and d.state = 'pending'
      returning d.state`,
    values: [deliveryId, attempt, outcome, waitMs],
  });
  return rows[0]?.state ?? null;
}

/** Marks the pending deliveries of a disabled endpoint as failed; they can be replayed. */
export async function failPendingDeliveries(tx: Connection, endpointId: string): Promise<void> {
  await tx.query({
    name: 'fail-pending-webhook-deliveries',
    text: `
      update webhook_deliveries set state = 'failed', closed_at = clock_timestamp(), next_attempt_at = null, is_under_way = false
      where endpoint_id = $1 and state = 'pending'`,
    values: [endpointId],
  });
}

/** Enough for three days of attempts and a few replays; a delivery that is replayed again and again loses the oldest. */
export const keptAttempts = 25;

async function insertAttempt(tx: Connection, { attempt, headers, answer, durationMs }: SentAttempt): Promise<void> {
  await tx.query({
    name: 'insert-webhook-attempt',
    text: `
      with dropped as (
        delete from webhook_attempts where delivery_id = $1 and attempt in (
          select attempt from webhook_attempts where delivery_id = $1 order by attempt desc offset ${keptAttempts - 1})
      )
      insert into webhook_attempts (
        delivery_id, attempt, requested_at, duration_ms, url, request_headers, status, response_body, error)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
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
    ],
  });
}

/**
 * Records a failure of the endpoint, and the event of its seller if that disables it.
 *
 * @returns true if the endpoint is disabled now
 */
async function noteFailure(tx: Connection, endpointId: string, isGone: boolean): Promise<boolean> {
  const facts = `
    select seller_id, 'endpoint_disabled'::webhook_event_type as event_type, null::uuid as auction_id, null::uuid as bid_id,
      jsonb_build_object('endpointId', endpoint_id, 'url', url, 'reason', disabled_reason) as snapshot
    from noted where is_disabled and not was_disabled`;
  const { rows } = await tx.query<{ isDisabled: boolean }>({
    name: 'note-webhook-failure',
    text: `
      with noted as (
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
        returning new.*, new.disabled_at is not null as is_disabled, old.disabled_at is not null as was_disabled
      ), ${recordEvents(facts)}
      select is_disabled as "isDisabled" from noted`,
    values: [endpointId, isGone],
  });
  return rows[0]!.isDisabled;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The waits after the first, second, … failure; the last one is that of every further failure. */
const waits = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour];

const maxWait = waits.at(-1)!;

/** The spread keeps deliveries that failed together from being retried together. */
const spread = 0.2;

/**
 * Computes the wait after a failure, in milliseconds.
 *
 * @param failures the number of failures since the delivery was created or replayed, from 1 on
 * @param retryAfterMs the receiver's `Retry-After`: used if it is longer, up to 8 hours; `null`: none
 * @param chance from 0 to 1
 */
export function waitBeforeRetry(failures: number, retryAfterMs: number | null, chance: number): number {
  const wait = waits[Math.min(failures, waits.length) - 1]! * (1 - spread + 2 * spread * chance);
  return Math.round(Math.max(wait, Math.min(retryAfterMs ?? 0, maxWait)));
}
