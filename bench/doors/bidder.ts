// A bidder who bids steadily, in a process of its own: the strangers of the bench keep their own process busy for seconds.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { aBidder } from '../../test/page/bidder.ts';
import { publicUrl } from '../../test/support/service.ts';
import { startLoadProcess } from '../load-process.ts';
import { senderAt } from './attack.ts';

interface Plan {
  readonly port: number;
  readonly auctionId: string;
  readonly bids: number;
  readonly bidEveryMs: number;
}

/** The milliseconds that each request took, and what was answered to each bid of so many cents. */
export interface Waits {
  readonly requestMs: readonly number[];
  readonly said: readonly (readonly [cents: number, answer: string])[];
}

/** Places the bids of the plan. The signal ends it without a result. */
export async function bidSteadily(plan: Plan, signal: AbortSignal): Promise<Waits> {
  await using bidder = startLoadProcess(fileURLToPath(import.meta.url));
  const broken = once(signal, 'abort').then(() => ({ requestMs: [Infinity], said: [] }));
  return await Promise.race([bidder.ask<Waits>(plan), broken]);
}

if (import.meta.main) {
  const [plan] = (await once(process, 'message')) as [Plan];
  process.send!(await bid(plan));
}

async function bid({ port, auctionId, bids, bidEveryMs }: Plan): Promise<Waits> {
  const requestMs: number[] = [];
  const said: [number, string][] = [];
  using sender = senderAt(port, '127.0.0.100', 6);
  const timed = async (to: string, init?: RequestInit) => {
    const { pathname, search } = new URL(to, publicUrl);
    const at = performance.now();
    try {
      return await sender.send(pathname + search, init);
    } finally {
      requestMs.push(performance.now() - at);
    }
  };
  for (let index = 0; index < bids; index += 1) {
    const next = performance.now() + bidEveryMs;
    const dollars = 20 + index;
    const bidder = aBidder({ request: timed }, { auctionId });
    const answer = await bidder
      .bid({ amount: dollars.toFixed(2), email: `bidder${dollars}@example.com` })
      .catch((error: unknown) => ({ status: 0, text: String(error) }));
    const heading = /<h[12][^>]*>([^<]+)</.exec(answer.text)?.[1] ?? answer.text.slice(0, 100);
    said.push([dollars * 100, `${answer.status} ${heading}`]);
    await delay(Math.max(0, next - performance.now()));
  }
  return { requestMs, said };
}
