import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { SteadyClient } from '../../src/db/steady-client.ts';
import { administer } from '../support/administer.ts';

// With pg's own client, the break is an uncaught exception, which ends a process and fails the run of the tests.
test('a connection that breaks while nobody listens to it is told by its next statement', async () => {
  const { serverUrl } = inject('postgres');
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
