// `npm run bench:lists`: how long the seven operations take with ten thousand auctions and with a million, side by side,
// on an embedded PostgreSQL of its own, and by which plans. Fails where a plan would not stay flat. `-- --short`: with two
// thousand and twenty thousand, to see in seconds that it works.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../src/embedded/embedded-postgres.ts';
import { explainLists } from './explain-lists.ts';
import { measureLists } from './measure-lists.ts';
import { describeMachine } from './describe-machine.ts';
import { seedDatabase } from './seed-database.ts';

const isShort = process.argv.includes('--short');
const [fewer, more, rounds] = isShort ? ([2_000, 20_000, 20] as const) : ([10_000, 1_000_000, 400] as const);
const tell = (text: string) => console.error(`${new Date().toISOString()} ${text}`);

await using closing = new AsyncDisposableStack();
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'auction-bench-'));
closing.defer(() => rm(dataDir, { recursive: true }));
// A checkpoint in the middle of the seeding would only delay it; the rest is as PostgreSQL comes.
const server = closing.use(await startEmbeddedPostgres({ dataDir, settings: { max_wal_size: '8GB' } }));

tell(`Seeding ${fewer} and ${more} auctions …`);
const small = await seedDatabase(server.url, fewer, closing);
const large = await seedDatabase(server.url, more, closing);
await large.db.query('checkpoint');

tell('Measuring …');
const table = await measureLists(small, large, rounds);

tell('Explaining …');
const { report, faults } = await explainLists(large);

console.log(`# Lists with ${fewer.toLocaleString('en')} and with ${more.toLocaleString('en')} auctions

${await describeMachine(large.db)}. Written by \`npm run -s bench:lists${isShort ? ' -- --short' : ''}\`.

${table}

## Plans with ${more.toLocaleString('en')} auctions

${report}`);

for (const fault of faults) console.error(`Not flat: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
