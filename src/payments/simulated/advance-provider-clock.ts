import type { Connection } from '../../db/database.ts';

/**
 * Sets an account's clock at the simulated provider ahead, so that its holds lapse when the account's time comes.
 *
 * @param offsetMs how far ahead of PostgreSQL's clock; one that is smaller than before changes nothing
 */
export async function advanceProviderClock(connection: Connection, account: string, offsetMs: number): Promise<void> {
  await connection.query(
    `insert into simulated_clocks (account, offset_ms) values ($1, $2)
     on conflict (account) do update set offset_ms = greatest(simulated_clocks.offset_ms, excluded.offset_ms)`,
    [account, offsetMs],
  );
}
