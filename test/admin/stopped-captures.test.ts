import { afterEach, beforeEach, expect, test } from 'vitest';
import { measureDueWork } from '../../src/settlement/measure-due-work.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage({}, service)));
afterEach(() => resume());

const because = 'reason: "A court order", confirm: true';

async function change(document: string) {
  const { body } = await admin.graphql(document);
  return body.errors === undefined ? body.data : body.errors[0].extensions;
}

function suspend(args: string) {
  return change(
    `mutation { suspendSeller(input: { sellerId: "${stage.seller.sellerId}", ${args} }) { seller { suspendedAt capturesStoppedAt } errors { code fault message path } } }`,
  );
}

const stop = () => suspend(`stopCaptures: true, ${because}`);

function resume() {
  return change(
    `mutation { resumeSeller(input: { sellerId: "${stage.seller.sellerId}" }) { seller { suspendedAt capturesStoppedAt } errors { code fault message path } } }`,
  );
}

/** The auction as everybody reads it, whose seller's keys are refused. */
async function outcome() {
  const { status, outcome: result } = await service.db.prisma.auction.findUniqueOrThrow({
    where: { auctionId: stage.auction.auctionId },
  });
  return [status, result];
}

async function states(): Promise<string[]> {
  const { rows } = await service.db.query<{ state: string }>(
    'select state from authorizations where auction_id = $1 order by value_in_cents desc',
    [stage.auction.auctionId],
  );
  return rows.map(({ state }) => state);
}

async function attention() {
  const body = await change('{ settlementsNeedingAttention { nodes { kind why valueInCents auctionId state } } }');
  return body.settlementsNeedingAttention.nodes.filter(
    ({ auctionId }: { auctionId: string }) => auctionId === stage.auction.auctionId,
  );
}

async function attempts(): Promise<number> {
  return service.db.prisma.captureAttempt.count({ where: { auctionId: stage.auction.auctionId } });
}

test('nobody is charged while captures are stopped, and the winner pays once they go on', async () => {
  await stage.bid(5_000);
  await stage.bid(6_000);
  expect(await stop()).toMatchObject({
    suspendSeller: { capturesStoppedAt: expect.stringContaining('T') as string },
  });
  await stage.settle();
  expect([await states(), await attempts(), await outcome()]).toEqual([
    ['authorized', 'authorized'],
    0,
    ['ongoing', null],
  ]);
  expect(await settleAuction(service.deps, stage.auction.auctionId)).toBe('waits');

  expect(await resume()).toMatchObject({ resumeSeller: { suspendedAt: null, capturesStoppedAt: null } });
  await stage.work();
  expect([await states(), await outcome()]).toEqual([
    ['captured', 'released'],
    ['completed', 'SOLD'],
  ]);
});

test('lists a waiting auction with its amount, the end of its hold and the remedy, and not as overdue', async () => {
  await stage.bid(6_000);
  await stop();
  expect(await attention()).toEqual([]);
  await stage.end();
  const { captureBefore } = await service.db.prisma.authorization.findFirstOrThrow({
    where: { auctionId: stage.auction.auctionId },
  });
  expect(await attention()).toEqual([
    {
      kind: 'CAPTURES_STOPPED',
      why: expect.stringMatching(`lapses on ${captureBefore!.toISOString()}.*resumeSeller.*endAuction`) as string,
      valueInCents: 6_000,
      auctionId: stage.auction.auctionId,
      state: 'AUTHORIZED',
    },
  ]);
  await service.db.query(
    `update auctions set bidding_period_starts_at = bidding_period_starts_at - interval '1 hour',
       bidding_period_ends_at = bidding_period_ends_at - interval '1 hour' where auction_id = $1`,
    [stage.auction.auctionId],
  );
  expect((await attention()).map(({ kind }: { kind: string }) => kind)).toEqual(['CAPTURES_STOPPED']);
  const settlement = async () =>
    (await measureDueWork(service.db.pool)).find(({ kind }) => kind === 'settlement')!.count;
  expect(await settlement()).toBe(0);
  await resume();
  expect(await settlement()).toBe(1);
});

test('a hold that lapses meanwhile is never captured: the bid after it is listed, and wins', async () => {
  const next = await stage.bid(5_000);
  await stage.bid(6_000);
  await stop();
  await stage.end();
  const { authorizationId, providerReference } = await service.db.prisma.authorization.findFirstOrThrow({
    where: { auctionId: stage.auction.auctionId, valueInCents: 6_000 },
  });
  await service.db.query(
    'update simulated_payments set capture_before = clock_timestamp() where reference = $1 returning pg_sleep(0.001)',
    [providerReference],
  );
  expect(
    await change(
      `mutation { readPayment(input: { authorizationId: "${authorizationId}", ${because} }) { operatorAction { state } errors { code fault message path } } }`,
    ),
  ).toEqual({
    readPayment: { state: 'EXPIRED' },
  });
  expect(await attention()).toMatchObject([{ kind: 'CAPTURES_STOPPED', valueInCents: 5_000 }]);
  await resume();
  await stage.work();
  expect(await stage.winners()).toEqual([next]);
});

/** Stops the captures while the first request for one is under way, whose answer is then lost. */
async function stopDuringCapture(isExecuted: boolean) {
  const { simulated } = service.deps.gateways;
  let requests = 0;
  const capture: typeof simulated.capture = async (request) => {
    requests += 1;
    if (requests === 1) await stop();
    if (isExecuted) await simulated.capture(request);
    return { outcome: 'unknown', reason: 'no answer', isOverloaded: true };
  };
  const deps = { ...service.deps, gateways: { ...service.deps.gateways, simulated: { ...simulated, capture } } };
  expect(await settleAuction(deps, stage.auction.auctionId)).toBe('waits');
  expect((await states())[0]).toBe('capturing');
}

test('a capture that was under way when captures were stopped is read and never requested again', async () => {
  await stage.bid(5_000);
  const top = await stage.bid(6_000);
  await stage.end();
  await stopDuringCapture(false);
  for (let times = 0; times < 3; times++) {
    await stage.hurry();
    await stage.work();
  }
  expect([await states(), await attempts()]).toEqual([['capturing', 'authorized'], 1]);
  expect(await attention()).toMatchObject([
    { kind: 'CAPTURES_STOPPED', valueInCents: 6_000, why: expect.stringContaining('refuseCapture') as string },
  ]);
  await resume();
  await stage.hurry();
  await stage.work();
  expect([await stage.winners(), await states()]).toEqual([[top], ['captured', 'released']]);
  expect(await stage.disagreements()).toEqual([]);
});

test('a capture that executed as captures were stopped is recorded, and its bid wins', async () => {
  await stage.bid(5_000);
  await stage.bid(6_000);
  await stage.end();
  await stopDuringCapture(true);
  await stage.hurry();
  await stage.work();
  expect([await states(), await outcome()]).toEqual([
    ['captured', 'released'],
    ['completed', 'SOLD'],
  ]);
  const { result } = await service.db.prisma.captureAttempt.findFirstOrThrow({
    where: { auctionId: stage.auction.auctionId },
    orderBy: { attempt: 'desc' },
  });
  expect(result).toBe('captured');
});

test('a refused hold is still released, and the next bidder is not asked', async () => {
  await stage.bid(5_000);
  await stage.bid(6_000);
  await stage.end();
  await stopDuringCapture(false);
  const { authorizationId } = await service.db.prisma.authorization.findFirstOrThrow({
    where: { auctionId: stage.auction.auctionId, state: 'capturing' },
  });
  await change(
    `mutation { refuseCapture(input: { authorizationId: "${authorizationId}", ${because} }) { operatorAction { state } errors { code fault message path } } }`,
  );
  await stage.work();
  expect([await states(), await outcome()]).toEqual([
    ['released', 'authorized'],
    ['ongoing', null],
  ]);
});

test('captures are also stopped of a seller that is suspended already, once', async () => {
  const { sellerId } = stage.seller;
  const { suspendSeller: first } = await suspend('stopCaptures: false');
  expect(first).toEqual({ suspendedAt: expect.stringContaining('T'), capturesStoppedAt: null });
  const { suspendSeller: second } = await stop();
  expect(second).toEqual({
    suspendedAt: first.suspendedAt,
    capturesStoppedAt: expect.stringContaining('T'),
  });
  expect((await stop()).suspendSeller).toEqual(second);
  const { auditLog } = await change(
    `{ auditLog(subjectId: "${sellerId}", action: "suspendSeller") { nodes { action changes { field after } } } }`,
  );
  const stopped = { field: 'capturesStoppedAt', after: expect.stringContaining('T') };
  expect(auditLog.nodes).toEqual([
    {
      action: 'suspendSeller',
      changes: expect.arrayContaining([stopped, { field: 'reason', after: 'A court order' }]),
    },
    { action: 'suspendSeller', changes: expect.not.arrayContaining([stopped]) },
  ]);
});

test.each([
  ['stopCaptures: true', ['/reason', '/confirm']],
  ['stopCaptures: true, reason: "A court order"', ['/confirm']],
  ['stopCaptures: true, reason: "A court order", confirm: false', ['/confirm']],
  ['stopCaptures: true, reason: "    ", confirm: true', ['/reason']],
])('captures are not stopped without a reason and a confirmation: %s', async (args, pointers) => {
  const refused = await suspend(args);
  expect(refused.code).toBe('invalid_request');
  expect(refused.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
});
