import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { migrateWithLedger } from '../support/migrate-with-ledger.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.ts';
import { startRedis } from '../support/redis.ts';
import { publicUrl } from '../support/service.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { withDatabase } from '../support/settings.ts';

/** What all processes share, and a server that takes a seller's webhooks. */
export interface RollingHouse extends AsyncDisposable {
  readonly db: PooledDatabase;
  readonly receiverUrl: string;
  /** `webhook-id` of each webhook that came, and how often it did. */
  readonly received: ReadonlyMap<string, number>;
  start(role: 'api' | 'worker'): Promise<ServiceProcess>;
}

/** How long a process goes on serving while it says that it stops: the balancer looks five times in it. */
const shutdownGraceMs = 3_000;

export async function openRollingHouse(): Promise<RollingHouse> {
  await using opened = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'auction-rolling-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  // Where root runs this, PostgreSQL runs as another user, who has to get here.
  await chmod(dataDir, 0o755);
  const server = opened.use(
    await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), settings: { TimeZone: 'Asia/Kolkata' } }),
  );
  await migrateWithLedger(server.url);
  const db = opened.use(await connectDatabase(server.url));
  const redis = opened.use(await startRedis({ hz: '100', 'maxmemory-policy': 'noeviction' }));

  const received = new Map<string, number>();
  const receiver = createServer((request, answer) => {
    const id = String(request.headers['webhook-id']);
    received.set(id, (received.get(id) ?? 0) + 1);
    request.resume();
    answer.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  opened.defer(() => {
    receiver.close();
    receiver.closeAllConnections();
  });

  const env = {
    ...withDatabase(server.url),
    REDIS_URL: redis.url,
    PUBLIC_URL: publicUrl,
    SHUTDOWN_GRACE_MS: String(shutdownGraceMs),
    RATE_LIMIT_KEY: 'off',
    RATE_LIMIT_IP: 'off',
    // Each bidder says where it is from, as if the balancer had seen it.
    TRUST_PROXY: '1',
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
  };
  const open = opened.move();
  return {
    db,
    receiverUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    received,
    start: async (role) => open.use(await startServiceProcess({ ...env, ROLE: role })),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
