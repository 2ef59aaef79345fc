import { nowOfSeller } from '../platform/db/seller-clock.ts';
import type { Connection } from '../platform/db/database.ts';
import { firstWait, isOfKind } from '../payments/holds/claim.ts';
import { mayTurnOutCaptured } from '../payments/holds/capture-conditions.ts';
import { areCapturesStopped } from './blocks.ts';
import { isPaidOutOfTurn, topAuthorization } from '../auctions/bids/rank.ts';
import { waitsForEndpoint } from '../auctions/webhooks/endpoint-backlog.ts';
import { workKinds } from '../payments/providers/work-kinds.ts';

/**
 * `transition`: an auction that has begun, and is not recorded so. `settlement`: one that has ended. `card`: a kept card that no
 * hold needs any more. `refund`: one that the provider has not answered. `webhook`: a delivery that is due to a worker, or that workers claim again and again without an outcome. A
 * delivery that waits for its endpoint is not due: see `waitsForEndpoint`. `follow_up`: an event whose consequences are not recorded.
 * `message`: one that is to be sent.
 */
const dueKinds = [
  ...workKinds,
  'settlement',
  'transition',
  'card',
  'refund',
  'webhook',
  'follow_up',
  'message',
] as const;

export type DueKind = (typeof dueKinds)[number];

/** Work that has waited for longer is overdue: a worker looks every second. */
const overdueSeconds = 60;

/** The work of one kind that is due now by PostgreSQL's clock, and not done. */
export interface DueWork {
  readonly kind: DueKind;
  readonly count: number;
  /** The time for which the oldest item has been waiting. */
  readonly oldestSeconds: number;
}

const kindOfRow = `case ${workKinds.map((kind) => `when ${isOfKind[kind]} then '${kind}'`).join(' ')} end`;

const top = `(select top.state from authorizations top
      where top.authorization_id = ${topAuthorization('auctions.auction_id', nowOfSeller('auctions.seller_id'))})`;

// A worker that claims an item postpones its next attempt, whether or not anything comes of it. So that what is tried for days is seen
// as well, an item counts from when it began to wait, once a worker has begun it. A challenge waits for its bidder.
const due = `
  ${workKinds
    .map(
      (kind) => `select '${kind}' as kind, least(waiting_since, next_attempt_at) as due_at from authorizations a
  where next_attempt_at <= statement_timestamp() and ${isOfKind[kind]}
  union all`,
    )
    .join('\n  ')}
  select ${kindOfRow}, waiting_since from authorizations a
  where waiting_since <= statement_timestamp() - ${firstWait} and tries_in_state > 0 and state <> 'challenged'
    and next_attempt_at > statement_timestamp()
  union all
  select 'settlement', bidding_period_ends_at from auctions
  where status <> 'completed' and bidding_period_ends_at <= statement_timestamp() and not exists (
    select from authorizations a where a.auction_id = auctions.auction_id and ${mayTurnOutCaptured('a')} offset 0)
    and not ${areCapturesStopped('auctions')}
    and not ${isPaidOutOfTurn('auctions.auction_id', top)}
  union all
  select 'transition', bidding_period_starts_at from auctions
  where status = 'upcoming' and bidding_period_starts_at <= statement_timestamp()
    and bidding_period_ends_at > statement_timestamp()
  union all
  select 'card', least(waiting_since, next_attempt_at) from kept_cards where next_attempt_at <= statement_timestamp()
  union all
  select 'card', waiting_since from kept_cards
  where waiting_since <= statement_timestamp() - ${firstWait} and attempt > 0 and next_attempt_at > statement_timestamp()
  union all
  select 'refund', least(waiting_since, next_attempt_at) from refunds
  where next_attempt_at <= statement_timestamp() or waiting_since <= statement_timestamp() - ${firstWait}
  union all
  select 'webhook', next_attempt_at from webhook_deliveries d
  where next_attempt_at <= statement_timestamp() and not ${waitsForEndpoint('d')}
  union all
  select 'webhook', tried_since from webhook_deliveries d
  where is_under_way and next_attempt_at > statement_timestamp() and attempt > 1 and not exists (
    select from webhook_attempts a where a.delivery_id = d.delivery_id and a.requested_at >= d.tried_since)
  union all
  select 'follow_up', follow_up_at from webhook_events where follow_up_at <= statement_timestamp()
  union all
  select 'message', next_attempt_at from messages where next_attempt_at <= statement_timestamp()`;

/**
 * Measures the work that is due, whether or not a worker tries it: without a worker, and with one that gets nowhere, `oldestSeconds` grows.
 *
 * @returns every kind; one with nothing due has the count 0
 */
export async function measureDueWork(connection: Connection): Promise<DueWork[]> {
  const { rows } = await connection.query<DueWork>({
    name: 'measure-due-work',
    text: `
      select kind, count(*)::int as count,
        max(extract(epoch from statement_timestamp() - due_at))::float8 as "oldestSeconds"
      from (${due}) due group by kind`,
  });
  return dueKinds.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, count: 0, oldestSeconds: 0 });
}

/** Finds the kinds of work whose oldest item is overdue. */
export async function findOverdueWork(connection: Connection): Promise<DueWork[]> {
  return (await measureDueWork(connection)).filter(isOverdue);
}

export function isOverdue({ oldestSeconds }: DueWork): boolean {
  return oldestSeconds > overdueSeconds;
}
