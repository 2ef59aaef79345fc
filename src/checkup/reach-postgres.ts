import type pg from 'pg';
import { SteadyClient } from '../db/steady-client.ts';

/**
 * Connects to PostgreSQL.
 *
 * @param options.isPooler whether a pooler answers there
 * @throws an Error that names the address that does not answer, and why
 */
export async function reachPostgres(url: string, { isPooler = false } = {}): Promise<pg.Client> {
  const client = new SteadyClient({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    // The service sets this, too. A pooler refuses options, or ignores them.
    ...(!isPooler && { options: '-c TimeZone=UTC' }),
  });
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`${new URL(url).host} cannot be reached: ${message || code}.`, { cause: error });
  }
}
