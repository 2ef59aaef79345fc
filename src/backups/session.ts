import pg from 'pg';

/** Opens a connection on which a row is written the same way on every machine. */
export async function openSession(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    options: '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c extra_float_digits=1 -c bytea_output=hex',
  });
  // The running statement reports a broken connection.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
