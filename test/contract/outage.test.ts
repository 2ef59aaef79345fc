import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import pg from 'pg';
import { sharedService, startService } from '../support/service.ts';
import { onPool } from '../support/on-pool.ts';

const service = await sharedService();
const seller = await service.seller();

/** An address at which nothing listens any more. */
async function deadAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return `postgres://nobody@127.0.0.1:${port}/nothing`;
}

test('while PostgreSQL is down: 503 with Retry-After, in REST and GraphQL', async () => {
  const pool = new pg.Pool({ connectionString: await deadAddress() });
  const cut = await startService({ db: onPool(service.db, pool) });
  const authorization = `Bearer ${seller.key}`;

  const byRest = await cut.request('/v1/auctions', { headers: { authorization } });
  expect(byRest.status).toBe(503);
  expect(byRest.headers.get('content-type')).toBe('application/problem+json');
  expect(byRest.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(byRest.body).toMatchObject({ status: 503, code: 'unavailable' });
  expect(byRest.text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/);

  const byGraphql = await cut.request('/graphql', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ auctions { nodes { __typename } } }' }),
  });
  expect(byGraphql.status).toBe(503);
  expect(byGraphql.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(byGraphql.body.errors[0].extensions.code).toBe('unavailable');
  expect(byGraphql.text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/);

  await pool.end();
  await cut[Symbol.asyncDispose]();
});
