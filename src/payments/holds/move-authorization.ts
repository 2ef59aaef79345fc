import { latestEnd } from '../../core/soft-close.ts';
import type { Connection } from '../../platform/db/database.ts';
import { presentOfSellersRow } from '../../platform/db/seller-clock.ts';
import { type Authorization, type AuthorizationState, authorizationColumns } from './authorization.ts';
import type { FailureCode } from '../providers/failure-code.ts';
import { firstWait } from './claim.ts';
import { markingCards } from './kept-card.ts';

/**
 * The transitions between states. Capturing and releasing exclude each other here: a hold that is being captured cannot be
 * released. `noBid`: only settlement, cancellation, a renewal that replaces it, a higher bid of the
 * same person and an operator who voids the bid release a hold that backs a bid.
 */
export const moves = {
  challenge: { from: ['intended'], to: 'challenged' },
  authorize: { from: ['intended', 'challenged'], to: 'authorized' },
  /** The provider refused to hold the money; the payment has to be cancelled, or it could still be confirmed. */
  refuse: { from: ['intended', 'challenged'], to: 'releasing' },
  /** Also of a payment that was captured at the provider's dashboard: the provider answers that it is captured. */
  beginCapture: { from: ['authorized', 'captured_outside'], to: 'capturing' },
  capture: { from: ['capturing'], to: 'captured' },
  /** The capture definitely failed; any money that is still held has to be released. */
  giveUpCapture: { from: ['capturing'], to: 'releasing' },
  /** The bidder has left, and the caller has read that no money is held. */
  abandon: { from: ['intended', 'challenged'], to: 'releasing', noBid: true },
  /** The capture was refused, and yet an earlier request for it has executed; or an operator lets a payment that was captured outside win. */
  adoptCapture: { from: ['releasing', 'captured_outside'], to: 'captured' },
  beginRelease: { from: ['intended', 'challenged', 'authorized'], to: 'releasing', noBid: true },
  /** An operator has voided the bid. */
  voidBid: { from: ['authorized'], to: 'releasing' },
  /** The renewal backs the bid now. */
  beginReplacement: { from: ['authorized'], to: 'releasing' },
  /** The provider has captured the payment without a request of settlement, whatever our books made of it. */
  captureOutside: {
    from: ['intended', 'challenged', 'authorized', 'releasing', 'released', 'expired', 'failed'],
    to: 'captured_outside',
  },
  /** The payment is captured, and a refund or a dispute of it was reported: its bid wins once that is read, and if money is left. */
  doubtCapture: { from: ['capturing'], to: 'captured_outside' },
  release: { from: ['releasing'], to: 'released' },
  /** Our books had closed the payment, and the provider holds or has taken its money. */
  reopenRelease: { from: ['released', 'expired', 'failed'], to: 'releasing' },
  /** Nothing was ever held, or the provider has ended the hold for its own reason. */
  fail: { from: ['releasing'], to: 'failed' },
  /** Also covers a hold that lapsed before the service knew that it was held. */
  expire: { from: ['intended', 'challenged', 'authorized', 'capturing', 'releasing'], to: 'expired' },
} as const satisfies Record<string, Transition>;

interface Transition {
  readonly from: readonly AuthorizationState[];
  readonly to: AuthorizationState;
  readonly noBid?: boolean;
}

export type Move = keyof typeof moves;

/** A worker claims authorizations in these states at once; in the others the request first gets time to finish. */
const urgent: readonly AuthorizationState[] = ['releasing'];
/** A worker has nothing to do about these. */
const resting: readonly AuthorizationState[] = ['captured_outside'];
const final: readonly AuthorizationState[] = ['captured', 'released', 'expired', 'failed'];

/**
 * Builds SQL that is true where a condition is, of a row that the caller names by its id. `nullif` hides the condition from PostgreSQL, which
 * would take an index of states instead, or expect that almost no row matches and read the whole table: a plan made while that was small.
 */
export function ofNamedRow(condition: string): string {
  return `nullif(${condition}, false) is not null`;
}

/**
 * Builds SQL that is true where a move is allowed, of the row `a` of `authorizations`. The caller names the row by its id: see `ofNamedRow`.
 * `num_nulls` keeps PostgreSQL from taking an index of what has no bid.
 */
export function mayMove(move: Move): string {
  const { from, noBid = false }: Transition = moves[move];
  const states = from.map((state) => `'${state}'`).join(', ');
  return `${ofNamedRow(`a.state in (${states})`)}${noBid ? ' and num_nulls(a.bid_id) = 1' : ''}`;
}

/**
 * Builds SQL of what a move assigns to the row `a`.
 *
 * @param options.claims whether the mover claims the authorization as well
 * @param options.nextLook SQL of when a worker looks at it, where nothing is left to do until then
 */
export function assignmentsOf(
  move: Move,
  { claims = false, nextLook = null }: { claims?: boolean; nextLook?: string | null } = {},
): string {
  const { to }: Transition = moves[move];
  const isFinal = final.includes(to);
  const rests = isFinal || resting.includes(to);
  const firstLook = urgent.includes(to) ? 'clock_timestamp()' : `clock_timestamp() + ${firstWait}`;
  // A challenge waits for the bidder, and not for us.
  const waits = !rests && to !== 'challenged' && nextLook === null;
  return `state = '${to}', moved_at = clock_timestamp(), closed_at = ${isFinal ? 'clock_timestamp()' : 'null'},
    ${claims ? 'attempt = attempt + 1, tries_in_state = 1' : 'tries_in_state = 0'},
    next_attempt_at = ${nextLook ?? (rests ? 'null' : firstLook)},
    waiting_since = ${waits ? 'clock_timestamp()' : 'null'}`;
}

/** A hold that lapses sooner than this after the auction's end could lapse while settlement is still retrying. */
const marginAfterEnd = `interval '1 day'`;

/**
 * Builds SQL of what is assigned to the row `a` of a hold that backs a bid from now on, over the row of its auction and `clock.now`. A worker
 * claims it, by PostgreSQL's own clock, when the hold has to be renewed so that it outlasts the auction: a day before the hold lapses, or
 * half-way if it is shorter. This leaves time for retries while a provider is down. It leaves a hold alone that outlasts the auction.
 *
 * @param bidId SQL of the bid
 * @param until SQL of the instant until which the money is held
 * @param latest SQL of the latest end of the auction
 */
export function backing(bidId: string, until: string, latest = latestEnd): string {
  const nextLook = `case when ${until} < ${latest} + ${marginAfterEnd}
      then clock_timestamp() + greatest(${until} - interval '1 day' - clock.now, (${until} - clock.now) / 2) end`;
  return `bid_id = ${bidId}, ${assignmentsOf('authorize', { nextLook })}`;
}

/** The facts about an authorization that is moved. */
export interface MoveFacts {
  /** Until when the money is held, if the provider says that it is. */
  readonly captureBefore?: Date;
  /** The amount that the provider has captured, if it has. */
  readonly capturedInCents?: number | null;
  readonly failureCode?: FailureCode;
  /** The move happens only if this attempt is still the latest. */
  readonly attempt?: number;
}

/** @param until SQL of the instant until which the provider says now that the money is held; null: it says nothing */
export function assignmentsOfHold(until: string): string {
  return `capture_before = coalesce(${until}, a.capture_before),
    authorized_at = case when ${until} is not null then clock_timestamp() else a.authorized_at end`;
}

/** Captured money was held before, whether or not our books had heard of that. Its outcome is read soon. */
const assignmentsOfCaptured = `
  capture_before = coalesce(a.capture_before, clock_timestamp()), authorized_at = coalesce(a.authorized_at, clock_timestamp()),
  reversals_due_at = clock_timestamp()`;

const isOutside = (move: Move) => moves[move].to === 'captured_outside';

/** Captured money has not failed. A bid that an operator has voided stays so when somebody captures a hold of it, also one that was renewed before. */
function failureCodeAfter(move: Move): string {
  if (isOutside(move))
    return `(select failure_code from authorizations of_bid where of_bid.bid_id = a.bid_id and of_bid.failure_code = 'voided' limit 1)`;
  return moves[move].to === 'captured' ? 'null' : 'coalesce(known_code, a.failure_code)';
}

type Moved = MoveFacts & { readonly authorizationId: string };

/**
 * Moves authorizations in a guarded write.
 *
 * @returns the authorizations that were moved, as they are now: the others were moved or claimed by another process since
 */
export async function moveAuthorizations(
  connection: Connection,
  move: Move,
  moved: readonly Moved[],
): Promise<Authorization[]> {
  const { rows } = await connection.query<Authorization>({
    name: `move-authorizations-${move}`,
    text: `
      with moved as (
        update authorizations a set ${assignmentsOf(move)},
          ${isOutside(move) ? assignmentsOfCaptured : assignmentsOfHold('known_until')},
          captured_in_cents = coalesce(known_captured, a.captured_in_cents),
          captured_at = case when known_captured is null then a.captured_at else coalesce(a.captured_at, clock_timestamp()) end,
          failure_code = ${failureCodeAfter(move)}
        from unnest($1::uuid[], $2::int[], $3::text[], $4::timestamptz[], $5::int[])
          known (id, known_attempt, known_code, known_until, known_captured)
        where a.authorization_id = any(array[id]) and ${mayMove(move)} and a.attempt = coalesce(known_attempt, a.attempt)
        returning ${authorizationColumns}
      ), closed as (
        select * from moved where "closedAt" is not null
      ), marked as (${markingCards('closed')})
      select * from moved`,
    values: [
      moved.map(({ authorizationId }) => authorizationId),
      moved.map(({ attempt = null }) => attempt),
      moved.map(({ failureCode = null }) => failureCode),
      moved.map(({ captureBefore = null }) => captureBefore),
      moved.map(({ capturedInCents = null }) => capturedInCents),
    ],
  });
  return rows;
}

/** @returns the authorization as it is now; `null` if it was not moved: another process moved or claimed it since */
export async function moveAuthorization(
  connection: Connection,
  authorizationId: string,
  move: Move,
  facts: MoveFacts = {},
): Promise<Authorization | null> {
  const [moved] = await moveAuthorizations(connection, move, [{ authorizationId, ...facts }]);
  return moved ?? null;
}

/**
 * Records the provider's reference of a payment that was opened and held in one call, once an answer, an event or a search reveals it.
 *
 * @param options.isAnswer the call itself has named the payment: this counts more than what an event or a search said, until a bid is written
 * @returns the authorization as it is now; `null`: it has another payment
 */
export async function adoptPayment(
  connection: Connection,
  authorizationId: string,
  reference: string,
  { isAnswer = false }: { isAnswer?: boolean } = {},
): Promise<Authorization | null> {
  const { rows } = await connection.query<Authorization>({
    name: 'adopt-payment',
    text: `
      update authorizations set provider_reference = $2
      where authorization_id = $1 and (coalesce(provider_reference, $2) = $2
        or $3 and num_nulls(bid_id) = 1 and state in ('intended', 'challenged', 'authorized'))
      returning ${authorizationColumns}`,
    values: [authorizationId, reference, isAnswer],
  });
  return rows[0] ?? null;
}

/**
 * Ties an existing bid to the renewal that backs it from now on. The statement belongs in the transaction that also frees the older hold.
 *
 * @returns whether the bid is tied to the authorization now: not if the authorization is not `authorized` or has a bid already
 */
export async function attachBid(tx: Connection, authorizationId: string, bidId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'attach-bid',
    text: `
      update authorizations a set ${backing('bids.bid_id', 'a.capture_before')}
      from bids join auctions using (auction_id) join sellers on sellers.seller_id = auctions.seller_id,
        lateral (select ${presentOfSellersRow} as now) clock
      where a.authorization_id = $1 and bids.bid_id = $2 and ${ofNamedRow("a.state = 'authorized'")} and num_nulls(a.bid_id) = 1`,
    values: [authorizationId, bidId],
  });
  return rowCount === 1;
}
