// `npm run bench:overload`: what becomes of a process of the API that is asked for three times what it can answer, at a
// rate that does not depend on its answers. Fails where it then answers fewer than 0.9 of what it answers well at its peak,
// and where somebody who was turned away was told so otherwise than with 429 or 503 and `Retry-After`. `-- --beside FOLDER`
// measures another checkout first. `-- --short`: for seconds, to see that nobody is told otherwise.
import { cpuMs } from '../api/cpu-time.ts';
import { describeMachine } from '../describe-machine.ts';
import { openTemporaryDatabase } from '../open-temporary-database.ts';
import { percentile } from '../percentile.ts';
import { serveApi } from '../serve-api.ts';
import { keepApart } from './keep-apart.ts';
import { sellerMix } from './seller-mix.ts';
import { type Sent, startSender } from './sender-process.ts';

const flags = process.argv.slice(2);
const isShort = flags.includes('--short');
const beside = flags.includes('--beside') ? flags[flags.indexOf('--beside') + 1]! : null;
const [warmUp, seconds, rounds] = isShort ? ([400, 2, 1] as const) : ([8_000, 10, 3] as const);
const connections = 1_000;
/** Each of whom waits for its answer: a first guess at what the process can answer. */
const callers = 24;
const guesses = [1, 1.5, 2, 3];
/** Of the most that it answered well. */
const nearPeak = [0.8, 1, 1.2];
const overload = 3;
const goal = 0.9;

interface Measured extends Sent {
  readonly serviceMs: number;
}

const tell = (text: string) => console.error(`${new Date().toISOString()} ${text}`);
const faults: string[] = [];

await using closing = new AsyncDisposableStack();
const sender = closing.use(startSender());
// Before the database is started, which has its processors from this process.
const processors = keepApart(sender.pid);
const db = await openTemporaryDatabase(closing);
tell('Seeding …');
const mix = await sellerMix(db, { auctions: isShort ? 500 : 20_000 });
const requests = mix(0, 4_000);
const lines = [...(beside === null ? [] : await measure('beside it', beside)), ...(await measure('this'))];

console.log(`# Three times as many requests as can be answered

${await describeMachine(db)}; one API process, at most ${connections} connections; ${processors}; ${rounds} times ${seconds} s of each rate, in turns. Written by \`npm run -s bench:overload\`.

Good is what was answered as wanted within a second of the instant at which it was to be sent.

| Service | Asked for, a second | Good, a second | Of the peak | Good, a second of a core of the service | Of the peak | Late | 429 or 503 with Retry-After | Anything else | A good answer, p50 / p99 ms |
|---|---:|---:|---:|---:|---:|---:|---:|---|---:|
${lines.join('\n')}`);

for (const fault of faults) console.error(`Fault: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function measure(name: string, checkout?: string): Promise<string[]> {
  await using api = await serveApi(db.url, checkout === undefined ? {} : { checkout });
  const warmer = { port: api.port, requests: mix(0, warmUp), rate: null, connections: callers };
  const send = async (perSecond: number): Promise<Measured> => {
    const before = cpuMs(api.child.pid!);
    const sent = await sender.send({ port: api.port, requests, rate: { perSecond, seconds }, connections });
    return { ...sent, serviceMs: cpuMs(api.child.pid!) - before };
  };
  tell(`Warming ${name} up …`);
  await sender.send(warmer);
  const warm = await sender.send(warmer);
  const guess = warm.good / warm.seconds;
  let capacity = 0;
  for (const share of guesses) {
    tell(`Asking ${name} for ${(share * guess).toFixed(0)} a second, to find its peak …`);
    capacity = Math.max(capacity, (await send(share * guess)).good / seconds);
  }

  const measured = new Map([...nearPeak, overload].map((share) => [share, [] as Measured[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [share, all] of measured) {
      tell(`Asking ${name} for ${(share * capacity).toFixed(0)} a second …`);
      all.push(await send(share * capacity));
    }
  }
  const best = (of: (share: number) => number) => Math.max(...nearPeak.map(of));
  const median = (share: number, of: (one: Measured) => number) => percentile(measured.get(share)!.map(of), 0.5);
  const perSecond = (share: number) => median(share, ({ good }) => good / seconds);
  const perCore = (share: number) => median(share, ({ good, serviceMs }) => (good * 1_000) / serviceMs);
  return [...measured].map(([share, all]) => {
    const ofPeak = perSecond(share) / best(perSecond);
    const others = all.flatMap((one) => Object.entries(one.others).map(([what, times]) => `${times} × ${what}`));
    if (checkout === undefined && share === overload && ofPeak < goal && !isShort)
      faults.push(`${ofPeak.toFixed(2)} of the peak's good answers`);
    if (checkout === undefined && others.length > 0) faults.push(`some were told otherwise: ${others.join(', ')}`);
    return `| ${[
      name,
      median(share, (one) => one.requests / seconds).toFixed(0),
      perSecond(share).toFixed(0),
      ofPeak.toFixed(2),
      perCore(share).toFixed(0),
      (perCore(share) / best(perCore)).toFixed(2),
      median(share, ({ late }) => late),
      median(share, ({ turnedAway }) => turnedAway),
      others.join(', ') || 'nothing',
      `${median(share, ({ p50Ms }) => p50Ms).toFixed(0)} / ${median(share, ({ p99Ms }) => p99Ms).toFixed(0)}`,
    ].join(' | ')} |`;
  });
}
