// `npm run bench:cores`: how much processor time an operation takes, of a process of the service and of PostgreSQL, what it
// adds to the write-ahead log, and what rows weigh. Time on
// the processor, not on the clock: other work on the machine changes it little. Linux alone tells it of other processes.
// `-- --short`: a few of each, to see that it works.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { issueKey } from '../src/auth/issue-key.ts';
import { freePort } from '../src/embedded/free-port.ts';
import { bidOnce } from '../test/rolling/make-load.ts';
import { startRedis } from '../test/support/redis.ts';
import { publicUrl } from '../test/support/service.ts';
import { describeMachine } from './describe-machine.ts';
import { openTemporaryDatabase } from './open-temporary-database.ts';
import { postgresSeconds, postmasterId } from './postgres-seconds.ts';
import { seedAuctionsWithBids } from './seed-auctions-with-bids.ts';
import { startServiceProcess } from './start-service-process.ts';
import { withDatabase } from '../test/support/settings.ts';

const isShort = process.argv.includes('--short');
const times = isShort ? 20 : 1_000;
const atOnce = 8;
const auctions = isShort ? 50 : 1_000;

await using closing = new AsyncDisposableStack();
const db = await openTemporaryDatabase(closing);
const redis = closing.use(await startRedis({ hz: '100' }));
const { auctionIds } = await seedAuctionsWithBids(db, { auctions, bidsEach: 5 });
const { rows } = await db.query<{ name: string }>(
  `select name from sellers join auctions using (seller_id) where auction_id = $1`,
  [auctionIds[0]],
);
const { key } = await issueKey(db, {
  seller: rows[0]!.name,
  mode: 'test',
  scopes: ['auctions:read', 'auctions:write', 'bids:read'],
  expiresAt: null,
});
const postmaster = await postmasterId(db.pool);
const METRICS_TOKEN = randomUUID();
const env = { ...withDatabase(db.url), REDIS_URL: redis.url, PUBLIC_URL: publicUrl, METRICS_TOKEN, TRUST_PROXY: '1' };

const lines: string[] = [];
{
  await using api = await start('api');
  const ask = async (path: string, init: Omit<RequestInit, 'headers'> = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(api.url + path, { ...init, headers, redirect: 'manual' });
    if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const some = () => auctionIds[Math.floor(Math.random() * auctionIds.length)]!;
  const startTimestamp = Math.floor(Date.now() / 1_000) + 3_600;
  const body = JSON.stringify({
    title: 'A walnut desk',
    minimumBidValueInCents: 500,
    biddingPeriod: { startTimestamp, endTimestamp: startTimestamp + 86_400 },
  });
  const work: [string, () => Promise<unknown>][] = [
    ['get an auction', async () => (await ask(`/v1/auctions/${some()}`)).text()],
    ['list 20 auctions', async () => (await ask('/v1/auctions?limit=20')).text()],
    ['create an auction', async () => (await ask('/v1/auctions', { method: 'POST', body })).text()],
    [
      'bid on the page: three requests, one bid',
      async () => {
        const pageAsk = async (path: string, init: RequestInit = {}) =>
          fetch(new URL(path, api.url).href.replace(publicUrl, api.url), { ...init, redirect: 'manual' });
        if ((await bidOnce({ ask: pageAsk }, { auctionId: some() })) === null) throw new Error('A bid was not placed.');
      },
    ],
  ];
  for (const [name, once] of work) {
    await many(once, Math.ceil(times / 5));
    lines.push(await measure(name, times, api.cpuSeconds, () => many(once, times)));
  }
}
{
  await using worker = await start('worker');
  await delay(2_000);
  await db.query(`update auctions set bidding_period_ends_at = clock_timestamp() where status = 'ongoing'`);
  const settle = async () => {
    while ((await left()) > 0) await delay(500);
  };
  lines.push(await measure('settle an auction with 5 bids or more', auctions, worker.cpuSeconds, settle));
}

console.log(`# Processor time of an operation

${await describeMachine(db)}; one process of a role at a time, ${atOnce} requests at once, ${times} for each figure. Written by \`npm run -s bench:cores\`.

| Operation | Service, ms | PostgreSQL, ms | Write-ahead log, KiB |
|---|---:|---:|---:|
${lines.join('\n')}

| Table | Rows | Bytes a row, indexes included |
|---|---:|---:|
${(await weights()).join('\n')}`);

async function start(ROLE: string) {
  const PORT = String(await freePort());
  const started = await startServiceProcess({ ...env, ROLE, PORT });
  const url = `http://127.0.0.1:${PORT}`;
  const cpuSeconds = async () => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    return Number(/^process_cpu_seconds_total (\S+)/m.exec(await answer.text())![1]);
  };
  await cpuSeconds();
  return { url, cpuSeconds, [Symbol.asyncDispose]: () => started[Symbol.asyncDispose]() };
}

async function many(once: () => Promise<unknown>, count: number): Promise<void> {
  let begun = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (begun < count) {
        begun += 1;
        await once();
      }
    }),
  );
}

async function measure(name: string, count: number, ofService: () => Promise<number>, work: () => Promise<void>) {
  const read = async () =>
    [(await ofService()) * 1_000, postgresSeconds(postmaster) * 1_000, (await logBytes()) / 1_024] as const;
  const before = await read();
  await work();
  const after = await read();
  return `| ${name} | ${before.map((amount, index) => ((after[index]! - amount) / count).toFixed(2)).join(' | ')} |`;
}

async function logBytes(): Promise<number> {
  const { rows } = await db.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
  return Number(rows[0]!.bytes);
}

async function weights(): Promise<string[]> {
  return await Promise.all(
    ['auctions', 'bids', 'authorizations', 'capture_attempts', 'audit_log'].map(async (table) => {
      const { rows } = await db.query<{ count: number; bytes: number }>(
        `select count(*)::int as count, pg_total_relation_size('${table}')::float8 as bytes from ${table}`,
      );
      const { count, bytes } = rows[0]!;
      return `| ${table} | ${count.toLocaleString('en')} | ${(bytes / count).toFixed(0)} |`;
    }),
  );
}

async function left(): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    `select count(*)::int as left from authorizations where closed_at is null`,
  );
  return rows[0]!.left;
}
