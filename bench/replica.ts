// `npm run bench:replica`: what lists cost the primary and a replica, in processor time, as `npm run bench:cores` measures it; and what
// following costs while nobody asks. `-- --short`: a few, to see that it works.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { issueKey } from '../src/auth/issue-key.ts';
import { connectDatabase } from '../src/db/connect-database.ts';
import { freePort } from '../src/embedded/free-port.ts';
import { startReplicatedPostgres } from '../test/support/replicated-postgres.ts';
import { publicUrl } from '../test/support/service.ts';
import { describeMachine } from './describe-machine.ts';
import { postgresSeconds, postmasterId } from './postgres-seconds.ts';
import { seedAuctionsWithBids } from './seed-auctions-with-bids.ts';
import { startServiceProcess } from './start-service-process.ts';
import { withDatabase } from '../test/support/settings.ts';

const isShort = process.argv.includes('--short');
const times = isShort ? 50 : 5_000;
const atOnce = 8;
const idleSeconds = isShort ? 2 : 30;

await using servers = await startReplicatedPostgres({ log: false });
await using db = await connectDatabase(servers.url);
await seedAuctionsWithBids(db, { auctions: 1_000, bidsEach: 5 });
const { rows } = await db.query<{ name: string }>('select name from sellers join auctions using (seller_id) limit 1');
const { key } = await issueKey(db, {
  seller: rows[0]!.name,
  mode: 'test',
  scopes: ['auctions:read', 'bids:read'],
  expiresAt: null,
});
await db.query('analyze');
const replicaPool = new pg.Pool({ connectionString: servers.replicaUrl, max: 1 });
const postmasters = [await postmasterId(db.pool), await postmasterId(replicaPool)];
await replicaPool.end();

const lines: string[] = [];
for (const [name, settings] of [
  ['without a replica', {}],
  ['with a replica', { DATABASE_REPLICA_URL: servers.replicaUrl }],
] as const) {
  const PORT = String(await freePort());
  const env = {
    ...withDatabase(servers.url),
    PUBLIC_URL: publicUrl,
    ROLE: 'api',
    RATE_LIMIT_KEY: 'off',
    RATE_LIMIT_IP: 'off',
  };
  await using _ = await startServiceProcess({ ...env, ...settings, PORT });
  const list = async () => {
    const answer = await fetch(`http://127.0.0.1:${PORT}/v1/auctions?limit=20`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (answer.status !== 200) throw new Error(`It answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  // The replica is known to be fresh by then.
  await delay(2_000);
  await many(list, times / 5);
  const asked = await measure(() => many(list, times));
  const idle = await measure(() => delay(idleSeconds * 1_000));
  const shown = [...asked.map((ms) => ms / times), ...idle.map((ms) => ms / idleSeconds)];
  lines.push(`| ${name} | ${shown.map((ms) => ms.toFixed(2)).join(' | ')} |`);
}

console.log(`# Lists on a replica

${await describeMachine(db)}; a list of 20 auctions with one process, ${atOnce} requests at once, ${times} of them, then ${idleSeconds} s of nothing. Written by \`npm run -s bench:replica\`.

| | Primary, ms a list | Replica, ms a list | Primary, ms a second while idle | Replica |
|---|---:|---:|---:|---:|
${lines.join('\n')}`);

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

async function measure(work: () => Promise<unknown>): Promise<number[]> {
  const before = postmasters.map(postgresSeconds);
  await work();
  return postmasters.map((id, index) => (postgresSeconds(id) - before[index]!) * 1_000);
}
