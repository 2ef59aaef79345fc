import { expect, test } from 'vitest';
import { checkDatabase } from '../../src/operations/checkup/check-database.ts';
import { checkRedis } from '../../src/operations/checkup/check-redis.ts';
import { administer } from '../support/administer.ts';
import { testWithRedis } from '../support/describe-with.ts';
import { startRedisWithSentinel } from '../support/redis-kinds.ts';
import { startReplicatedPostgres } from '../support/replicated-postgres.ts';
import { verdicts } from './verdicts.ts';

test('a standby that does not confirm commits is a notice', { timeout: 120_000 }, async () => {
  await using servers = await startReplicatedPostgres();
  const standby = async () => {
    const { Standby } = verdicts(await checkDatabase(servers.url));
    return Standby;
  };
  await expect.poll(standby).toBe('notice');
  await administer(servers.url, `alter system set synchronous_standby_names = '*'`);
  await administer(servers.url, 'select pg_reload_conf()');
  await expect.poll(standby).toBe('fine');
  await administer(servers.url, 'alter system set synchronous_commit = local');
  await administer(servers.url, 'select pg_reload_conf()');
  await expect.poll(standby).toBe('notice');
});

testWithRedis('sentinels that do not know the name say so within seconds', { timeout: 60_000 }, async () => {
  await using redis = await startRedisWithSentinel();
  expect(verdicts(await checkRedis(redis.url))).toMatchObject({ Redis: 'fine' });
  const [wrong, ...more] = await checkRedis(redis.url.replace(/[\w]+$/, 'haus'));
  expect(more).toEqual([]);
  expect(wrong).toMatchObject({ verdict: 'fault', remedy: expect.stringContaining('under the name haus') });
});
