// `npm run deep -- faults provider`: 2,000 auctions at a provider of whose requests 10 to 50 % are lost, delayed past the deadline,
// duplicated or reordered. `--auctions 100 --seed 7`: fewer, and others.
import { parseArgs } from 'node:util';
import { connectDatabase } from '../../../src/platform/db/connect-database.ts';
import { administer, databaseUrl } from '../../support/administer.ts';
import { presentCommit } from '../../support/present-commit.ts';
import { startTestServer } from '../../support/test-server.ts';
import { playLossy } from './play-lossy.ts';

const { values } = parseArgs({
  options: { auctions: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
});
const shares = [0.1, 0.2, 0.3, 0.4, 0.5];
const seed = Number(values.seed);
const auctionsEach = Math.ceil(Number(values.auctions) / shares.length);

const commit = presentCommit();
let failed = 0;
let auctions = 0;
await using server = await startTestServer();
for (const share of shares) {
  const name = `lossy_${share * 100}`;
  await administer(server.url, `create database ${name} template ${server.template}`);
  await using db = await connectDatabase(databaseUrl(server.url, name));
  const startedAtMs = performance.now();
  const { broken, ...counts } = await playLossy(db, { auctions: auctionsEach, share, seed });
  const isWell = broken.length === 0 && counts.twiceCaptured === 0 && counts.orphans === 0 && counts.unresolved === 0;
  if (!isWell) failed += 1;
  auctions += counts.auctions;
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(0);
  console.log(`${isWell ? 'well  ' : 'BROKEN'} ${share * 100} % spoiled, ${seconds} s: ${JSON.stringify(counts)}`);
  for (const rule of broken.slice(0, 10)) console.log(`       ${rule}`);
}
console.log(`${auctions} auctions at ${commit}; ${shares.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
