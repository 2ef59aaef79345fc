import type { Connection } from '../db/database.ts';
import { type Authorization, type AuthorizationState, authorizationColumns } from './authorization.ts';

/** An authorization that the caller is the latest to work on, as its `attempt` tells. */
export interface TakenUp extends Authorization {
  readonly ageInSeconds: number;
}

/**
 * How long whoever works on an authorization has it alone, as SQL. With the second between two looks of the sweep, what
 * a dead process held is finished within 6 s. A process that lives and is slower is not disturbed: both ask the
 * provider for the same thing, and the later attempt writes down the answer.
 */
export const firstWait = `interval '4 s'`;

/**
 * Counts the attempt, and has the sweep look again 4 s later, for the first three; then 8, 16, 32, then every minute.
 * Whoever takes it up and dies, or hears nothing certain, therefore leaves nothing to clean up. The waits have to grow:
 * a provider that is slower than they are would otherwise be asked again before each of its answers. In a new state they
 * begin anew: how long a bidder's own request was waited for says nothing of the release that follows.
 */
export const takingUp = `
  attempt = attempt + 1,
  tries_in_state = tries_in_state + 1,
  next_attempt_at = clock_timestamp()
    + least(${firstWait} * power(2, least(greatest(tries_in_state - 2, 0), 10)), interval '1 min')`;

export const takenUpColumns = `${authorizationColumns},
  extract(epoch from clock_timestamp() - created_at)::float8 as "ageInSeconds"`;

/**
 * Takes one authorization up. Nothing keeps two from working on the same one: the second has the higher attempt, so
 * that the first can no longer write.
 *
 * @returns `null` when it is in none of these states
 */
export async function takeUp(
  connection: Connection,
  authorizationId: string,
  states: readonly AuthorizationState[],
): Promise<TakenUp | null> {
  const { rows } = await connection.query<TakenUp>({
    name: 'take-up',
    text: `update authorizations set ${takingUp}
      where authorization_id = $1 and state = any($2::authorization_state[])
      returning ${takenUpColumns}`,
    values: [authorizationId, states],
  });
  return rows[0] ?? null;
}
