import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type FollowedRequest, makeFollowedRequests } from '../../src/platform/live/followed-requests.ts';
import { soundAuction } from '../contract/periods.ts';
import { type OtherProcess, startProcess } from '../graphql/sse-client.ts';
import type { Seller } from '../support/seller.ts';
import { startService } from '../support/service.ts';

describe('requestAnswered', () => {
  let service: Awaited<ReturnType<typeof startService>>;
  let other: OtherProcess;
  let seller: Seller;
  beforeAll(async () => {
    service = await startService();
    other = startProcess(service);
  });
  beforeEach(async () => {
    seller = await service.seller();
  });
  afterAll(async () => {
    await other[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const follow = (key: string) =>
    other.subscribe(
      key,
      'subscription { requestAnswered { method route operation status durationInMs requestId code missed } }',
    );

  /** Asks until the service has heard of the follower, and reads past those requests. */
  async function untilFollowed({ key }: Seller, stream: Awaited<ReturnType<typeof follow>>) {
    let isFollowed = false;
    const first = stream.next().then(() => (isFollowed = true));
    await expect
      .poll(async () => {
        await service.request('/v1/bids?limit=1', { headers: { authorization: `Bearer ${key}` } });
        return isFollowed;
      })
      .toBe(true);
    await first;
  }

  async function nextBut(stream: Awaited<ReturnType<typeof follow>>, operation: string): Promise<FollowedRequest> {
    for (;;) {
      const request = (await stream.next()) as FollowedRequest;
      if (request.operation !== operation) return request;
    }
  }

  test('shows the requests of the key that another process answers, without bodies and ids', async () => {
    await using stream = await follow(seller.key);
    await untilFollowed(seller, stream);
    const { body } = await seller.post('/v1/auctions', soundAuction);
    expect(await nextBut(stream, 'bids')).toEqual({
      method: 'POST',
      route: '/v1/auctions',
      operation: 'createAuction',
      status: 201,
      code: null,
      missed: 0,
      durationInMs: expect.any(Number),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const { headers } = await seller.patch(`/v1/auctions/${body.auction.auctionId}`, { title: '' });
    expect(await nextBut(stream, 'bids')).toMatchObject({
      method: 'PATCH',
      route: '/v1/auctions/:auctionId',
      operation: 'updateAuction',
      status: 400,
      code: 'invalid_request',
      requestId: headers.get('x-request-id'),
    });
    await seller.mutate('cancelAuction', { auctionId: '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11' });
    expect(await nextBut(stream, 'bids')).toMatchObject({
      method: 'POST',
      route: '/graphql',
      operation: 'cancelAuction',
      status: 200,
      code: 'auction_not_found',
    });
  });

  test('shows no request of another key', async () => {
    await using stream = await follow(seller.key);
    await untilFollowed(seller, stream);
    const foreign = await service.seller();
    await using foreignStream = await follow(foreign.key);
    await untilFollowed(foreign, foreignStream);
    await foreign.post('/v1/auctions', soundAuction);
    expect(await nextBut(foreignStream, 'bids')).toMatchObject({ operation: 'createAuction' });
    await seller.get('/v1/auctions?limit=0');
    expect(await nextBut(stream, 'bids')).toMatchObject({ route: '/v1/auctions', method: 'GET', status: 400 });
  });
});

describe('a process', () => {
  const request = (requestId: string): FollowedRequest => ({
    method: 'GET',
    route: '/v1/bids',
    operation: 'bids',
    status: 200,
    ms: 1,
    requestId,
    code: null,
    missed: 0,
  });

  /** Two processes that hear one another, as on one database. */
  function makeTwo() {
    const sent: string[] = [];
    const notify = (channel: string, payloads: string[]) => {
      sent.push(...payloads);
      for (const process of processes) for (const payload of payloads) process.receive(channel, payload);
    };
    const processes = [makeFollowedRequests(notify), makeFollowedRequests(notify)] as const;
    return { processes, sent, [Symbol.dispose]: () => processes.forEach((process) => process[Symbol.dispose]()) };
  }

  test('does nothing for a key that nobody follows', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    using two = makeTwo();
    const [first, second] = two.processes;
    first.follow('a');
    second.record('b', () => expect.fail('This request must not be made.'));
    vi.advanceTimersByTime(4_900);
    expect(two.sent).toEqual(['a']);
  });

  test('gathers at most 50 requests, in notifications that PostgreSQL takes, and counts the others', async () => {
    using two = makeTwo();
    const [first, second] = two.processes;
    const followed = first.follow('key');
    for (let number = 1; number <= 60; number += 1) second.record('key', () => request(`${number}`.padStart(36, '0')));
    const ids = [];
    for await (const { requestId, missed } of followed) {
      ids.push(Number(requestId));
      expect(missed).toBe(ids.length === 50 ? 10 : 0);
      if (ids.length === 50) break;
    }
    expect(ids).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(Math.max(...two.sent.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8_000);
  });

  test('keeps at most 1,000 requests for a slow reader, and counts the others', async () => {
    using two = makeTwo();
    const [first, second] = two.processes;
    const followed = first.follow('key');
    for (let number = 0; number < 1_500; number += 1) {
      second.receive('requests_answered', `key ${JSON.stringify([request('other process')])}`);
      first.receive('requests_answered', `key ${JSON.stringify([request(`${number}`)])}`);
    }
    let shown = 0;
    let missed = 0;
    while (shown + missed < 1_500) {
      const { value } = await followed.next();
      shown += 1;
      missed += value!.missed;
    }
    expect([shown, missed]).toEqual([1_000, 500]);
  });
});
