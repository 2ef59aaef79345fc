import type { Connection } from '../db/database.ts';
import { type Authorization, type AuthorizationState, authorizationColumns } from './authorization.ts';

/** An authorization with the caller's latest claim, as its `attempt` proves. */
export interface Claimed extends Authorization {
  readonly ageInSeconds: number;
  /** How long it has been in its state. */
  readonly secondsInState: number;
}

/**
 * How long a claim is exclusive, as SQL. Workers look for work every second, so the claims of a dead process are finished
 * within 6 s. A slow process does no harm: both processes send the provider the same request, and the later attempt
 * records the answer.
 */
export const firstWait = `interval '4 s'`;

/**
 * Counts the attempt and schedules the next one: after 4 s for the first three attempts, then 8, 16, 32, then every minute.
 * A process that claims a row and dies, or gets no clear answer, therefore leaves nothing to clean up. The waits grow:
 * a provider that is slower than the waits would otherwise get a repeated request before each of its answers. A new state
 * resets the waits: a slow bid says nothing about the release that follows. `waiting_since` stays: by it an operator hears of work
 * that is claimed again and again, and never done.
 */
export const claiming = `
  waiting_since = coalesce(waiting_since, least(next_attempt_at, clock_timestamp())),
  attempt = attempt + 1,
  tries_in_state = tries_in_state + 1,
  next_attempt_at = clock_timestamp()
    + least(${firstWait} * power(2, least(greatest(tries_in_state - 2, 0), 10)), interval '1 min')`;

export const claimedColumns = `${authorizationColumns},
  extract(epoch from clock_timestamp() - created_at)::float8 as "ageInSeconds",
  extract(epoch from clock_timestamp() - coalesce(moved_at, created_at))::float8 as "secondsInState"`;

/**
 * Claims one authorization. A second claim is always possible: it gets a higher attempt number, and the first claimant can
 * no longer write.
 *
 * @returns `null` when the authorization is in none of these states
 */
export async function claim(
  connection: Connection,
  authorizationId: string,
  states: readonly AuthorizationState[],
): Promise<Claimed | null> {
  const { rows } = await connection.query<Claimed>({
    name: 'claim-authorization',
    text: `update authorizations set ${claiming}
      where authorization_id = $1 and state = any($2::authorization_state[])
      returning ${claimedColumns}`,
    values: [authorizationId, states],
  });
  return rows[0] ?? null;
}
