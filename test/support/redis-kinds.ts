import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { requireProgram } from './optional-programs.ts';
import { startRedis, type TestRedis } from './redis.ts';
import { freePort } from './free-port.ts';

/** Redis as it is deployed where one server is not enough. */
export interface RedisKind extends AsyncDisposable {
  /** For `REDIS_URL`. */
  readonly url: string;
  readonly nodes: readonly TestRedis[];
}

/** Three servers, a third of the slots each. */
export async function startRedisCluster(): Promise<RedisKind> {
  await using opened = new AsyncDisposableStack();
  const nodes: { redis: TestRedis; port: number; busPort: number }[] = [];
  for (let index = 0; index < 3; index += 1) {
    const busPort = await freePort();
    const redis = opened.use(
      await startRedis({ 'cluster-enabled': 'yes', 'cluster-port': String(busPort), hz: '100' }),
    );
    nodes.push({ redis, busPort, port: Number(new URL(redis.url).port) });
  }
  const [first] = nodes;
  for (const [index, { redis, port, busPort }] of nodes.entries()) {
    const [from, to] = [Math.ceil((index * 16_384) / 3), Math.ceil(((index + 1) * 16_384) / 3) - 1];
    await redis.command('cluster', 'addslotsrange', String(from), String(to));
    await redis.command('cluster', 'set-config-epoch', String(index + 1));
    if (index > 0) await first!.redis.command('cluster', 'meet', '127.0.0.1', String(port), String(busPort));
  }
  for (const { redis } of nodes) {
    await untilSo(async () => String(await redis.command('cluster', 'info')).includes('cluster_state:ok'));
  }
  const open = opened.move();
  return {
    url: `redis-cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    nodes: nodes.map(({ redis }) => redis),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** A server, its replica, and a sentinel that puts the replica in its place within seconds. */
export async function startRedisWithSentinel(): Promise<RedisKind> {
  await using opened = new AsyncDisposableStack();
  const first = opened.use(await startRedis({ hz: '100' }));
  const firstPort = new URL(first.url).port;
  const replica = opened.use(await startRedis({ hz: '100', replicaof: `127.0.0.1 ${firstPort}` }));
  await untilSo(async () => String(await replica.command('info', 'replication')).includes('master_link_status:up'));
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), 'test-sentinel-'));
  opened.defer(() => rm(dir, { recursive: true }));
  await writeFile(
    join(dir, 'sentinel.conf'),
    `port ${port}\nbind 127.0.0.1\ndir ${dir}\nsentinel monitor house 127.0.0.1 ${firstPort} 1
sentinel down-after-milliseconds house 1000\nsentinel failover-timeout house 5000\n`,
  );
  const sentinel = spawn(requireProgram('redis'), [join(dir, 'sentinel.conf'), '--sentinel'], { stdio: 'ignore' });
  const ended = once(sentinel, 'exit');
  opened.defer(async () => {
    sentinel.kill('SIGKILL');
    await ended;
  });
  // It learns of the replica from the first server, at its next look.
  const asSentinel = { host: '127.0.0.1', port };
  await untilSo(async () => (await replicasKnown(asSentinel)) === 1);
  const open = opened.move();
  return {
    url: `redis-sentinel://127.0.0.1:${port}/house`,
    nodes: [first, replica],
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

async function replicasKnown(address: { host: string; port: number }): Promise<number> {
  const { Redis } = await import('ioredis');
  const client = new Redis({ ...address, retryStrategy: null, maxRetriesPerRequest: 0 });
  client.on('error', () => undefined);
  try {
    return ((await client.call('sentinel', 'replicas', 'house')) as unknown[]).length;
  } catch {
    return 0;
  } finally {
    client.disconnect();
  }
}

async function untilSo(isTrue: () => Promise<boolean>): Promise<void> {
  const begin = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - begin > 60_000) throw new Error('Redis did not come to be as it should.');
    await delay(100);
  }
}
