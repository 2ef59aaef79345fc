// `npm run bench:viewers`: what it costs the service to keep viewers of an auction's page and to tell each of a change, beside the
// least that Node's `http` does with one shared buffer. `-- --short`: a few viewers, to see that it works. Fails where a
// viewer is not told.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuMs, residentMiB } from '../api/cpu-time.ts';
import { describeMachine } from '../describe-machine.ts';
import { openAuctions } from '../open-auctions.ts';
import { openTemporaryDatabase } from '../open-temporary-database.ts';
import { percentile } from '../percentile.ts';
import { serveApi } from '../serve-api.ts';
import type { Seen, ToOpen } from './watch-process.ts';

const isShort = process.argv.includes('--short');
const viewers = isShort ? 100 : 4_000;
const changes = isShort ? 3 : 30;
/** All viewers have a few heartbeats in this time. */
const silentSeconds = isShort ? 1 : 10;

interface Measured {
  readonly microsecondsOfJoin: number;
  readonly microsecondsOfSilentSecond: number;
  readonly kibOfViewer: number;
  readonly microsecondsOfEvent: number;
  readonly lateMs: number[];
}

await using closing = new AsyncDisposableStack();
const db = await openTemporaryDatabase(closing);
const [auctionId] = await openAuctions(db.pool, 1);

const { port, child } = closing.use(await serveApi(db.url));
const service = await measure(child, { port, path: `/auctions/${auctionId}/events`, count: viewers }, async (title) => {
  await db.query('update auctions set title = $1 where auction_id = $2', [title, auctionId]);
  await db.query(`select pg_notify('auction_changed', $1)`, [auctionId]);
});

const peer = fork(path.join(import.meta.dirname, 'least-server.ts'));
closing.defer(() => void peer.kill());
const [peerPort] = (await once(peer, 'message')) as [number];
const least = await measure(
  peer,
  { port: peerPort, path: '/', count: viewers },
  async (title) => void peer.send(title),
);

console.log(`# Viewers

${await describeMachine(db)}; ${viewers} viewers of one auction at one process, ${changes} changes. Written by \`npm run -s bench:viewers\`.

| | A viewer comes, µs of CPU | Memory of a viewer, KiB | A second without a change, µs of CPU a viewer | An event sent to one viewer, µs of CPU | Received after, p50, ms | p99 |
|---|---:|---:|---:|---:|---:|---:|
${row('The service', service)}
${row('Node’s `http`, one shared buffer', least)}

An event costs ${(service.microsecondsOfEvent / least.microsecondsOfEvent).toFixed(2)} times what it costs there.`);

async function measure(
  server: ChildProcess,
  toOpen: ToOpen,
  change: (title: string) => Promise<void>,
): Promise<Measured> {
  const watching = fork(path.join(import.meta.dirname, 'watch-process.ts'));
  try {
    const pid = server.pid!;
    // The memory that the first hundred take is the process's own, not a viewer's.
    await ask(watching, { open: { ...toOpen, count: 100 } });
    await delay(500);
    const mibBefore = residentMiB(pid);
    const cpuBefore = cpuMs(pid);
    await ask(watching, { open: toOpen });
    const microsecondsOfJoin = ((cpuMs(pid) - cpuBefore) * 1_000) / toOpen.count;
    await delay(500);
    const kibOfViewer = ((residentMiB(pid) - mibBefore) * 1024) / toOpen.count;

    const everybody = toOpen.count + 100;
    const cpuOfSilence = cpuMs(pid);
    await delay(silentSeconds * 1_000);
    const microsecondsOfSilentSecond = ((cpuMs(pid) - cpuOfSilence) * 1_000) / (everybody * silentSeconds);
    const lateMs: number[] = [];
    let spentMs = 0;
    for (let index = 0; index < changes; index += 1) {
      const title = `Change ${index} of ${toOpen.port}`;
      await ask(watching, { await: title });
      const before = cpuMs(pid);
      await change(title);
      const seen = await everybodyTold(watching, everybody);
      spentMs += cpuMs(pid) - before;
      lateMs.push(...seen.lateMs);
      // Viewers are notified ten times a second at most.
      await delay(200);
    }
    const microsecondsOfEvent = (spentMs * 1_000) / (changes * everybody);
    return { microsecondsOfJoin, kibOfViewer, microsecondsOfSilentSecond, microsecondsOfEvent, lateMs };
  } finally {
    watching.kill();
  }
}

async function everybodyTold(watching: ChildProcess, everybody: number): Promise<Seen> {
  for (let waited = 0; waited < 400; waited += 1) {
    const seen = (await ask(watching, 'seen')) as Seen;
    if (seen.ended > 0) throw new Error(`${seen.ended} viewers were cut off.`);
    if (seen.told === everybody) return seen;
    await delay(25);
  }
  throw new Error('Not every viewer was told.');
}

async function ask(watching: ChildProcess, message: object | string): Promise<unknown> {
  watching.send(message);
  const [answer] = (await once(watching, 'message')) as [unknown];
  return answer;
}

function row(name: string, measured: Measured): string {
  const { microsecondsOfJoin, kibOfViewer, microsecondsOfSilentSecond, microsecondsOfEvent, lateMs } = measured;
  const figures = [
    microsecondsOfJoin.toFixed(0),
    kibOfViewer.toFixed(1),
    microsecondsOfSilentSecond.toFixed(1),
    microsecondsOfEvent.toFixed(1),
    percentile(lateMs, 0.5).toFixed(0),
    percentile(lateMs, 0.99).toFixed(0),
  ];
  return `| ${name} | ${figures.join(' | ')} |`;
}
