import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { continueBid } from '../../src/auctions/bids/continue-bid.ts';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { type Authorization, authorizationColumns } from '../../src/payments/holds/authorization.ts';
import { renewAuthorization } from '../../src/payments/holds/renew-authorization.ts';
import { answerChallenge } from '../../src/payments/providers/simulated/challenges.ts';
import { makeFaultySimulated } from '../providers/faulty-simulated.ts';
import { followPayment } from '../../src/settlement/follow-payment.ts';
import { setAuctionStage } from '../settlement/auction-stage.ts';
import { bidRequest } from '../support/bid-request.ts';
import { newBrowserId } from '../support/new-browser-id.ts';
import { serviceForFile } from '../support/service.ts';
import { changeHold } from '../providers/at-the-dashboard.ts';

// A person has one hold on an auction: that of the highest bid.

const service = await serviceForFile();

const stageAuction = () => setAuctionStage({}, service);
type Stage = Awaited<ReturnType<typeof stageAuction>>;

interface Person {
  readonly bidderId: string;
  readonly browserId: string;
  readonly isSigned?: boolean;
}

const aPerson = (): Person => ({ bidderId: `${randomUUID()}@example.com`, browserId: newBrowserId() });

function bid({ auction }: Stage, person: Person, valueInCents: number, card = 'visa') {
  const facts = { email: 'ada@example.com', valueInCents, cardToken: `simulated_card_${card}`, ...person };
  return placeBid(service.deps, bidRequest(auction.auctionId, facts));
}

/** The amounts that the provider holds, the highest first. */
async function held({ auction }: Stage): Promise<number[]> {
  const { rows } = await service.db.query<{ amount: number }>(
    `select amount_in_cents as amount from simulated_payments p join authorizations a on a.provider_reference = p.reference
     where a.auction_id = $1 and p.status = 'authorized' order by amount desc`,
    [auction.auctionId],
  );
  return rows.map(({ amount }) => amount);
}

async function listed({ auction, seller }: Stage): Promise<number[]> {
  const { body } = await seller.get(`/v1/bids?auctionId=${auction.auctionId}`);
  return body.bids.map(({ bidValueInCents }: { bidValueInCents: number }) => bidValueInCents);
}

async function leading({ auction, seller }: Stage): Promise<number | undefined> {
  const query = `{ auction(auctionId: "${auction.auctionId}") { leadingBid { bidValueInCents } } }`;
  const { body } = await seller.graphql(query);
  return body.data.auction.leadingBid?.bidValueInCents;
}

async function challenged(stage: Stage, person: Person, valueInCents: number) {
  const placed = await bid(stage, person, valueInCents, 'challenge_once');
  if (placed.outcome !== 'challenged' || placed.challenge.provider !== 'simulated' || placed.authorizationId === null)
    throw new Error(`The bank did not ask: ${JSON.stringify(placed)}`);
  const { authorizationId, challenge } = placed;
  return async () => {
    await answerChallenge(service.deps, challenge.secret, 'pass');
    return await continueBid(service.deps, authorizationId);
  };
}

test('a raise from 80 to 100 holds 100, and both bids stay listed', async () => {
  await using stage = await stageAuction();
  const ada = aPerson();
  await bid(stage, ada, 8_000);
  expect(await bid(stage, ada, 10_000)).toMatchObject({ outcome: 'placed' });
  await stage.work();
  expect(await held(stage)).toEqual([10_000]);
  expect(await listed(stage)).toEqual([10_000, 8_000]);
});

test('settlement falls back to another person, past the lower bids of the one whose card fails', async () => {
  await using stage = await stageAuction();
  const [ada, grace] = [aPerson(), aPerson()];
  await bid(stage, ada, 8_000);
  await bid(stage, grace, 7_000);
  await bid(stage, ada, 10_000, 'capture_declined');
  await stage.settle();
  expect((await stage.result()).outcome).toBe('SOLD');
  expect(await listed(stage)).toEqual([10_000, 7_000, 8_000]);
  expect(await leading(stage)).toBe(7_000);
});

test('a lower bid whose bank asks until the higher one is placed is refused, and its hold released', async () => {
  await using stage = await stageAuction();
  const ada = aPerson();
  const confirm = await challenged(stage, ada, 8_000);
  await bid(stage, ada, 10_000);
  expect(await confirm()).toEqual({ outcome: 'refused', code: 'below_own_bid' });
  await stage.work();
  expect(await held(stage)).toEqual([10_000]);
});

test('the lower hold stays until the bank has confirmed the higher one', async () => {
  await using stage = await stageAuction();
  const ada = aPerson();
  const confirm = await challenged(stage, ada, 10_000);
  await bid(stage, ada, 8_000);
  await stage.work();
  expect(await held(stage)).toEqual([8_000]);
  expect(await confirm()).toMatchObject({ outcome: 'placed' });
  await stage.work();
  expect(await held(stage)).toEqual([10_000]);
});

test('keeps one hold of the bids that one person sends at once', async () => {
  await using stage = await stageAuction();
  const ada = aPerson();
  await Promise.all([3, 1, 5, 2, 4].map((dollars) => bid(stage, ada, dollars * 1_000)));
  await stage.work();
  expect(await held(stage)).toEqual([5_000]);
});

test.each([
  ['a stranger who types the same bidderId', {}],
  ['an unsigned bidderId beside the signed one', { isSigned: true }],
])('%s releases nobody’s hold', async (_, first) => {
  await using stage = await stageAuction();
  const ada = { ...aPerson(), ...first };
  await bid(stage, ada, 8_000);
  await bid(stage, { bidderId: ada.bidderId, browserId: newBrowserId() }, 10_000);
  await stage.work();
  expect(await held(stage)).toEqual([10_000, 8_000]);
});

test('two bidders of one browser keep a hold each', async () => {
  await using stage = await stageAuction();
  const ada = aPerson();
  await bid(stage, ada, 8_000);
  await bid(stage, { ...aPerson(), browserId: ada.browserId }, 10_000);
  await stage.work();
  expect(await held(stage)).toEqual([10_000, 8_000]);
});

test('a signed bidder is the same person in another browser', async () => {
  await using stage = await stageAuction();
  const ada = { ...aPerson(), isSigned: true };
  await bid(stage, ada, 8_000);
  const elsewhere = { ...ada, browserId: newBrowserId() };
  expect(await bid(stage, elsewhere, 7_000)).toMatchObject({ outcome: 'refused', code: 'below_own_bid' });
  await bid(stage, elsewhere, 10_000);
  await stage.work();
  expect(await held(stage)).toEqual([10_000]);
});

test('a hold past the time for which its provider holds it neither leads nor is captured, before any event has come', async () => {
  await using stage = await stageAuction();
  const [ada, grace] = [aPerson(), aPerson()];
  await bid(stage, grace, 7_000);
  await bid(stage, ada, 8_000);
  await lapse(stage, 8_000);
  expect(await leading(stage)).toBe(7_000);
  // Her own lapsed bid does not stand in the way of a lower one.
  expect(await bid(stage, ada, 6_000)).toMatchObject({ outcome: 'placed' });
  await stage.settle();
  const { attempts, winner } = await stage.result();
  expect(attempts).toEqual([`${winner} captured`]);
  expect(await leading(stage)).toBe(7_000);
});

async function lapse({ auction }: Stage, value: number): Promise<void> {
  await service.db.query(
    `update authorizations set capture_before = clock_timestamp() - interval '1 ms', next_attempt_at = null
     where auction_id = $1 and value_in_cents = $2`,
    [auction.auctionId, value],
  );
}

test('when the test clock moves past the time of a hold, its bid neither leads nor is captured', async () => {
  await using stage = await stageAuction();
  await bid(stage, aPerson(), 7_000);
  await bid(stage, aPerson(), 8_000, 'lapses_early');
  expect(await leading(stage)).toBe(8_000);
  const { body } = await stage.seller.mutate('advanceTestClock', { bySeconds: 90 }, 'clock { now }');
  expect(body.errors).toBeUndefined();
  expect(await leading(stage)).toBe(7_000);
  await stage.settle();
  const { attempts, winner } = await stage.result();
  expect(attempts).toEqual([`${winner} captured`]);
  expect(await leading(stage)).toBe(7_000);
});

test('the only bid that can pay is renewed, below a refused bid, and five that were raised to one whose hold has lapsed', async () => {
  await using stage = await stageAuction();
  const [ada, grace, joan] = [aPerson(), aPerson(), aPerson()];
  await bid(stage, grace, 1_000);
  for (const value of [2_000, 3_000, 4_000, 5_000, 6_000, 7_000]) await bid(stage, ada, value);
  await bid(stage, joan, 9_000);
  await stage.work();
  await lapse(stage, 7_000);
  const refused = await holdOf(stage, 9_000);
  await changeHold(service.db, { reference: refused.providerReference!, change: 'cancel' });
  await followPayment(service.deps, 'simulated', {
    kind: 'released',
    authorizationId: refused.authorizationId,
    reference: refused.providerReference!,
  });
  await makeRenewalDue(stage, 1_000);
  await stage.work();
  expect(await holdOf(stage, 1_000)).toMatchObject({
    state: 'authorized',
    replacesAuthorizationId: expect.any(String),
  });
});

test.each([
  ['raised', async () => undefined],
  [
    'raised after its hold has ended',
    async (stage: Stage) => {
      const { authorizationId, providerReference } = await holdOf(stage, 8_000, 'authorized');
      const reference = providerReference!;
      await changeHold(service.db, { reference, change: 'lapse' });
      await followPayment(service.deps, 'simulated', { kind: 'lapsed', authorizationId, reference });
    },
  ],
])('a renewal that is under way when its bid is %s is released', async (_, before) => {
  await using stage = await stageAuction();
  const ada = aPerson();
  await bid(stage, ada, 8_000);
  const hold = await holdOf(stage, 8_000);
  let raises = 0;
  const weather = async (operation: string) => {
    if (operation !== 'renew' || raises > 0) return null;
    raises += 1;
    await before(stage);
    expect(await bid(stage, ada, 10_000)).toMatchObject({ outcome: 'placed' });
    return null;
  };
  const simulated = makeFaultySimulated(service, { deadlineMs: 10_000, weather });
  await renewAuthorization({ ...service.deps, gateways: { ...service.deps.gateways, simulated } }, hold);
  await stage.work();
  expect(raises).toBe(1);
  expect(await held(stage)).toEqual([10_000]);
  expect(await listed(stage)).toEqual([10_000, 8_000]);
  expect(await stage.disagreements()).toEqual([]);
  expect(
    await service.db.prisma.authorization.count({ where: { auctionId: stage.auction.auctionId, closedAt: null } }),
  ).toBe(1);
});

/** The latest hold of a bid. */
async function holdOf({ auction }: Stage, value: number, state?: string): Promise<Authorization> {
  const { rows } = await service.db.query<Authorization>(
    `select ${authorizationColumns} from authorizations
     where auction_id = $1 and value_in_cents = $2 and state::text = coalesce($3, state::text) order by created_at desc limit 1`,
    [auction.auctionId, value, state ?? null],
  );
  return rows[0]!;
}

async function makeRenewalDue({ auction }: Stage, value: number): Promise<void> {
  await service.db.query(
    `update authorizations set next_attempt_at = clock_timestamp() - interval '1 ms' where auction_id = $1 and value_in_cents = $2`,
    [auction.auctionId, value],
  );
}
