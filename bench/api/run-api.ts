// `npm run bench -- api`: the service next to what people would write in its place, on the same PostgreSQL with the same data, in
// alternating rounds. Fails where answers or written rows differ, and where a read takes more statements than it may; a missed goal is
// named. `--only GET`: the operations whose names contain this, or one of several such. `--rounds 5`: instead of 15. `--ours`: without
// the peers. `--before COMMIT`: beside that version of the service, or the checkout in that folder, which runs on the same database and so
// may not be newer than this one; `none`: beside none. `--short`: in a minute and beside no earlier version, to see that all answer the same.
import { strictEqual } from 'node:assert';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkOut, usualBefore } from '../check-out.ts';
import { describeMachine } from '../describe-machine.ts';
import { stateGoals } from '../goals.ts';
import { installPackages } from '../../test/support/install-packages.ts';
import { report, tell } from '../report.ts';
import { recordMigrationsOf } from '../open-temporary-database.ts';
import { serviceOf, startServer } from '../start-server.ts';
import { apiTable, median, type Row } from './api-table.ts';
import { graphqlOperations } from './graphql-operations.ts';
import { measureRound, type Round } from './measure-round.ts';
import { openBench } from './open-bench.ts';
import { type ApiOperation, asksOf, peers, type ServerName } from './operation.ts';
import { pageOperations } from './page-operations.ts';
import { restOperations } from './rest-operations.ts';
import { checkSameAnswers, type NamedServer } from './same-answers.ts';
import { checkSameRows, countWritten, startWriting, type Written, writtenRows } from './written-rows.ts';

const flag = { type: 'boolean', default: false } as const;
const { values: options } = parseArgs({
  options: {
    short: flag,
    ours: flag,
    only: { type: 'string', multiple: true, default: [''] },
    before: { type: 'string', default: usualBefore.sameSchema },
    rounds: { type: 'string' },
  },
});
const before = options.short ? null : checkOut(options.before);
const auctions = options.short ? 2_000 : 20_000;
const rounds = Number(options.rounds ?? (options.short ? 1 : 15));
const share = options.short ? 0.02 : 1;
/** Whichever comes first, for each operation: V8 takes about so many requests to compile all that one goes through. */
const warmUp = options.short ? { requests: 1, seconds: 0 } : { requests: 20_000, seconds: 8 };
const operations = [...restOperations, ...graphqlOperations, ...pageOperations].filter(({ name }) =>
  options.only.some((part) => name.includes(part)),
);
const all: readonly ServerName[] = [
  'ours',
  ...(before === null ? [] : (['before'] as const)),
  ...(options.ours ? [] : peers),
];
const names = all.filter((name) => operations.some((operation) => asksOf(operation, name) !== undefined));

if (!options.ours) installPackages(path.resolve(import.meta.dirname, '../peers'));
await using closing = new AsyncDisposableStack();
tell(`Seeding ${auctions} auctions …`);
const bench = await openBench(closing, { auctions });
if (before !== null) await recordMigrationsOf(before, bench.db);
tell('Starting …');
const servers: NamedServer[] = [];
for (const name of names) {
  const program = name === 'ours' ? {} : { file: fileOf(name) };
  servers.push({ name, ...closing.use(await startServer(bench.db.url, program)) });
}
const rows: Row[] = [];
for (const operation of operations) {
  tell(operation.name);
  rows.push({ operation, measured: await measure(operation) });
}

const { table, goals } = apiTable(rows);
report(
  `# The service next to its peers, ${auctions.toLocaleString('en')} auctions with ten bids each

${await describeMachine(bench.db)}

Rounds: ${rounds}, of which these are the medians. CPU milliseconds for a request. Ratios are ours to theirs, the median of those of each round, as the machine's
speed changes from one round to the next: below 1, ours costs less; (≤ …) is the goal, and what misses it is bold. Statements are those that PostgreSQL ran for a request.

Before it is timed, each answer is compared with the peers', and while it is timed, with itself. What a change leaves behind is compared,
too: the auction, its entry in the audit log and its event are the same, column by column; of bids, as many are there.

${table}

${options.short ? 'A short run judges no goal.' : stateGoals(goals)}`,
  rows.flatMap(faultsOf),
);

function fileOf(name: Exclude<ServerName, 'ours'>): string {
  if (name === 'before') return serviceOf(before!);
  return path.resolve(import.meta.dirname, `../peers/${name}.mjs`);
}

async function measure(operation: ApiOperation): Promise<Map<ServerName, Round[]>> {
  const { status, isRepeatable, name: title } = operation;
  const count = Math.max(20, Math.round(operation.perRound * share));
  const checked = await checkSameAnswers(operation, servers, { ...bench, count });
  const measured = new Map<ServerName, Round[]>(checked.map(({ server }) => [server.name, []]));
  for (const { server, prepare } of checked) {
    const until = performance.now() + warmUp.seconds * 1_000;
    for (let sent = 0; sent === 0 || (sent < warmUp.requests && performance.now() < until); sent += count) {
      await measureRound(bench, server, { ...(await prepare()), count, status });
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    const written = new Map<ServerName, Written>();
    // The machine's speed drifts: no server always comes first.
    for (const { server, prepare } of round % 2 === 0 ? checked : checked.toReversed()) {
      const since = await startWriting(bench.db);
      const requests = await prepare();
      measured.get(server.name)!.push(await measureRound(bench, server, { ...requests, count, status }));
      if (operation.countWritten !== undefined) {
        strictEqual(await countWritten(bench.db, operation.countWritten, since), count, title);
      } else if (!isRepeatable) written.set(server.name, await writtenRows(bench.db, since));
    }
    // The same work is what leaves the same behind.
    for (const [name, theirs] of written) checkSameRows(theirs, written.get('ours')!, `${title}: ${name}`);
  }
  return measured;
}

function faultsOf({ operation: { name, maxStatements }, measured }: Row): string[] {
  // Other work is a small part of a statement for each request.
  const statements = Math.round(median(measured.get('ours')!, (round) => round.statements));
  return maxStatements !== undefined && statements > maxStatements ? [`${name} takes ${statements} statements`] : [];
}
