import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { readConfig } from '../../src/platform/config.ts';
import { consumeAlarms } from '../../src/platform/jobs/consume.ts';
import { makeAlarms } from '../../src/platform/jobs/make-alarms.ts';
import { workKinds } from '../../src/payments/providers/work-kinds.ts';
import { startTracing, traceStatements } from '../../src/platform/tracing/start-tracing.ts';
import { inSpan, presentTraceparent } from '../../src/platform/tracing/span.ts';
import { sendWebhooks } from '../../src/operations/work/send-webhooks.ts';
import { startWorker } from '../../src/operations/work/start-worker.ts';
import { aBidder } from '../page/bidder.ts';
import { readAnswer } from '../support/answer.ts';
import { endAuction } from '../support/end-auction.ts';
import { ongoing } from '../support/insert-auction.ts';
import { makeSeller } from '../support/seller.ts';
import { startService } from '../support/service.ts';
import { ask, create } from '../webhooks/ask.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { type CollectedSpan, startCollector } from './collector.ts';
import { withDatabase } from '../support/settings.ts';

test('makes no traces without a collector', async () => {
  expect(await startTracing({ otlpEndpoint: null })).toBeNull();
  const result = inSpan('x', {}, (span) => ({ span, traceparent: presentTraceparent() }));
  expect(result).toEqual({ span: null, traceparent: null });
});

test('a trace leads from the request to the field, the statements, and the job that comes of it', async () => {
  await using collector = await startCollector();
  await using service = await startService();
  const config = { ...service.deps.config, otlpEndpoint: collector.url, trustedProxies: 1 };
  const auctionId = randomUUID();
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  {
    await using tracing = await startTracing(config);
    expect(tracing).not.toBeNull();
    traceStatements(service.db.pool);
    await using alarms = makeAlarms(service.deps);
    const heard: string[] = [];
    const app = createApp({ ...service.deps, alarms, config });
    const seller = await makeSeller(service.db, async (path, init) =>
      readAnswer(await app.fetch(new Request(new URL(path, 'http://localhost'), init))),
    );
    const startTimestamp = Math.floor(Date.now() / 1000) + 120;
    const { status } = await seller.request('/v1/auctions', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // A proxy of ours has begun it.
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      },
      body: JSON.stringify({
        title: 'A desk',
        minimumBidValueInCents: 100,
        biddingPeriod: { startTimestamp, endTimestamp: startTimestamp + 86_400 },
      }),
    });
    expect(status).toBe(201);
    expect((await seller.graphql('{ auctions { nodes { auctionId } } }')).status).toBe(200);

    await using hearing = consumeAlarms(service.deps, async (alarm) => {
      await service.db.query('select 1 as looked');
      heard.push(alarm.auctionId);
      return 0;
    });
    expect(hearing).toBeDefined();
    await vi.waitFor(
      async () => {
        const { rows } = await service.db.query<{ dueAt: Date }>('select clock_timestamp() as "dueAt"');
        const arm = () => alarms.arm([{ kind: 'open', auctionId, dueAt: rows[0]!.dueAt }]);
        expect(await inSpan('arming', {}, arm)).toBe(true);
      },
      { timeout: 20_000, interval: 500 },
    );
    await vi.waitFor(() => expect(heard).toContain(auctionId), { timeout: 20_000 });
    await app[Symbol.asyncDispose]();
  }

  const { spans } = collector;
  expect([...collector.paths]).toEqual(['/v1/traces']);
  const way = wayIn(spans);
  const request = spans.find(({ name }) => name === 'POST /v1/auctions');
  expect(request).toMatchObject({ traceId, parentId: '00f067aa0ba902b7' });
  const ofRequest = spans.filter((span) => span.traceId === traceId).map(way);
  expect(ofRequest).toContainEqual(['authenticate', 'POST /v1/auctions']);
  expect(
    ofRequest.some((names) => names.slice(-3).join() === 'Mutation.createAuction,GraphQL mutation,POST /v1/auctions'),
  ).toBe(true);
  // A statement below the root field.
  expect(ofRequest.some((names) => names.length === 4)).toBe(true);
  const ways = spans.map(way);
  // A query runs resolvers, or is read with one statement: it is a part of the request either way.
  const ofGraphql = ways.filter((names) => names.slice(-2).join() === 'GraphQL query,POST /graphql');
  expect(ofGraphql.some((names) => names.length > 2)).toBe(true);
  expect(ways).toContainEqual(['SELECT', 'alarm open', 'arming']);
});

test('a webhook belongs to the trace of the request that it tells of', async () => {
  await using collector = await startCollector();
  await using receiver = await startReceiver();
  const config = readConfig({
    ...withDatabase('postgresql://not/asked'),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    TRUST_PROXY: '1',
    WEBHOOK_ALLOW_LOOPBACK: 'true',
  });
  await using service = await startService({ config });
  const seller = await service.seller();
  await ask(seller, create, { url: receiver.url(), eventTypes: ['auction_cancelled'] });
  const { auctionId } = await service.auction(seller);
  const traceId = '7d3efb1b173fecfa8c2f0b6a4e5d9c31';
  {
    await using tracing = await startTracing(config);
    expect(tracing).not.toBeNull();
    await using _sending = sendWebhooks(service.deps);
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    expect((await seller.request(`/v1/auctions/${auctionId}`, { method: 'DELETE', headers })).status).toBe(200);
    await expect.poll(() => receiver.received, { timeout: 20_000 }).toHaveLength(1);
  }
  const webhook = collector.spans.find(({ name }) => name === 'webhook')!;
  expect(webhook).toMatchObject({ traceId });
  expect(wayIn(collector.spans)(webhook)).toEqual([
    'webhook',
    'Mutation.cancelAuction',
    'GraphQL mutation',
    'DELETE /v1/auctions/:auctionId',
  ]);
});

test('statements that share a transaction belong to the trace of their own request each', async () => {
  await using collector = await startCollector();
  await using service = await startService();
  traceStatements(service.db.pool);
  const texts = ['select 1', 'select 2', 'select 3'];
  {
    await using tracing = await startTracing({ otlpEndpoint: collector.url });
    expect(tracing).not.toBeNull();
    const ask = async (text: string) => {
      await inSpan(`asks ${text}`, {}, () => service.db.commitTogether({ name: text, text }));
    };
    await ask('select 0');
    await Promise.all(texts.map(ask));
  }
  const ways = collector.spans.map(wayIn(collector.spans)).filter((names) => names.length > 1);
  expect(ways.toSorted(([one], [other]) => one!.localeCompare(other!))).toEqual(
    ['select 0', ...texts].map((text) => [text, `asks ${text}`]),
  );
});

test('a stranger joins no trace of ours', async () => {
  await using collector = await startCollector();
  await using service = await startService();
  {
    await using tracing = await startTracing({ otlpEndpoint: collector.url });
    expect(tracing).not.toBeNull();
    await service.request('/healthz', { headers: { traceparent: `00-${'ab'.repeat(16)}-00f067aa0ba902b7-01` } });
  }
  expect(collector.spans).toMatchObject([{ name: 'GET /healthz', parentId: '' }]);
});

test('a worker that finds nothing to do leaves no trace, and what it does names the auction', async () => {
  await using collector = await startCollector();
  await using service = await startService();
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, ongoing);
  traceStatements(service.db.pool);
  {
    await using tracing = await startTracing({ otlpEndpoint: collector.url });
    expect(tracing).not.toBeNull();
    const query = vi.spyOn(service.db, 'query');
    await using worker = await startWorker(service.deps);
    expect(worker).toBeDefined();
    const looksFor = (claim: string) =>
      query.mock.calls.filter(([asked]) => typeof asked === 'object' && asked.name === claim).length;
    const claims = [...workKinds.map((kind) => `claim-unfinished-${kind}`), 'claim-webhook-deliveries'];
    await vi.waitUntil(() => claims.every((claim) => looksFor(claim) >= 2), { timeout: 20_000 });
    query.mockRestore();
  }
  expect(collector.spans).toEqual([]);

  await aBidder(service, { auctionId }).bid({ email: 'ada@example.com', amount: '60', confirmed: '6000 high' });
  await endAuction(service.db, auctionId);
  {
    await using tracing = await startTracing({ otlpEndpoint: collector.url });
    expect(tracing).not.toBeNull();
    await using worker = await startWorker(service.deps);
    expect(worker).toBeDefined();
    const status = async () => (await seller.get(`/v1/auctions/${auctionId}`)).body.auction.status;
    await expect.poll(status, { timeout: 20_000 }).toBe('completed');
  }
  const named = (wanted: string) => collector.spans.filter(({ name }) => name === wanted);
  for (const name of ['settlement', 'GET /v1/auctions/:auctionId']) {
    expect(named(name).length).toBeGreaterThan(0);
    for (const { attributes } of named(name)) expect(attributes['auctionId']).toBe(auctionId);
  }
});

/** The names from a span up to where its trace began here. */
function wayIn(spans: readonly CollectedSpan[]): (span: CollectedSpan) => string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const way = (span: CollectedSpan): string[] => {
    const parent = byId.get(span.parentId);
    return [span.name, ...(parent === undefined ? [] : way(parent))];
  };
  return way;
}
