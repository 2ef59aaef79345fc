// `npm run faults:provider`: 2,000 auctions at a provider of whose requests 10 to 50 % are lost, delayed past the deadline,
// duplicated or reordered. `-- --auctions 100 --seed 7`: fewer, and others.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connectDatabase } from '../../../src/db/database.ts';
import { applyMigrations } from '../../../src/db/migrate.ts';
import { startEmbeddedPostgres } from '../../../src/embedded/embedded-postgres.ts';
import { administer, databaseUrl } from '../../support/administer.ts';
import { playLossy } from './play-lossy.ts';

const { values } = parseArgs({
  options: { auctions: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
});
const shares = [0.1, 0.2, 0.3, 0.4, 0.5];
const seed = Number(values.seed);
const auctionsEach = Math.ceil(Number(values.auctions) / shares.length / 2);

const dataDir = await mkdtemp(join(tmpdir(), 'auction-lossy-'));
// Where root runs this, PostgreSQL runs as another user, who has to get here.
await chmod(dataDir, 0o755);
let failed = 0;
let auctions = 0;
try {
  await using server = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', TimeZone: 'Asia/Kolkata' },
  });
  for (const share of shares)
    for (const holdsInOneCall of [false, true]) {
      const name = `lossy_${share * 100}_${holdsInOneCall}`;
      await administer(server.url, `create database ${name}`);
      await applyMigrations(databaseUrl(server.url, name));
      await using db = await connectDatabase(databaseUrl(server.url, name));
      const startedAtMs = performance.now();
      const { broken, ...counts } = await playLossy(db, { auctions: auctionsEach, share, seed, holdsInOneCall });
      const isWell = broken.length === 0 && counts.twiceCaptured === 0 && counts.orphans === 0;
      if (!isWell) failed += 1;
      auctions += counts.auctions;
      const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(0);
      console.log(
        `${isWell ? 'well  ' : 'BROKEN'} ${share * 100} % spoiled, ${holdsInOneCall ? 'one call' : 'two calls'} for a hold, ${seconds} s: ${JSON.stringify(counts)}`,
      );
      for (const rule of broken.slice(0, 10)) console.log(`       ${rule}`);
    }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
console.log(`${auctions} auctions; ${shares.length * 2 - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
