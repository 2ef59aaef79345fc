// `npm run bench:memory`: what a process of the API has in memory while it answers 200,000 requests, no two of them alike, and a
// minute afterwards. Fails where what it holds grows. `-- --short`: for a few requests, to see that it works.
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeMachine } from '../describe-machine.ts';
import { openTemporaryDatabase } from '../open-temporary-database.ts';
import { sellerMix } from '../overload/seller-mix.ts';
import { startSender } from '../overload/sender-process.ts';
import { serveApi } from '../serve-api.ts';

const isShort = process.argv.includes('--short');
const step = isShort ? 200 : 20_000;
const steps = 10;
/** Code is compiled, caches fill and limits count, all up to a bound. */
const warmUpSteps = 4;
const restSeconds = isShort ? 1 : 70;
const callers = 24;
/** On a busy machine a few wait too long for their answers, which takes nothing from what is measured. */
const leastAnswered = 0.99;
/** Of the heap, over all steps after the warm-up: more than this is no noise. */
const maxGrowthMiB = 3;

interface Sample {
  readonly requests: number;
  readonly usage: NodeJS.MemoryUsage;
}

await using closing = new AsyncDisposableStack();
const db = await openTemporaryDatabase(closing);
const mix = await sellerMix(db, { auctions: isShort ? 500 : 20_000 });
const sender = closing.use(startSender());
const { port, child } = closing.use(
  await serveApi(db.url, { execArgv: ['--expose-gc', '--import', path.join(import.meta.dirname, 'report-memory.ts')] }),
);

const samples: Sample[] = [await sample(0)];
for (let first = 0; first < step * steps; first += step) {
  const requests = mix(first, step);
  const { good, late, others, turnedAway } = await sender.send({ port, requests, rate: null, connections: callers });
  if (good + late < step * leastAnswered)
    throw new Error(`${turnedAway} were turned away, and others: ${JSON.stringify(others)}`);
  samples.push(await sample(first + step));
  console.error(JSON.stringify(samples.at(-1)));
}
await delay(restSeconds * 1_000);
const rested = await sample(step * steps);
const warm = samples.slice(warmUpSteps);
const growthMiB = slope(warm) * step * (steps - warmUpSteps);

console.log(`# Memory under load, and after

${await describeMachine(db)}; one API process, ${callers} callers, no two requests alike. Written by \`npm run -s bench:memory\`.

| Requests | Resident, MiB | Heap in use, collected, MiB | Outside the heap, MiB |
|---:|---:|---:|---:|
${[...samples, rested].map(row).join('\n')}

The last line is ${restSeconds} s after the last request. From ${(step * warmUpSteps).toLocaleString('en')} requests on, the heap grew by ${growthMiB.toFixed(2)} MiB, by the line of least squares.`);

if (growthMiB > maxGrowthMiB && !isShort) {
  console.error(`Fault: the heap grew by ${growthMiB.toFixed(2)} MiB.`);
  process.exitCode = 1;
}

async function sample(requests: number): Promise<Sample> {
  const answer = once(child, 'message') as Promise<[NodeJS.MemoryUsage]>;
  child.send('report');
  return { requests, usage: (await answer)[0] };
}

/** Bytes of the heap a request, by the line of least squares. */
function slope(all: readonly Sample[]): number {
  const mean = (of: (one: Sample) => number) => all.reduce((sum, one) => sum + of(one), 0) / all.length;
  const [x, y] = [mean(({ requests }) => requests), mean(({ usage }) => usage.heapUsed)];
  const covariance = mean(({ requests, usage }) => (requests - x) * (usage.heapUsed - y));
  return covariance / mean(({ requests }) => (requests - x) ** 2) / 2 ** 20;
}

function row({ requests, usage: { rss, heapUsed, external } }: Sample): string {
  const mebibytes = [rss, heapUsed, external].map((bytes) => (bytes / 2 ** 20).toFixed(1));
  return `| ${[requests.toLocaleString('en'), ...mebibytes].join(' | ')} |`;
}
