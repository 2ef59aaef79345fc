import pg from 'pg';

/**
 * Connects to PostgreSQL.
 *
 * @throws an Error that names the address that does not answer, and why
 */
export async function reachPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    // The service sets this, too, but a pooler in between may ignore it.
    options: '-c TimeZone=UTC',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`${new URL(url).host} cannot be reached: ${message || code}.`, { cause: error });
  }
}
