import type { Connection } from '../../../platform/db/database.ts';

/**
 * Returns SQL of the simulated provider's instant for an account. No other place computes it.
 *
 * @param account SQL that names the account
 */
export function providerNow(account: string): string {
  return `(clock_timestamp() + coalesce((select offset_ms from simulated_clocks c where c.account = ${account}), 0)
    * interval '1 millisecond')`;
}

/**
 * Advances an account's clock at the simulated provider, so that its holds lapse at the account's time.
 *
 * @param offsetMs the distance from PostgreSQL's clock; a smaller one than before changes nothing
 */
export async function advanceProviderClock(connection: Connection, account: string, offsetMs: number): Promise<void> {
  await connection.query(
    `insert into simulated_clocks (account, offset_ms) values ($1, $2)
     on conflict (account) do update set offset_ms = greatest(simulated_clocks.offset_ms, excluded.offset_ms)`,
    [account, offsetMs],
  );
}
