import pg from 'pg';

/**
 * A connection to PostgreSQL that never ends the process. pg emits `error` when a connection breaks, and an `error`
 * without a listener ends the process. The holder of the connection gets the error from its next statement.
 */
export class SteadyClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }

  /** Opens a connection of its own, outside of every pool. */
  static async open(config: pg.ClientConfig): Promise<SteadyClient> {
    const client = new SteadyClient({ connectionTimeoutMillis: 5_000, ...config });
    await client.connect();
    return client;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }
}
