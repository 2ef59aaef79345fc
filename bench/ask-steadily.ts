// A process that asks the API at a steady rate, started with `fork`: now for a list of auctions, now for a single one.
// The time of a request counts from the instant at which it was to be sent, so that a service that stands still is not
// asked less.
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './percentile.ts';

export interface Asking {
  readonly baseUrl: string;
  readonly key: string;
  readonly auctionIds: readonly string[];
  readonly perSecond: number;
}

/** What has been asked since the last report. */
export interface Asked {
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answered 503: the service said that it has more to do than it can, and to come again. */
  readonly turnedAway: number;
  /** Every other answer than 200, and no answer at all. */
  readonly failures: readonly string[];
}

const { baseUrl, key, auctionIds, perSecond } = JSON.parse(process.argv[2]!) as Asking;

let times: number[] = [];
let turnedAway = 0;
let failures: string[] = [];

async function ask(path: string, plannedAt: number): Promise<void> {
  try {
    const response = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });
    await response.text();
    if (response.status === 503) turnedAway += 1;
    else if (response.status !== 200) failures.push(`${path} answered ${response.status}`);
  } catch (error) {
    failures.push(`${path}: ${String(error)}`);
  }
  times.push(performance.now() - plannedAt);
}

const asking = new Set<Promise<void>>();
const stopping = new AbortController();
process.on('message', (wish: 'report' | 'stop') => {
  if (wish === 'stop') return stopping.abort();
  process.send!({
    requests: times.length,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    turnedAway,
    failures,
  } satisfies Asked);
  times = [];
  turnedAway = 0;
  failures = [];
});

const begin = performance.now();
process.send!('asking');
for (let count = 0; !stopping.signal.aborted; count += 1) {
  const plannedAt = begin + (count * 1_000) / perSecond;
  await delay(Math.max(0, plannedAt - performance.now()));
  const path = count % 2 === 0 ? '/v1/auctions' : `/v1/auctions/${auctionIds[count % auctionIds.length]}`;
  const request = ask(path, plannedAt).finally(() => asking.delete(request));
  asking.add(request);
}
await Promise.all(asking);
process.disconnect?.();
