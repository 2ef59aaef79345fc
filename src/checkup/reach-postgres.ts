import pg from 'pg';

/** @throws an Error that tells where nobody answers, and why */
export async function reachPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    // As the service asks for it: a pooler in between may ignore it.
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
