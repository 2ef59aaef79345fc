import type { Connection } from '../db/database.ts';
import { type Authorization, type AuthorizationState, authorizationColumns } from './authorization.ts';

/** An authorization that the caller is the latest to work on, as its `attempt` tells. */
export interface TakenUp extends Authorization {
  readonly ageInSeconds: number;
}

/**
 * Counts the attempt, and has the sweep look again 5 s later, then 10, 20, 40, then every minute. Whoever takes it up
 * and dies, or hears nothing certain, therefore leaves nothing to clean up.
 */
export const takingUp = `
  attempt = attempt + 1,
  next_attempt_at = clock_timestamp() + least(interval '5 s' * power(2, least(attempt, 10)), interval '1 min')`;

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
