import { expect, test } from 'vitest';
import { servePage } from '../e2e/serve-page.ts';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { readSubscription } from './sse-client.ts';

const service = await sharedService();
const seller = await service.seller();

const query = 'subscription ($auctionId: ID!) { auctionChanged(auctionId: $auctionId) { title bidCount } }';

/** As `curl -N` asks, over a socket. */
function subscribe(url: string, auctionId: string, signal: AbortSignal | null = null): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${seller.key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query, variables: { auctionId } }),
    signal,
  });
}

test('streams that clients leave make room, and those that stay end as soon as the service stops', async () => {
  const { auctionId } = await service.auction(seller, ongoing);
  const served = await servePage(service.deps);
  const leaving = new AbortController();
  const streams: Response[] = [];
  // Ten at a time: a slow machine sheds some of a hundred requests at once.
  while (streams.length < 100) {
    const next = Array.from({ length: 10 }, () => subscribe(served.url, auctionId, leaving.signal));
    streams.push(...(await Promise.all(next)));
  }
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const begins = async () => {
    await using stream = readSubscription(await subscribe(served.url, auctionId));
    return (await stream.nextResult()).errors?.[0].extensions.code ?? 'begins';
  };
  expect(await begins()).toBe('subscription_limit');
  leaving.abort();
  await expect.poll(begins, { timeout: 10_000 }).toBe('begins');

  const staying = await subscribe(served.url, auctionId);
  expect(staying.status).toBe(200);
  await served[Symbol.asyncDispose]();
  expect(await staying.text()).toMatch(/retry: \d+\n\n$/);
});
