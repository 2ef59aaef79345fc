import type { Connection } from '../db/database.ts';
import { type Authorization, type AuthorizationState, authorizationColumns } from './authorization.ts';
import type { FailureCode } from './failure-code.ts';
import { firstWait } from './take-up.ts';

/** Which state may follow which. Capturing and releasing part ways here: what is being captured cannot be released. */
const moves = {
  challenge: { from: ['intended'], to: 'challenged' },
  authorize: { from: ['intended', 'challenged'], to: 'authorized' },
  fail: { from: ['intended', 'challenged'], to: 'failed' },
  beginCapture: { from: ['authorized'], to: 'capturing' },
  capture: { from: ['capturing'], to: 'captured' },
  /** The capture definitely failed; what may still be held has to be released. */
  giveUpCapture: { from: ['capturing'], to: 'releasing' },
  beginRelease: { from: ['intended', 'challenged', 'authorized'], to: 'releasing' },
  release: { from: ['releasing'], to: 'released' },
  /** Nothing is held any more, for a reason of the provider's own. */
  giveUpRelease: { from: ['releasing'], to: 'failed' },
  /** Also of what was held and lapsed before anybody heard that it was. */
  expire: { from: ['intended', 'challenged', 'authorized', 'capturing', 'releasing'], to: 'expired' },
} as const satisfies Record<string, { from: readonly AuthorizationState[]; to: AuthorizationState }>;

export type Move = keyof typeof moves;

/** In these there is work to do at once; in the others only once somebody has had time to finish. */
const urgent: readonly AuthorizationState[] = ['releasing'];
const final: readonly AuthorizationState[] = ['captured', 'released', 'expired', 'failed'];

/**
 * Moves one authorization in one guarded write.
 *
 * @param facts.attempt only if this attempt is still the latest
 * @returns the authorization as it is now; `null` if it was not moved: somebody else moved it, or took it up since
 */
export async function moveAuthorization(
  connection: Connection,
  authorizationId: string,
  move: Move,
  facts: { captureBefore?: Date; failureCode?: FailureCode; attempt?: number } = {},
): Promise<Authorization | null> {
  const { from, to } = moves[move];
  const { rows } = await connection.query<Authorization>({
    name: 'move-authorization',
    text: `
      update authorizations set
        state = $3::authorization_state,
        capture_before = coalesce($4::timestamptz, capture_before),
        failure_code = coalesce($5::text, failure_code),
        authorized_at = case when $3::authorization_state = 'authorized' then clock_timestamp() else authorized_at end,
        tries_in_state = 0,
        closed_at = case when $7::boolean then clock_timestamp() end,
        next_attempt_at = case when $7::boolean then null else clock_timestamp() + case when $8::boolean then interval '0' else ${firstWait} end end
      where authorization_id = $1 and state = any($2::authorization_state[]) and ($6::int is null or attempt = $6)
      returning ${authorizationColumns}`,
    values: [
      authorizationId,
      from,
      to,
      facts.captureBefore ?? null,
      facts.failureCode ?? null,
      facts.attempt ?? null,
      final.includes(to),
      urgent.includes(to),
    ],
  });
  return rows[0] ?? null;
}
