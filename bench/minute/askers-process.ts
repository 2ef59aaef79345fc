// A process of bidders or of sellers. They ask at a steady rate, whatever becomes of what they asked before: a time counts from
// the instant at which it was to begin, so that a service that stands still is not asked less.
import { setTimeout as delay } from 'node:timers/promises';
import { publicUrl } from '../../test/support/service.ts';
import { bidOnce } from '../../test/rolling/make-load.ts';
import { wallMs } from '../load-process.ts';

export interface SteadyLoad {
  readonly who: 'bidders' | 'sellers';
  /** The addresses of the API's processes; requests go to them in turn. */
  readonly urls: readonly string[];
  readonly perSecond: number;
  /** Bidders bid on the first; sellers ask for each. */
  readonly auctionIds: readonly string[];
  /** The API key of the auctions' seller. */
  readonly key: string;
}

interface Outcome {
  /** The bidder whose page says that the bid is placed. */
  readonly placedBy?: string;
  /** By 503, or by a connection that broke, after which a client asks again. */
  readonly isTurnedAway?: boolean;
  readonly fault?: string;
}

export interface AskedOnce extends Outcome {
  readonly plannedMs: number;
  readonly tookMs: number;
}

const asked: AskedOnce[] = [];
const underWay = new Set<Promise<void>>();
const stopping = new AbortController();
let turn = 0;

process.on('message', (message: SteadyLoad | 'stop') => {
  if (message === 'stop') return void stop();
  void begin(message);
  process.send!('asking');
});

async function begin(load: SteadyLoad): Promise<void> {
  const next = (path: string) => {
    const { pathname, search } = new URL(path, publicUrl);
    return load.urls[turn++ % load.urls.length]! + pathname + search;
  };
  const [auctionId] = load.auctionIds as [string];
  const bid = async (): Promise<Outcome> => {
    const answers: Response[] = [];
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(next(path), { ...init, redirect: 'manual' });
      answers.push(answer.clone());
      return answer;
    };
    const placedBy = await bidOnce({ ask }, { auctionId });
    if (placedBy !== null) return { placedBy };
    if (answers.some(({ status }) => status === 503)) return { isTurnedAway: true };
    const headings = (await answers.at(-1)!.text()).matchAll(/<h[12][^>]*>([^<]+)</g);
    const statuses = answers.map(({ status }) => status).join(', ');
    return { fault: `not placed, answered ${statuses}: ${[...headings].map(([, words]) => words).join(' | ')}` };
  };
  const poll = async (): Promise<Outcome> => {
    const headers = { authorization: `Bearer ${load.key}` };
    const poll = Math.floor(turn / load.urls.length);
    const one = load.auctionIds[poll % load.auctionIds.length];
    const answer = await fetch(next(poll % 2 === 0 ? '/v1/auctions' : `/v1/auctions/${one}`), { headers });
    await answer.text();
    if (answer.status === 503) return { isTurnedAway: true };
    return answer.status === 200 ? {} : { fault: `answered ${answer.status}` };
  };
  const work = load.who === 'bidders' ? bid : poll;
  const begunMs = wallMs();
  const askOnce = async (plannedMs: number) => {
    const outcome = await work().catch((error: unknown): Outcome =>
      // `fetch` throws a TypeError when a connection breaks.
      error instanceof TypeError ? { isTurnedAway: true } : { fault: String(error) },
    );
    asked.push({ plannedMs, tookMs: wallMs() - plannedMs, ...outcome });
  };
  for (let count = 0; !stopping.signal.aborted; count += 1) {
    const plannedMs = begunMs + (count * 1_000) / load.perSecond;
    await delay(Math.max(0, plannedMs - wallMs()));
    underWay.add(askOnce(plannedMs));
  }
}

async function stop(): Promise<void> {
  stopping.abort();
  await Promise.all(underWay);
  process.send!(asked);
}
