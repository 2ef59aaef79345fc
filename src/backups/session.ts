import type pg from 'pg';
import { SteadyClient } from '../db/steady-client.ts';

/** Opens a connection on which a row is written the same way on every machine. */
export async function openSession(url: string): Promise<pg.Client> {
  const client = new SteadyClient({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    options: '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c extra_float_digits=1 -c bytea_output=hex',
  });
  await client.connect();
  return client;
}
