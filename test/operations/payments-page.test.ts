import { expect, test } from 'vitest';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { publicUrl, serviceForFile } from '../support/service.ts';

const ours = { origin: publicUrl, 'sec-fetch-site': 'same-origin' };

const service = await serviceForFile();
const { key } = await service.seller({ scopes: ['admin'] });
const signedIn = await service.request('/admin/sign-in', {
  method: 'POST',
  headers: ours,
  body: new URLSearchParams({ key }),
});
const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;

const show = (auctionId: string, headers: Record<string, string> = { cookie, ...ours }) =>
  service.request(`/admin/test-payments?auctionId=${auctionId}`, { headers });

const change = (form: Record<string, string>, headers: Record<string, string> = { cookie, ...ours }) =>
  service.request('/admin/test-payments', { method: 'POST', headers, body: new URLSearchParams(form) });

async function referenceOf({ auction }: AuctionStage, valueInCents: number): Promise<string> {
  const { rows } = await service.db.query<{ reference: string }>(
    'select provider_reference as reference from authorizations where auction_id = $1 and value_in_cents = $2',
    [auction.auctionId, valueInCents],
  );
  return rows[0]!.reference;
}

/** An auction that was sold for 50 dollars. */
async function soldStage(): Promise<{ stage: AuctionStage; auctionId: string; reference: string }> {
  const stage = await setAuctionStage({}, service);
  await stage.bid(5_000);
  await stage.settle();
  return { stage, auctionId: stage.auction.auctionId, reference: await referenceOf(stage, 5_000) };
}

const paymentOf = async ({ seller, auction }: AuctionStage) => {
  const { body } = await seller.graphql(
    `query ($id: UUID!) { auction(auctionId: $id) { payment { refundedInCents disputedInCents netInCents } } }`,
    { id: auction.auctionId },
  );
  return body.data.auction.payment;
};

test('an operator sees the payments of an auction, and refunds a part and then the rest', async () => {
  const { stage, auctionId, reference } = await soldStage();
  expect((await show(auctionId)).text).toContain('50.00 USD, captured');
  expect((await change({ auctionId, reference, change: 'refund', amountInCents: '1200' })).status).toBe(200);
  expect(await paymentOf(stage)).toMatchObject({ refundedInCents: 1_200, netInCents: 3_800 });
  const { text } = await change({ auctionId, reference, change: 'refund', amountInCents: '' });
  expect(text).toContain('refund of 3800: succeeded');
  expect(await paymentOf(stage)).toMatchObject({ refundedInCents: 5_000, netInCents: 0 });
});

test.each(['cancel', 'lapse'])(
  'a leading hold that ends by “%s” leads no longer, and the next bid wins',
  async (name) => {
    const stage = await setAuctionStage({}, service);
    const { auctionId } = stage.auction;
    const next = await stage.bid(4_000);
    await stage.bid(9_000);
    await change({ auctionId, reference: await referenceOf(stage, 9_000), change: name });
    expect((await show(auctionId)).text).toContain('our books: expired');
    await stage.settle();
    expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: next });
  },
);

test('an event that got lost is made up for when all events are sent again', async () => {
  const { stage, auctionId, reference } = await soldStage();
  await change({ auctionId, reference, change: 'refund', event: 'lost' });
  expect(await paymentOf(stage)).toMatchObject({ refundedInCents: 0 });
  expect((await change({ auctionId, change: 'events' })).text).toContain('Sent 3 events.');
  expect(await paymentOf(stage)).toMatchObject({ refundedInCents: 5_000 });
});

test.each([
  ['a change that is not offered', { change: 'give it to me' }],
  ['an amount that is not a number', { change: 'refund', amountInCents: '-1' }],
  ['more than what is left', { change: 'refund', amountInCents: '5001' }],
  ['a change that the state does not allow', { change: 'cancel' }],
  ['a payment that is unknown', { change: 'refund', reference: 'pay_x' }],
])('%s changes nothing', async (_, form) => {
  const { stage, auctionId, reference } = await soldStage();
  expect((await change({ auctionId, reference, ...form })).status).toBe(400);
  expect(await paymentOf(stage)).toMatchObject({ netInCents: 5_000 });
});

test.each([
  ['without a session', { ...ours }],
  ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', cookie: '' }],
])('%s nothing is shown and nothing changed', async (_, headers) => {
  const { stage, auctionId, reference } = await soldStage();
  const sent = 'cookie' in headers ? { ...headers, cookie } : headers;
  expect((await change({ auctionId, reference, change: 'refund' }, sent)).status).toBe(403);
  expect((await show(auctionId, sent)).status).toBe(303);
  expect(await paymentOf(stage)).toMatchObject({ netInCents: 5_000 });
});
