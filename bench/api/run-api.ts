// `npm run bench`: the service beside what people would write in its place, on the same PostgreSQL with the same data, in
// alternating rounds. `-- --large`: a million auctions, ten million bids. `-- --short`: in a minute, to see that all
// answer the same. `-- --only 'GET one'`: one operation. `-- --ours`: without the peers.
import { describeMachine } from '../describe-machine.ts';
import { reads } from './api-operations.ts';
import { apiTable } from './api-table.ts';
import { writes } from './api-writes.ts';
import { installPeers } from './install-peers.ts';
import { measureRound, type Round } from './measure-round.ts';
import { openBench } from './open-bench.ts';
import { checkSameAnswers } from './same-answers.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const flags = process.argv.slice(2);
const isShort = flags.includes('--short');
const isLarge = flags.includes('--large');
const isAlone = flags.includes('--ours');
const only = flags.includes('--only') ? flags[flags.indexOf('--only') + 1] : undefined;
const auctions = isShort ? 4_000 : isLarge ? 1_000_000 : 20_000;
const rounds = isShort ? 1 : 5;
const share = isShort ? 0.02 : 1;
const connections = 16;
const tell = (text: string) => console.error(`${new Date().toISOString()} ${text}`);
const isWanted = ({ name }: { name: string }) => only === undefined || name === only;

if (!isAlone) installPeers(tell);
await using closing = new AsyncDisposableStack();
tell(`Seeding ${auctions} auctions …`);
const bench = await openBench(closing, { auctions });
const { db, seeded } = bench;

tell('Starting …');
const names = ['ours', ...(isAlone ? [] : ['fastify-pg', 'express-prisma', 'mercurius', 'postgraphile'])];
const servers: ServerProcess[] = [];
for (const name of names) servers.push(closing.use(await startServer(name, db.url)));

const results = new Map<string, Map<string, Round[]>>();
function note(operation: string, server: string, round: Round): void {
  const ofOperation = results.get(operation) ?? new Map<string, Round[]>();
  results.set(operation, ofOperation);
  ofOperation.set(server, [...(ofOperation.get(server) ?? []), round]);
}

for (const operation of reads.filter(isWanted)) {
  tell(operation.name);
  const { status } = operation;
  const count = Math.max(20, Math.round(operation.perRound * share));
  const checked = await checkSameAnswers(operation, servers, { seeded, count });
  for (let round = -1; round < rounds; round += 1) {
    for (const { server, requests, checksums } of checked) {
      // The first round warms up.
      const measured = await measureRound(bench, server, { requests, count, status, checksums, connections });
      if (round >= 0) note(operation.name, server.name, measured);
    }
  }
}
for (const operation of writes.filter(isWanted)) {
  tell(operation.name);
  const { status } = operation;
  const count = Math.max(20, Math.round(operation.perRound * share));
  for (let round = -1; round < rounds; round += 1) {
    for (const server of servers.filter(({ name }) => name === 'ours' || name === 'fastify-pg')) {
      const requests = await operation.prepare(db, seeded, count);
      const measured = await measureRound(bench, server, { requests, count, status, checksums: null, connections });
      if (round >= 0) note(operation.name, server.name, measured);
    }
  }
}

console.log(`# The service beside its peers, ${auctions.toLocaleString('en')} auctions with ten bids each

${await describeMachine(db)}. Written by \`npm run -s bench${flags.length === 0 ? '' : ` -- ${flags.join(' ')}`}\`.

${apiTable(results)}`);
