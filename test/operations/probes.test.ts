import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import { makeAlarms } from '../../src/platform/jobs/make-alarms.ts';
import { makeReadiness } from '../../src/operations/readiness.ts';
import { readAnswer } from '../support/answer.ts';
import { testWithRedis } from '../support/describe-with.ts';
import { startRedis } from '../support/redis.ts';
import { type Service, startService } from '../support/service.ts';
import { onPool } from '../support/on-pool.ts';

let service: Service;
beforeEach(async () => void (service = await startService()));
afterEach(() => service[Symbol.asyncDispose]());

const withConfig = (more: Partial<ProcessDeps['config']>): ProcessDeps => ({
  ...service.deps,
  config: { ...service.deps.config, ...more },
});

test('a process that has all it needs says so, check by check', async () => {
  expect(await service.request('/healthz')).toMatchObject({ status: 200, text: 'ok' });
  const { status, body, headers } = await service.request('/readyz');
  const passed = { ok: true, ms: expect.any(Number) };
  expect({ status, body }).toEqual({
    status: 200,
    body: { status: 'ready', checks: { database: passed, writes: passed, migrations: passed, queue: passed } },
  });
  expect(headers.get('cache-control')).toBe('no-store');
});

test('a process whose database lacks a migration is not ready', async () => {
  await service.db.query(
    `delete from _prisma_migrations where migration_name = (select max(migration_name) from _prisma_migrations)`,
  );
  const { status, body } = await service.request('/readyz');
  expect(status).toBe(503);
  expect(body).toMatchObject({ status: 'not_ready', checks: { database: { ok: true }, migrations: { ok: false } } });
});

test('a process without its database lives and is not ready, and does not say where the database is', async () => {
  const query = () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:5432'));
  const app = createApp({ ...service.deps, db: onPool(service.db, { query } as never) });
  const ready = await readAnswer(await app.fetch(new Request('http://localhost/readyz')));
  expect(ready).toMatchObject({ status: 503, body: { status: 'not_ready', checks: { database: { ok: false } } } });
  expect(ready.text).not.toContain('10.1.2.3');
  expect((await app.fetch(new Request('http://localhost/healthz'))).status).toBe(200);
  await app[Symbol.asyncDispose]();
});

test('serves the metrics of the process, and no figure of the database, while the database is away', async () => {
  const query = () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:5432'));
  const pool = { query, totalCount: 1, idleCount: 0, waitingCount: 0 };
  const deps = { ...withConfig({ metricsToken: 'scraper-token' }), db: onPool(service.db, pool as never) };
  await using app = createApp(deps);
  const headers = { authorization: 'Bearer scraper-token' };
  const answer = await readAnswer(await app.fetch(new Request('http://localhost/metrics', { headers })));
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('auction_check_ok{check="database"} 0');
  expect(answer.text).toContain('auction_http_request_duration_seconds');
  expect(answer.text).not.toContain('auction_due_work');
});

test('requests within a second get one answer from one check', async () => {
  let asked = 0;
  const pool = {
    query: (...args: [never]) => {
      asked += 1;
      return service.db.query(...args);
    },
  } as never;
  const readiness = makeReadiness({ ...service.deps, db: onPool(service.db, pool) });
  const [first, second] = await Promise.all([readiness.read(), readiness.read()]);
  expect(second).toBe(first);
  const looks = asked;
  expect(looks).toBeGreaterThan(0);
  await vi.waitFor(
    async () => {
      expect(await readiness.read()).not.toBe(first);
    },
    { timeout: 20_000 },
  );
  // Migrations are looked for no more once there are all of them.
  expect(asked - looks).toBeLessThan(looks);
});

test('a process that stops is not ready, and answers all the same', async () => {
  const app = createApp(service.deps);
  app.retire();
  const answer = await readAnswer(await app.fetch(new Request('http://localhost/readyz')));
  expect(answer).toMatchObject({ status: 503, body: { status: 'stopping' } });
  expect((await app.fetch(new Request('http://localhost/v1/auctions'))).status).toBe(401);
  await app[Symbol.asyncDispose]();
});

test('a worker answers whoever runs it, and nobody else', async () => {
  const app = createApp(withConfig({ role: 'worker' }));
  const statusOf = async (path: string) => (await app.fetch(new Request(`http://localhost${path}`))).status;
  expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/metrics')]).toEqual([200, 200, 401]);
  expect([await statusOf('/v1/auctions'), await statusOf('/graphql'), await statusOf('/docs')]).toEqual([
    404, 404, 404,
  ]);
  await app[Symbol.asyncDispose]();
});

testWithRedis('without its queue a new process is not ready, and one that had it is', async () => {
  await using redis = await startRedis();
  const deps = withConfig({ redisUrl: redis.url });
  const statusOf = async (probe: { read(): Promise<{ status: string }> }) => (await probe.read()).status;
  await using alarms = makeAlarms(deps);
  const early = makeReadiness({ ...deps, alarms });
  expect(await statusOf(early)).toBe('ready');
  await redis.stop();
  await using laterAlarms = makeAlarms(deps);
  const late = makeReadiness({ ...deps, alarms: laterAlarms });
  expect(await statusOf(late)).toBe('not_ready');
  await vi.waitFor(async () => expect(await statusOf(early)).toBe('degraded'), { timeout: 20_000 });
  await redis.start();
  await vi.waitFor(async () => expect([await statusOf(early), await statusOf(late)]).toEqual(['ready', 'ready']), {
    timeout: 20_000,
  });
});
