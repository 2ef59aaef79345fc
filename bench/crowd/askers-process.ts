// A process of bidders or of sellers. They ask at a steady rate, whatever becomes of what they asked before: a time counts from
// the instant at which it was to begin, so that a service that stands still is not asked less.
import { setTimeout as delay } from 'node:timers/promises';
import { publicUrl } from '../../test/support/service.ts';
import { bidOnce } from '../../test/rolling/make-load.ts';
import { wallMs } from './load-processes.ts';

export interface Asking {
  readonly who: 'bidders' | 'sellers';
  /** The addresses of the API's processes; requests go to them in turn. */
  readonly urls: readonly string[];
  readonly perSecond: number;
  readonly auctionId: string;
  /** The API key of the auction's seller. */
  readonly key: string;
}

export interface Asked {
  readonly plannedMs: number;
  readonly tookMs: number;
  /**
   * Whom a page has told that a bid of hers is placed; `polled`; `turned away` by 503, or by a connection that broke, after which a
   * client asks again; or what went wrong.
   */
  readonly outcome: { readonly placedBy: string } | 'polled' | 'turned away' | { readonly fault: string };
}

const asked: Asked[] = [];
const underWay = new Set<Promise<void>>();
const stopping = new AbortController();
let turn = 0;

process.on('message', (message: Asking | 'stop') => {
  if (message === 'stop') return void stop();
  void begin(message);
  process.send!('asking');
});

async function begin(asking: Asking): Promise<void> {
  const next = (path: string) => {
    const { pathname, search } = new URL(path, publicUrl);
    return asking.urls[turn++ % asking.urls.length]! + pathname + search;
  };
  const paths = ['/v1/auctions', `/v1/auctions/${asking.auctionId}`];
  const bid = async (): Promise<Asked['outcome']> => {
    const answers: Response[] = [];
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(next(path), { ...init, redirect: 'manual' });
      answers.push(answer.clone());
      return answer;
    };
    const placedBy = await bidOnce({ ask }, asking);
    if (placedBy !== null) return { placedBy };
    if (answers.some(({ status }) => status === 503)) return 'turned away';
    const headings = (await answers.at(-1)!.text()).matchAll(/<h[12][^>]*>([^<]+)</g);
    const statuses = answers.map(({ status }) => status).join(', ');
    return { fault: `not placed, answered ${statuses}: ${[...headings].map(([, words]) => words).join(' | ')}` };
  };
  const poll = async (): Promise<Asked['outcome']> => {
    const headers = { authorization: `Bearer ${asking.key}` };
    const answer = await fetch(next(paths[turn % paths.length]!), { headers });
    await answer.text();
    if (answer.status === 503) return 'turned away';
    return answer.status === 200 ? 'polled' : { fault: `answered ${answer.status}` };
  };
  const work = asking.who === 'bidders' ? bid : poll;
  const begunMs = wallMs();
  const askOnce = async (plannedMs: number) => {
    const outcome = await work().catch((error: unknown): Asked['outcome'] =>
      // `fetch` throws a TypeError when a connection breaks.
      error instanceof TypeError ? 'turned away' : { fault: String(error) },
    );
    asked.push({ plannedMs, tookMs: wallMs() - plannedMs, outcome });
  };
  for (let count = 0; !stopping.signal.aborted; count += 1) {
    const plannedMs = begunMs + (count * 1_000) / asking.perSecond;
    await delay(Math.max(0, plannedMs - wallMs()));
    underWay.add(askOnce(plannedMs));
  }
}

async function stop(): Promise<void> {
  stopping.abort();
  await Promise.all(underWay);
  process.send!(asked);
}
