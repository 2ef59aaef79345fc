import { crashPoint } from '../../core/crash-point.ts';
import type { Connection, Database } from '../../platform/db/database.ts';
import { lockAuction } from '../../platform/db/lock-auction.ts';
import type { ReversalState } from '../../platform/db/generated/client.ts';
import { paymentReversals } from '../../platform/metrics/metrics.ts';
import { type Authorization, authorizationColumns } from '../../payments/holds/authorization.ts';
import { capturedInCents, givenBackInCents } from '../../payments/holds/captured-money.ts';
import { markingCards } from '../../payments/holds/kept-card.ts';
import type { Reversal } from '../../payments/providers/gateway.ts';
import type { ProviderName } from '../../payments/providers/provider-name.ts';
import { bidSnapshot, eventOfEach, recordEvents } from '../../auctions/webhooks/record-events.ts';
import { paymentTotals } from './payment-of-auction.ts';

/** The states in which a reversal has taken money from what was captured. */
export const takingStates = ['pending', 'succeeded', 'open', 'lost'] as const satisfies readonly ReversalState[];

/** The states in which the money has come back. */
export const returningStates = ['failed', 'won'] as const satisfies readonly ReversalState[];

const assignmentsOfAttempt = `attempt = attempt + 1, reversals_due_at = clock_timestamp() + interval '1 minute'`;
const isReadable = `(state = 'captured' or state = 'captured_outside')`;

/**
 * Counts an attempt to read what became of captured money. A reader with an older number records nothing: what it has read
 * may be older, too. Without an answer it is read again in a minute.
 *
 * @returns `null` when the authorization is not captured
 */
export async function claimCaptured(connection: Connection, authorizationId: string): Promise<Authorization | null> {
  const { rows } = await connection.query<Authorization>({
    name: 'claim-captured',
    text: `update authorizations set ${assignmentsOfAttempt} where authorization_id = $1 and ${isReadable}
      returning ${authorizationColumns}`,
    values: [authorizationId],
  });
  return rows[0] ?? null;
}

/** Claims captured payments of which a reversal was reported, or may have been, and that were not read since. */
export async function claimReversed(connection: Connection, limit: number): Promise<Authorization[]> {
  const { rows } = await connection.query<Authorization>({
    name: 'claim-reversed',
    text: `
      with due as (
        select authorization_id as id from authorizations
        where reversals_due_at <= clock_timestamp() and ${isReadable}
        order by reversals_due_at limit $1
        for no key update skip locked
      )
      update authorizations set ${assignmentsOfAttempt} from due where authorization_id = id
      returning ${authorizationColumns}`,
    values: [limit],
  });
  return rows;
}

/**
 * Notes that what became of a payment is to be read, as soon as our books know that it is captured.
 *
 * @returns the authorization; `null` if it is not a payment of ours, or its hold has ended without a capture: the end of a hold may be
 *   reported as a refund
 */
export async function noteReversed(
  connection: Connection,
  { provider, reference }: { provider: ProviderName; reference: string },
): Promise<Authorization | null> {
  const { rows } = await connection.query<Authorization>({
    name: 'note-reversed',
    text: `update authorizations set reversals_due_at = clock_timestamp()
      where provider = $1 and provider_reference = $2 and state not in ('released', 'expired', 'failed')
      returning ${authorizationColumns}`,
    values: [provider, reference],
  });
  return rows[0] ?? null;
}

/** A reversal that was recorded now, or has changed. */
export interface RecordedReversal extends Pick<Reversal, 'reference' | 'kind' | 'state' | 'amountInCents'> {
  /** `null`: it is new. */
  readonly was: Reversal['state'] | null;
}

/**
 * Records the reversals of a captured payment as the provider has them now, and in the same transaction the events that notify
 * the seller.
 *
 * @param claimed from `claimCaptured`, claimed before the reversals were read
 * @returns what has changed; nothing if another process has claimed the authorization since, as it reads later
 */
export async function recordReversals(
  db: Database,
  claimed: Authorization,
  reversals: readonly Reversal[],
): Promise<RecordedReversal[]> {
  const recorded = await db.transaction(async (tx) => {
    // An event is a change of the auction, which may be open: a bid that is written meanwhile would take the same number.
    if (reversals.length > 0) await tx.query(lockAuction(claimed.auctionId));
    if (!(await lockClaimed(tx, claimed))) return [];
    const changed = await writeReversals(tx, claimed, reversals);
    await closeMadeRefunds(tx, claimed, reversals);
    await noteRead(tx, claimed);
    for (const reversal of changed) await recordEvent(tx, claimed, reversal);
    return changed;
  });
  for (const { kind, state } of recorded) paymentReversals.inc({ kind, state });
  return recorded;
}

async function lockClaimed(tx: Connection, { authorizationId, attempt }: Authorization): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'lock-claimed-capture',
    text: `select from authorizations where authorization_id = $1 and attempt = $2 and ${isReadable} for no key update`,
    values: [authorizationId, attempt],
  });
  return rowCount === 1;
}

const takes = `state = any ('{${takingStates.join()}}'::reversal_state[])`;
const returns = `state = any ('{${returningStates.join()}}'::reversal_state[])`;

async function writeReversals(
  tx: Connection,
  { authorizationId, auctionId, provider }: Authorization,
  reversals: readonly Reversal[],
): Promise<RecordedReversal[]> {
  const { rows } = await tx.query<RecordedReversal>({
    name: 'write-reversals',
    text: `
      insert into reversals (provider, provider_reference, authorization_id, auction_id, kind, state, amount_in_cents,
        made_at, taken_at, returned_at)
      select $1, reference, $2, $3, kind, state, "amountInCents", "madeAt",
        case when ${takes} or ${returns} then "madeAt" end, case when ${returns} then clock_timestamp() end
      from jsonb_to_recordset($4) as read (reference text, kind reversal_kind, state reversal_state,
        "amountInCents" int, "madeAt" timestamptz)
      on conflict (provider, provider_reference) do update set
        state = excluded.state, amount_in_cents = excluded.amount_in_cents, changed_at = clock_timestamp(),
        taken_at = coalesce(reversals.taken_at, case when excluded.taken_at is not null then clock_timestamp() end),
        returned_at = case when excluded.returned_at is not null then coalesce(reversals.returned_at, clock_timestamp()) end
      where reversals.authorization_id = excluded.authorization_id
        and (reversals.state, reversals.amount_in_cents) is distinct from (excluded.state, excluded.amount_in_cents)
      returning provider_reference as reference, kind, state, amount_in_cents as "amountInCents", old.state as was`,
    values: [provider, authorizationId, auctionId, JSON.stringify(reversals)],
  });
  return rows;
}

/**
 * Closes the requests for refunds that the provider has made, in the transaction that records these: what is left of the payment counts each once. One that was
 * refused at first may have been made by an earlier request, which came late.
 */
async function closeMadeRefunds(
  tx: Connection,
  { authorizationId }: Authorization,
  reversals: readonly Reversal[],
): Promise<void> {
  const made = reversals.filter(({ refundId = null }) => refundId !== null);
  if (made.length === 0) return;
  await tx.query({
    name: 'close-made-refunds',
    text: `
      update refunds set state = 'made', provider_reference = reference, failure_code = null, dashboard_url = null,
        closed_at = clock_timestamp(), next_attempt_at = null, waiting_since = null
      from unnest($2::uuid[], $3::text[]) made (id, reference)
      where refund_id = id and authorization_id = $1 and state <> 'made'`,
    values: [authorizationId, made.map(({ refundId }) => refundId), made.map(({ reference }) => reference)],
  });
  crashPoint('refund: inside the transaction');
}

/**
 * Notes that the reversals were read. Money that was captured at the provider's dashboard is closed while the bidder has all of it back;
 * what an operator has closed stays closed.
 */
async function noteRead(tx: Connection, { authorizationId, attempt }: Authorization): Promise<void> {
  await tx.query({
    name: 'note-reversals-read',
    text: `
      with closed as (
        update authorizations a set reversals_due_at = null, closed_at = case
          when state = 'captured' or failure_code = 'closed_by_operator' then closed_at
          when ${givenBackInCents('a')} >= ${capturedInCents('a')} then coalesce(closed_at, clock_timestamp()) end
        where authorization_id = $1 and attempt = $2
        returning case when closed_at is not null then authorization_id end as "authorizationId"
      )
      ${markingCards('closed')}`,
    values: [authorizationId, attempt],
  });
}

const eventTypes = { refund: 'payment_refunded', dispute: 'payment_disputed', fraud_warning: null } as const;

/** Records the seller's event. A pending refund that succeeds moves no more money, and has none. */
async function recordEvent(
  tx: Connection,
  { authorizationId, bidId, auctionId }: Authorization,
  changed: RecordedReversal,
): Promise<void> {
  const { kind, state, amountInCents, was } = changed;
  const eventType = eventTypes[kind];
  if (eventType === null || (was === 'pending' && state === 'succeeded')) return;
  const payment = `jsonb_build_object('state', $3::text, 'amountInCents', $4::int, 'capturedInCents', captured,
    'refundedInCents', refunded, 'disputedInCents', disputed, 'netInCents', net)`;
  const snapshot = `${bidSnapshot} || jsonb_build_object('payment', ${payment})`;
  await tx.query({
    name: `record-${eventType}`,
    text: `
      with reversed as (
        select bids.*, totals.* from bids, (${paymentTotals(`a.auction_id = $2 and a.authorization_id = $5`)}) totals
        where bids.bid_id = $1 and bids.auction_id = $2
      ), ${recordEvents(eventOfEach('reversed', eventType, snapshot))}
      select from reversed`,
    values: [bidId, auctionId, state, amountInCents, authorizationId],
  });
}
