import type { Connection } from '../db/database.ts';
import { type Authorization, type AuthorizationState, authorizationColumns } from './authorization.ts';
import type { FailureCode } from './failure-code.ts';
import { firstWait } from './claim.ts';
import { markingCards } from './kept-card.ts';

/**
 * The transitions between states. Capturing and releasing exclude each other here: a hold that is being captured cannot be
 * released. `noBid`: only settlement, cancellation and a renewal that replaces it release a hold that backs a bid.
 */
const moves = {
  challenge: { from: ['intended'], to: 'challenged' },
  authorize: { from: ['intended', 'challenged'], to: 'authorized' },
  /** The provider refused to hold the money; the payment has to be cancelled, or it could still be confirmed. */
  refuse: { from: ['intended', 'challenged'], to: 'releasing' },
  beginCapture: { from: ['authorized'], to: 'capturing' },
  capture: { from: ['capturing'], to: 'captured' },
  /** The capture definitely failed; any money that is still held has to be released. */
  giveUpCapture: { from: ['capturing'], to: 'releasing' },
  /** The bidder has left, and the caller has read that no money is held. */
  abandon: { from: ['intended', 'challenged'], to: 'releasing', noBid: true },
  /** The capture was refused, and yet an earlier request for it has executed. */
  adoptCapture: { from: ['releasing'], to: 'captured' },
  beginRelease: { from: ['intended', 'challenged', 'authorized'], to: 'releasing', noBid: true },
  /** The renewal backs the bid now. */
  beginReplacement: { from: ['authorized'], to: 'releasing' },
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
const final: readonly AuthorizationState[] = ['captured', 'released', 'expired', 'failed'];

/**
 * Moves one authorization in one guarded write.
 *
 * @param facts.captureBefore until when the money is held, if the provider says that it is
 * @param facts.attempt the move happens only if this attempt is still the latest
 * @returns the authorization as it is now; `null` if it was not moved: another process moved or claimed it since
 */
export async function moveAuthorization(
  connection: Connection,
  authorizationId: string,
  move: Move,
  facts: { captureBefore?: Date; failureCode?: FailureCode; attempt?: number } = {},
): Promise<Authorization | null> {
  const { from, to, noBid = false }: Transition = moves[move];
  const { rows } = await connection.query<Authorization>({
    name: 'move-authorization',
    text: `
      with moved as (update authorizations set
        state = $3::authorization_state,
        capture_before = coalesce($4::timestamptz, capture_before),
        failure_code = case when $3::authorization_state <> 'captured' then coalesce($5::text, failure_code) end,
        authorized_at = case when $4::timestamptz is not null then clock_timestamp() else authorized_at end,
        tries_in_state = 0,
        closed_at = case when $7::boolean then clock_timestamp() end,
        next_attempt_at = case when $7::boolean then null else clock_timestamp() + case when $8::boolean then interval '0' else ${firstWait} end end
      where authorization_id = $1 and state = any($2::authorization_state[]) and ($6::int is null or attempt = $6)
        and not ($9::boolean and bid_id is not null)
      returning ${authorizationColumns}
      ), closed as (
        select * from moved where "closedAt" is not null
      ), marked as (${markingCards('closed')})
      select * from moved`,
    values: [
      authorizationId,
      from,
      to,
      facts.captureBefore ?? null,
      facts.failureCode ?? null,
      facts.attempt ?? null,
      final.includes(to),
      urgent.includes(to),
      noBid,
    ],
  });
  return rows[0] ?? null;
}
