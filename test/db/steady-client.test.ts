import { connect } from 'node:net';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { onOneConnection } from '../../src/platform/db/sent-together.ts';
import { SteadyClient } from '../../src/platform/db/steady-client.ts';
import { postgresBackend } from '../../src/platform/jobs/postgres-backend.ts';
import { administer } from '../support/administer.ts';
import { testServer } from '../support/database.ts';
import { byWayOf, startRelay } from '../support/relay.ts';

// With pg's own client, the break is an uncaught exception, which ends a process and fails the run of the tests.
test('a connection that breaks while nobody listens to it is told by its next statement', async () => {
  const { serverUrl } = await testServer();
  const pool = new pg.Pool({ connectionString: serverUrl, Client: SteadyClient, max: 1 });
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Not `once`, which listens to errors as well.
  const ended = new Promise<void>((resolve) => void client.on('end', resolve));
  await administer(serverUrl, `select pg_terminate_backend(${rows[0]!.pid})`);
  await ended;
  await expect(client.query('select 1')).rejects.toThrow('Client');
  client.release(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('a connection that PostgreSQL ends with the words that open it ends no process', async () => {
  await using proxy = await startEndingProxy((await testServer()).serverUrl);
  await using database = await connectDatabase(proxy.url, { connections: 2 });
  await onOneConnection(database.pool, async () => {
    proxy.endsNext = true;
    await expect(onOneConnection(database.pool, (client) => client.query('select 1'))).rejects.toThrow(
      /not queryable|Connection terminated/,
    );
    proxy.endsNext = false;
    await onOneConnection(database.pool, (client) => client.query('select 1'));
  });
});

test('a connection of the queue that PostgreSQL ends with the words that open it ends no process', async () => {
  const { serverUrl } = await testServer();
  await using database = await connectDatabase(serverUrl, { connections: 1 });
  await using proxy = await startEndingProxy(serverUrl);
  const backend = postgresBackend({ pool: database.pool, url: proxy.url });
  await using queue = await backend.openQueue(() => undefined);
  const rang = Promise.withResolvers<void>();
  // After the first one comes the connection that listens.
  proxy.lets = 1;
  proxy.endsNext = true;
  const worker = backend.makeWorker(
    async () => rang.resolve(),
    { autorun: false },
    () => undefined,
  );
  await worker.waitUntilReady();
  const running = worker.run();
  await vi.waitUntil(() => proxy.ended > 0);
  proxy.endsNext = false;
  await queue.queue.add('open', {});
  await expect(rang.promise).resolves.toBeUndefined();
  await worker.close();
  await running;
});

const ready = Buffer.from('Z\0\0\0\x05I', 'latin1');

/**
 * A way to PostgreSQL. While `endsNext`, "ready for a query" and the end by an administrator arrive together, but for the
 * next `lets` connections.
 */
async function startEndingProxy(serverUrl: string) {
  const target = new URL(serverUrl);
  const relay = await startRelay((client) => {
    const server = connect({ host: target.hostname, port: Number(target.port) });
    client.pipe(server);
    const isLet = control.lets > 0;
    if (isLet) control.lets -= 1;
    server.on('data', (bytes: Buffer) => {
      if (control.endsNext && !isLet && bytes.subarray(-ready.length).equals(ready)) {
        control.ended += 1;
        client.end(Buffer.concat([bytes, fatalError()]));
      } else client.write(bytes);
    });
    return server;
  });
  const control = {
    url: byWayOf(relay, serverUrl),
    endsNext: false,
    lets: 0,
    ended: 0,
    [Symbol.asyncDispose]: () => relay[Symbol.asyncDispose](),
  };
  return control;
}

/** PostgreSQL's message for `pg_terminate_backend`. */
function fatalError(): Buffer {
  const fields = Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0', 'latin1');
  const head = Buffer.from('E\0\0\0\0', 'latin1');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
