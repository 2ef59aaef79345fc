// `npm run bench`: the service beside what people would write in its place, on the same PostgreSQL with the same data, in
// alternating rounds. Fails where answers differ or a request takes more statements or round trips than it may. `-- --large`:
// a million auctions, ten million bids. `-- --short`: in a minute, to see that all answer the same. `-- --only 'GET one'`:
// one operation. `-- --ours`: without the peers. `-- --before FOLDER`: beside another checkout of the service, too, which runs
// on the same database and so may not be newer than this one.
import { strictEqual } from 'node:assert';
import { describeMachine } from '../describe-machine.ts';
import { type ApiOperation, asksOf, peers, type ServerName } from './api-operation.ts';
import { apiOperations } from './api-operations.ts';
import { apiTable, type Measured, median, type Row } from './api-table.ts';
import { countRoundTrips } from './count-round-trips.ts';
import { deepPages } from './deep-operations.ts';
import { installPeers } from './install-peers.ts';
import { measureRound, type Round } from './measure-round.ts';
import { openBench } from './open-bench.ts';
import { checkSameAnswers } from './same-answers.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { checkSameRows, countWritten, startWriting, type Written, writtenRows } from './written-rows.ts';

const flags = process.argv.slice(2);
const isShort = flags.includes('--short');
const isLarge = flags.includes('--large');
const isAlone = flags.includes('--ours');
const only = flags.includes('--only') ? flags[flags.indexOf('--only') + 1] : undefined;
const before = flags.includes('--before') ? flags[flags.indexOf('--before') + 1] : undefined;
const auctions = isShort ? 8_000 : isLarge ? 1_000_000 : 20_000;
const rounds = isShort ? 1 : 15;
const share = isShort ? 0.02 : 1;
const connections = 16;
/** Whichever comes first, for each operation: it takes V8 about so many requests to compile all that one goes through. */
const warmUp = isShort ? { requests: 1, seconds: 0 } : { requests: 20_000, seconds: 8 };
const deepOperations = isLarge ? deepPages(100_000).map(({ deep }) => deep) : [];
const operations = [...apiOperations, ...deepOperations].filter(({ name }) => only === undefined || name === only);
const all: readonly ServerName[] = [
  'ours',
  ...(before === undefined ? [] : (['before'] as const)),
  ...(isAlone ? [] : peers),
];
const names = all.filter((name) => operations.some((operation) => asksOf(operation, name) !== undefined));
const tell = (text: string) => console.error(`${new Date().toISOString()} ${text}`);

if (!isAlone) installPeers(tell);
await using closing = new AsyncDisposableStack();
tell(`Seeding ${auctions} auctions …`);
const bench = await openBench(closing, { auctions });

tell('Counting round trips …');
const roundTrips = new Map<ServerName, Map<string, number>>();
for (const name of names) roundTrips.set(name, await countRoundTrips(bench, name, operations, before));

tell('Starting …');
const servers: ServerProcess[] = [];
for (const name of names) servers.push(closing.use(await startServer(name, bench.db.url, { before })));
const rows: Row[] = [];
for (const operation of operations) {
  tell(operation.name);
  rows.push({ operation, measured: await measure(operation) });
}

console.log(`# The service beside its peers, ${auctions.toLocaleString('en')} auctions with ten bids each

${await describeMachine(bench.db)}. Written by \`npm run -s bench${flags.length === 0 ? '' : ` -- ${flags.join(' ')}`}\`.

Rounds: ${rounds}, of which these are the medians. CPU milliseconds for a request. Ratios are ours to theirs, the median of those of each round, as the machine's
speed changes from one round to the next: below 1, ours costs less; (≤ …) is the goal, and what misses it is bold. Statements are those that PostgreSQL ran for a request, round trips how often the server waited for it.

Before it is timed, each answer is compared with the peers', and while it is timed, with itself. What a change leaves behind is compared,
too: the auction and its entry in the audit log are the same, column by column; of bids, as many are there. The peer writes them, and what it would have
to tell to webhooks, in one statement; nobody listens to them here, and no alarm is armed for what begins in a day, by either.

${apiTable(rows)}`);

const faults = rows.flatMap(faultsOf);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

async function measure(operation: ApiOperation): Promise<Map<ServerName, Measured>> {
  const { status, isRepeatable } = operation;
  const count = Math.max(20, Math.round(operation.perRound * share));
  const checked = await checkSameAnswers(operation, servers, { ...bench, count });
  const measured = new Map<ServerName, Round[]>(checked.map(({ server }) => [server.name, []]));
  for (const { server, prepare } of checked) {
    const until = performance.now() + warmUp.seconds * 1_000;
    for (let sent = 0; sent === 0 || (sent < warmUp.requests && performance.now() < until); sent += count) {
      await measureRound(bench, server, { ...(await prepare()), count, status, connections });
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    const written: (Written & { name: ServerName })[] = [];
    // The machine's speed drifts: no server always comes first.
    for (const { server, prepare } of round % 2 === 0 ? checked : checked.toReversed()) {
      const since = await startWriting(bench.db);
      const requests = await prepare();
      measured.get(server.name)!.push(await measureRound(bench, server, { ...requests, count, status, connections }));
      if (operation.countWritten !== undefined) {
        strictEqual(await countWritten(bench.db, operation.countWritten, since), count, operation.name);
      }
      if (!isRepeatable && operation.countWritten === undefined) {
        written.push({ name: server.name, ...(await writtenRows(bench.db, since)) });
      }
    }
    // The same work is what leaves the same behind; of bids, as many.
    const [own, ...others] = written.toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
    for (const { name, ...theirs } of others) {
      // An earlier version wrote no event that nobody listened to.
      checkSameRows(theirs, own!, {
        operation: operation.name,
        kinds: name === 'before' ? ['auctions'] : undefined,
      });
    }
  }
  return new Map(
    [...measured].map(([name, figures]) => [
      name,
      { rounds: figures, roundTrips: roundTrips.get(name)!.get(operation.name)! },
    ]),
  );
}

function faultsOf({ operation: { name, isRepeatable, maxRoundTrips }, measured }: Row): string[] {
  if (maxRoundTrips === null) return [];
  const ours = measured.get('ours')!;
  // What goes on besides is a small part of a statement for each request.
  const statements = Math.round(median(ours.rounds, (round) => round.statements));
  return [
    ...(ours.roundTrips > maxRoundTrips ? [`${name} waits for PostgreSQL ${ours.roundTrips} times.`] : []),
    ...(isRepeatable && statements > 1 ? [`${name} takes ${statements} statements.`] : []),
  ];
}
