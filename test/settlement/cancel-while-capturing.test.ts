import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Seller } from '../support/seller.ts';
import { createApp } from '../../src/operations/start/app.ts';
import { readConfig } from '../../src/platform/config.ts';
import { type Answer, readAnswer } from '../support/answer.ts';
import { flatAnswers } from '../support/flat-answers.ts';
import { serviceForFile } from '../support/service.ts';
import { stopSpoiling } from '../providers/spoiling-cards.ts';
import { type AuctionStage, setAuctionStage } from './auction-stage.ts';

const service = await serviceForFile();
const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
let stage: AuctionStage;
let high: string;

/** Asks a service whose cancellations wait for so long. */
function waitingFor(cancelWaitMs: number): (path: string, init: RequestInit) => Promise<Answer> {
  const app = createApp({ ...service.deps, config: { ...service.deps.config, cancelWaitMs } });
  return flatAnswers(async (path, init) =>
    readAnswer(await app.fetch(new Request(new URL(path, 'http://localhost'), init))),
  );
}

const patient = waitingFor(60_000);
const impatient = waitingFor(300);
let request = patient;

beforeEach(async () => {
  request = patient;
  stage = await setAuctionStage({}, service);
  await stage.bid(5_000);
  high = await stage.bid(9_000, 'capture_never_answered');
  await stage.settle();
});
afterEach(() => outcome('visa'));

/** The provider has an answer now to the capture that is under way, and a worker asks for it. */
async function outcome(card: 'visa' | 'capture_declined'): Promise<void> {
  const { rows } = await service.db.query<{ reference: string }>(
    `update simulated_payments set card = $2 from authorizations where provider_reference = reference and bid_id = $1
     returning reference`,
    [high, card],
  );
  for (const { reference } of rows) stopSpoiling(reference);
  await stage.hurry();
  await stage.work();
}

/** A cancellation waits now. */
async function cancellationWaits(): Promise<void> {
  const isWaiting = async () => {
    const { rowCount } = await service.db.query(
      'select from auctions where auction_id = $1 and cancel_waits_until > clock_timestamp()',
      [stage.auction.auctionId],
    );
    return rowCount === 1;
  };
  await vi.waitUntil(isWaiting, { timeout: 60_000, interval: 20 });
}

interface Told {
  readonly code: string;
  readonly retryAfter: string | null;
}

const mutation = () =>
  `mutation { cancelAuction(input: { auctionId: "${stage.auction.auctionId}" }) { success errors { code fault message path } } }`;

const doors: Record<string, (key: string) => Promise<Told>> = {
  REST: () => rest({}),
  'REST with an Idempotency-Key': (key) => rest({ 'idempotency-key': key }),
  GraphQL: () => graphql(stage.seller, mutation()),
  'GraphQL with an Idempotency-Key': (key) => graphql(stage.seller, mutation(), { 'idempotency-key': key }),
  'an operator': () =>
    graphql(
      admin,
      `mutation { endAuction(input: { auctionId: "${stage.auction.auctionId}", reason: "A court order", confirm: true }) { operatorAction { auctionId } errors { code fault message path } } }`,
    ),
  'an operator with an Idempotency-Key': (key) =>
    graphql(
      admin,
      `mutation { endAuction(input: { auctionId: "${stage.auction.auctionId}", reason: "A court order", confirm: true }) { operatorAction { auctionId } errors { code fault message path } } }`,
      { 'idempotency-key': key },
    ),
};

async function rest(headers: Record<string, string>): Promise<Told> {
  const answer = await request(`/v1/auctions/${stage.auction.auctionId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${stage.seller.key}`, ...headers },
  });
  return { code: answer.body.code ?? 'cancelled', retryAfter: answer.headers.get('retry-after') };
}

async function graphql(seller: Seller, query: string, headers: Record<string, string> = {}): Promise<Told> {
  const answer = await request('/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer ${seller.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  return {
    code: answer.body.errors?.[0]?.extensions.code ?? 'cancelled',
    retryAfter: answer.headers.get('retry-after'),
  };
}

test.each(Object.keys(doors))(
  'a cancellation by %s waits for a capture under way: refused, the auction is cancelled, and nobody else is asked',
  async (door) => {
    const cancelling = doors[door]!(randomUUID());
    await cancellationWaits();
    await outcome('capture_declined');
    expect(await cancelling).toMatchObject({ code: 'cancelled' });
    await stage.work();
    expect(await stage.result()).toMatchObject({ outcome: 'CANCELLED', winner: null });
    expect((await stage.result()).attempts.every((attempt) => attempt.startsWith(high))).toBe(true);
  },
);

test.each(Object.keys(doors))(
  'a cancellation by %s waits for a capture under way: captured, the auction is completed',
  async (door) => {
    const cancelling = doors[door]!(randomUUID());
    await cancellationWaits();
    await outcome('visa');
    expect(await cancelling).toMatchObject({ code: 'auction_completed' });
    expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: high });
  },
);

test('a cancellation that has waited for nothing is refused, and says when to try again', async () => {
  expect(readConfig({}).cancelWaitMs).toBe(10_000);
  request = impatient;
  const [told, keyed] = await Promise.all([doors['REST']!(''), doors['REST with an Idempotency-Key']!(randomUUID())]);
  expect(told).toEqual({ code: 'auction_settling', retryAfter: '10' });
  expect(keyed).toEqual(told);
});

test('the next bidder is not charged before the caller of a refused cancellation has tried again', async () => {
  request = impatient;
  await doors['REST']!('');
  await outcome('capture_declined');
  await stage.work();
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING' });
  expect(await doors['REST']!('')).toMatchObject({ code: 'cancelled' });
});

test('cancellations that wait hold no connection, and only so many wait', async () => {
  // More than the pool has connections.
  const waiting = Array.from({ length: 60 }, (_, index) =>
    doors[index % 2 === 0 ? 'REST' : 'REST with an Idempotency-Key']!(randomUUID()),
  );
  const refused: unknown[] = [];
  for (const each of waiting) void each.then(({ code }) => refused.push(code));
  // Requests with a key come two at a time.
  await vi.waitFor(() => expect(refused).toHaveLength(10), { timeout: 5_000 });
  expect(new Set(refused)).toEqual(new Set(['auction_settling']));
  const { status } = await stage.seller.get(`/v1/auctions/${stage.auction.auctionId}`);
  expect(status).toBe(200);
  await outcome('visa');
  const codes = (await Promise.all(waiting)).map(({ code }) => code);
  expect(codes.filter((code) => code === 'auction_settling')).toHaveLength(10);
  expect(codes.filter((code) => code === 'auction_completed')).toHaveLength(50);
});

test('settlement goes on when the cancellation that waited has given up', async () => {
  await service.db.query(
    `update auctions set cancel_waits_until = clock_timestamp() + interval '1 hour' where auction_id = $1`,
    [stage.auction.auctionId],
  );
  await outcome('capture_declined');
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING' });
  await service.db.query(
    `update auctions set cancel_waits_until = clock_timestamp() where auction_id = $1 returning pg_sleep(0.001)`,
    [stage.auction.auctionId],
  );
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD' });
});
