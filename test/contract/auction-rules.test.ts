import { expect, test } from 'vitest';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { bidRequest } from '../support/bid-request.ts';
import type { Answer } from '../support/answer.ts';
import { ongoing, settling, sold, upcoming } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { soundPeriod } from './periods.ts';

// The rules of an auction, by GraphQL. `/v1` neither takes nor shows them.

const service = await sharedService();
const seller = await service.seller();

const selection = `
  rules { softClose { windowSeconds maximumSeconds } bidSteps { fromInCents stepInCents } buyNowPriceInCents }
  biddingPeriodEndsAt scheduledEndsAt latestEndsAt extensionCount`;
const none = { softClose: null, bidSteps: [], buyNowPriceInCents: null };
const softClose = { windowSeconds: 120, maximumSeconds: 3_600 };
const bidSteps = [
  { fromInCents: 0, stepInCents: 50 },
  { fromInCents: 10_000, stepInCents: 500 },
];

const create = (rules: object | null | undefined, period = soundPeriod()): Promise<Answer> =>
  seller.mutate(
    'createAuction',
    { title: 'A desk', biddingPeriod: period, rules },
    `auction { auctionId ${selection} }`,
  );

const change = (auctionId: string, rules: object): Promise<Answer> =>
  seller.mutate('updateAuctionRules', { auctionId, rules }, `auction { auctionId ${selection} }`);

const codesOf = ({ body }: Answer) => body.errors?.map((error: any) => error.extensions.code);
const faultsOf = ({ body }: Answer) =>
  body.errors[0].extensions.errors.map(({ pointer, code }: any) => `${pointer} ${code}`);

async function created(rules: object | null | undefined) {
  const { body } = await create(rules);
  expect(body.errors).toBeUndefined();
  return body.data.createAuction;
}

test('an auction has the rules that it was created with, or none', async () => {
  for (const nothing of [undefined, null, {}, { softClose: null, bidSteps: null }]) {
    expect((await created(nothing)).rules).toEqual(none);
  }
  expect((await created({ softClose: {}, bidSteps })).rules).toEqual({ ...none, softClose, bidSteps });
  expect((await created({ bidSteps })).rules).toEqual({ ...none, bidSteps });
  expect((await created({ buyNowPriceInCents: 9_000 })).rules).toEqual({ ...none, buyNowPriceInCents: 9_000 });
});

test('the latest end is the maximum after the scheduled one, and at most seven days after the start', async () => {
  const { startTimestamp } = soundPeriod();
  const end = (seconds: number) => new Date((startTimestamp + seconds) * 1_000).toISOString().replace('Z', '+00:00');
  const day = 86_400;
  for (const [lasts, latest] of [
    [day, day + 3_600],
    [7 * day - 3_600, 7 * day],
    [7 * day - 3_599, 7 * day],
    [7 * day, 7 * day],
  ] as const) {
    const period = { startTimestamp, endTimestamp: startTimestamp + lasts };
    const { body } = await create({ softClose }, period);
    expect(body.data.createAuction).toMatchObject({
      biddingPeriodEndsAt: end(lasts),
      scheduledEndsAt: end(lasts),
      latestEndsAt: end(latest),
      extensionCount: 0,
    });
  }
  const { latestEndsAt, biddingPeriodEndsAt } = await created({ bidSteps });
  expect(latestEndsAt).toBe(biddingPeriodEndsAt);
});

test('a change names some rules and keeps the others, and null removes one', async () => {
  const { auctionId } = await created({ softClose });
  const rulesAfter = async (rules: object) => (await change(auctionId, rules)).body.data.updateAuctionRules.rules;
  expect(await rulesAfter({ bidSteps })).toEqual({ ...none, softClose, bidSteps });
  expect(await rulesAfter({})).toEqual({ ...none, softClose, bidSteps });
  expect(await rulesAfter({ softClose: null })).toEqual({ ...none, bidSteps });
  expect(await rulesAfter({ softClose: { windowSeconds: 30, maximumSeconds: 30 }, bidSteps: null })).toEqual({
    ...none,
    softClose: { windowSeconds: 30, maximumSeconds: 30 },
  });
});

test('each limit is refused beyond it, with a pointer', async () => {
  const steps = (...rows: readonly (readonly [number, number])[]) => ({
    bidSteps: rows.map(([fromInCents, stepInCents]) => ({ fromInCents, stepInCents })),
  });
  const twelve = Array.from({ length: 12 }, (_, row) => [row * 100, 10] as const);
  for (const sound of [
    { softClose: { windowSeconds: 30, maximumSeconds: 86_400 } },
    { softClose: { windowSeconds: 900, maximumSeconds: 900 } },
    steps(...twelve),
    steps([0, 1], [1, 49_999_999]),
    { buyNowPriceInCents: 1 },
    { buyNowPriceInCents: 49_999_999 },
  ])
    await created(sound);
  for (const [rules, fault] of [
    [{ softClose: { windowSeconds: 29 } }, '/rules/softClose/windowSeconds too_small'],
    [{ softClose: { windowSeconds: 901 } }, '/rules/softClose/windowSeconds too_large'],
    [{ softClose: { maximumSeconds: 86_401 } }, '/rules/softClose/maximumSeconds too_large'],
    [{ softClose: { windowSeconds: 300, maximumSeconds: 299 } }, '/rules/softClose/maximumSeconds too_small'],
    [steps(), '/rules/bidSteps too_small'],
    [steps(...twelve, [1_200, 10]), '/rules/bidSteps too_large'],
    [steps([1, 100]), '/rules/bidSteps/0/fromInCents invalid_value'],
    [steps([0, 100], [0, 200]), '/rules/bidSteps/1/fromInCents invalid_value'],
    [steps([0, 0]), '/rules/bidSteps/0/stepInCents too_small'],
    [steps([0, 50_000_000]), '/rules/bidSteps/0/stepInCents too_large'],
    [{ buyNowPriceInCents: 0 }, '/rules/buyNowPriceInCents too_small'],
    [{ buyNowPriceInCents: 50_000_000 }, '/rules/buyNowPriceInCents too_large'],
  ] as const) {
    expect(faultsOf(await create(rules))).toEqual([fault]);
    const { auctionId } = await service.auction(seller, upcoming);
    expect(faultsOf(await change(auctionId, rules))).toEqual([fault]);
  }
});

test('the rules are locked from the start on', async () => {
  for (const [state, code] of [
    [ongoing, 'rules_locked'],
    [{ ...ongoing, status: 'upcoming' }, 'rules_locked'],
    [settling, 'rules_locked'],
    [sold, 'auction_completed'],
  ] as const) {
    const { auctionId } = await service.auction(seller, state);
    expect(codesOf(await change(auctionId, { softClose }))).toEqual([code]);
    const { body } = await seller.graphql(`{ auction(auctionId: "${auctionId}") { ${selection} } }`);
    expect(body.data.auction.rules).toEqual(none);
  }
  const stranger = await service.auction(await service.seller(), upcoming);
  expect(codesOf(await change(stranger.auctionId, { softClose }))).toEqual(['auction_not_found']);
});

test('after the start the price to buy now can be removed alone, until somebody has bought', async () => {
  const price = { buyNowPriceInCents: 9_000 };
  const { auctionId } = await service.auction(seller, { ...ongoing, ...price });
  for (const rules of [{ buyNowPriceInCents: 8_000 }, { buyNowPriceInCents: null, softClose: null }])
    expect(codesOf(await change(auctionId, rules))).toEqual(['rules_locked']);
  const { body } = await change(auctionId, { buyNowPriceInCents: null });
  expect(body.data.updateAuctionRules.rules).toEqual(none);
  const { rows } = await service.db.query(
    `select event_type::text as type, (select before from audit_log where subject_id = $1) as before from webhook_events where auction_id::text = $1`,
    [auctionId],
  );
  expect(rows).toEqual([{ type: 'auction_updated', before: { rules: { softClose: null, bidSteps: null, ...price } } }]);
  const bought = await service.auction(seller, { ...ongoing, ...price });
  await placeBid(service.deps, bidRequest(bought.auctionId, { valueInCents: 9_000, isPurchase: true }));
  expect(codesOf(await change(bought.auctionId, { buyNowPriceInCents: null }))).toEqual(['rules_locked']);
});

test('a change leaves an entry and an event, and the same change once more leaves none', async () => {
  const { auctionId } = await created({ bidSteps });
  await change(auctionId, { softClose });
  await change(auctionId, { softClose });
  const { rows: entries } = await service.db.query(
    `select action, before, after from audit_log where subject_id = $1 order by entry_id`,
    [auctionId],
  );
  expect(entries).toMatchObject([
    { action: 'createAuction', after: { title: 'A desk', rules: { softClose: null, bidSteps } } },
    {
      action: 'updateAuctionRules',
      before: { rules: { softClose: null, bidSteps } },
      after: { rules: { softClose, bidSteps } },
    },
  ]);
  const { rows: events } = await service.db.query(
    `select event_type as type from webhook_events where auction_id = $1 order by event_id`,
    [auctionId],
  );
  expect(events).toEqual([{ type: 'auction_created' }, { type: 'auction_updated' }]);
});

test('every way to read or change an auction shows its rules', async () => {
  const { auctionId } = await created({ softClose, bidSteps });
  const rules = { ...none, softClose, bidSteps };
  const one = await seller.mutate('updateAuction', { auctionId, title: 'Two desks' }, `auction { title ${selection} }`);
  expect(one.body.data.updateAuction).toMatchObject({ title: 'Two desks', rules });
  const listed = await seller.graphql(`{
    auctions(first: 1) { nodes { ${selection} } edges { node { ${selection} } } }
    node: auction(auctionId: "${auctionId}") { ${selection} seller { inboxUrl } }
  }`);
  const { auctions, node } = listed.body.data;
  for (const shown of [auctions.nodes[0], auctions.edges[0].node, node]) expect(shown.rules).toEqual(rules);
  const cancelled = await seller.mutate('cancelAuction', { auctionId }, `auction { phase ${selection} }`);
  expect(cancelled.body.data.cancelAuction.auction).toMatchObject({ phase: 'FINAL', rules });
});

test('/v1 neither shows nor takes rules', async () => {
  const { auctionId } = await created({ softClose, bidSteps });
  const { auctionId: plain } = await created(undefined);
  const [ruled, bare] = await Promise.all([auctionId, plain].map((id) => seller.get(`/v1/auctions/${id}`)));
  expect(Object.keys(ruled!.body)).toEqual(Object.keys(bare!.body));
  const body = { title: 'A desk', biddingPeriod: soundPeriod() };
  const refused = await seller.post('/v1/auctions', { ...body, rules: { softClose } });
  expect(refused.body.errors).toMatchObject([{ pointer: '/rules', code: 'unknown_field' }]);
  // A change of the period contradicts no rule: the latest end follows it.
  const { startTimestamp } = soundPeriod();
  const biddingPeriod = { startTimestamp, endTimestamp: startTimestamp + 7 * 86_400 };
  expect((await seller.patch(`/v1/auctions/${auctionId}`, { biddingPeriod })).status).toBe(200);
  const { data } = (await seller.graphql(`{ auction(auctionId: "${auctionId}") { ${selection} } }`)).body;
  expect(data.auction).toMatchObject({ rules: { softClose }, latestEndsAt: data.auction.biddingPeriodEndsAt });
});
