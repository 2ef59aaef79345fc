import type { Connection } from '../db/database.ts';

/** The one clock that decides anything about an auction: PostgreSQL's. Process clocks only wake. */
export async function readClock(connection: Connection): Promise<Date> {
  const { rows } = await connection.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]!.now;
}
