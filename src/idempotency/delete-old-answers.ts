import type { Database } from '../db/database.ts';
import { kept } from './stored-answer.ts';

const batchSize = 1_000;

/** Deletes the answers that are no longer kept, a batch at a time; what another process is deleting is left to it. */
export async function deleteOldAnswers({ pool }: Pick<Database, 'pool'>): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      // By an array of places: a join with that many rows may be planned to read the whole table.
      `with old as materialized (
         select ctid from idempotency_keys where created_at <= statement_timestamp() - ${kept}
         order by created_at limit ${batchSize} for update skip locked
       )
       delete from idempotency_keys where ctid = any (array (select ctid from old))`,
    );
    if ((rowCount ?? 0) < batchSize) return;
  }
}
