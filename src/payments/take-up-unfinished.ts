import type { Connection } from '../db/database.ts';
import { type TakenUp, takenUpColumns, takingUp } from './take-up.ts';

/**
 * What was begun and not finished: by a process that died, by a browser that left, or because a provider's answer was
 * lost. Several sweeps at once share the work.
 *
 * @returns the longest overdue first
 */
export async function takeUpUnfinished(connection: Connection, limit: number): Promise<TakenUp[]> {
  const { rows } = await connection.query<TakenUp>({
    name: 'take-up-unfinished',
    text: `
      with due as (
        select authorization_id as id, next_attempt_at as due_at from authorizations
        where next_attempt_at <= clock_timestamp()
        order by next_attempt_at limit $1
        for no key update skip locked
      )
      update authorizations set ${takingUp} from due where authorization_id = id
      returning ${takenUpColumns}, due_at`,
    values: [limit],
  });
  return (rows as (TakenUp & { due_at: Date })[])
    .sort((one, other) => one.due_at.getTime() - other.due_at.getTime())
    .map(({ due_at: _, ...taken }) => taken);
}
