// `npm run bench:profile -- 'GET one'`: where the service spends its time on one operation of `npm run bench`.
import { writeFileSync } from 'node:fs';
import { freePort } from '../../src/embedded/free-port.ts';
import { apiOperations } from './api-operations.ts';
import { measureRound } from './measure-round.ts';
import { openBench } from './open-bench.ts';
import { profileTable } from './profile-table.ts';
import { recordProfile } from './record-profile.ts';
import { startServer } from './server-process.ts';

const [name] = process.argv.slice(2);
const operation = apiOperations.find((each) => each.name === name);
if (operation === undefined) {
  console.error(`Name one of: ${apiOperations.map((each) => each.name).join(', ')}.`);
  process.exit(1);
}

await using closing = new AsyncDisposableStack();
const bench = await openBench(closing, { auctions: 20_000 });
const inspectorPort = await freePort();
const server = closing.use(
  await startServer('ours', bench.db.url, { flags: [`--inspect=127.0.0.1:${inspectorPort}`] }),
);

const { status } = operation;
const count = operation.perRound * 2;
const prepare = async () => {
  const requests = await operation.asks.ours({ ...bench, origin: server.origin, count });
  return () => measureRound(bench, server, { requests, count, status, checksums: null, connections: 16 });
};
// What V8 has not compiled yet would be most of it.
for (let sent = 0; sent < 20_000; sent += count) await (await prepare())();
const { appMs } = await (await prepare())();
const profile = await recordProfile(inspectorPort, await prepare());

const file = `${operation.name.replaceAll(/\W+/g, '-')}.cpuprofile`;
writeFileSync(file, JSON.stringify(profile));
console.log(`# ${operation.name}

Processor time: ${(appMs * 1000).toFixed(0)} µs a request. The profiler goes by the clock: on a busy machine it counts waiting for a processor, too.

${profileTable(profile, count)}

In full: ${file}, for a browser's developer tools.`);
