import { expect, test } from 'vitest';
import { followKey } from '../../src/core/follow-key.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { endAuction } from '../support/end-auction.ts';
import { ongoing } from '../support/insert-auction.ts';
import { tablesThatContain } from '../support/tables-that-contain.ts';
import type { Seller } from '../support/seller.ts';
import { publicUrl, sharedService, startService } from '../support/service.ts';
import { aBidder, type Bidder, readable } from './bidder.ts';

const service = await sharedService();

const details = {
  name: 'Augusta Zyxwv',
  address: '12 St James’s Square\r\nLondon SW1Y 4LB\r\nUnited Kingdom',
  telephone: '+44 20 7946 0018',
};
const asStored = { ...details, address: '12 St James’s Square\nLondon SW1Y 4LB\nUnited Kingdom' };

async function ask(seller: Seller, askWinnerFor: string | null) {
  const { body } = await seller.mutate('updateSellerProfile', { askWinnerFor }, 'sellerProfile { askWinnerFor }');
  return body.data.updateSellerProfile.askWinnerFor;
}

/** A sold auction of a seller who asks its winner for something. */
async function sold(askWinnerFor: string | null = 'DELIVERY', on = service) {
  const seller = await on.seller({ name: 'Huber' + crypto.randomUUID() });
  await ask(seller, askWinnerFor);
  const auction = await on.auction(seller, ongoing);
  const [winner, loser] = [aBidder(on, auction), aBidder(on, auction)];
  await loser.bid({ amount: '20', email: 'loser@example.com' });
  await winner.bid({ amount: '30', email: 'winner@example.com' });
  const whileOpen = await winner.open();
  await endAuction(on.db, auction.auctionId);
  await settleAuction(on.deps, auction.auctionId);
  return { seller, auction, winner, loser, whileOpen };
}

const query =
  'query ($auctionId: ID!) { auction(auctionId: $auctionId) { deliveryDetails { name address telephone givenAt } } }';
const read = async (seller: Seller, { auctionId }: { auctionId: string }) =>
  (await seller.graphql(query, { auctionId })).body;
const given = async (seller: Seller, auction: { auctionId: string }) =>
  (await read(seller, auction)).data.auction.deliveryDetails;

async function eventsOf({ auctionId }: { auctionId: string }) {
  const { rows } = await service.db.query<{ snapshot: any; request_id: string | null }>(
    `select snapshot, request_id from webhook_events
     where auction_id = $1 and event_type = 'delivery_details_given' order by created_at, event_id`,
    [auctionId],
  );
  return rows;
}

/** The path of the private link on the page of a bidder. */
async function privateLink(bidder: Bidder): Promise<string> {
  const { text } = await bidder.open();
  const href = /href="([^"]*\/follow\?[^"]*)"/.exec(text)![1]!.replaceAll('&amp;', '&');
  return new URL(href, publicUrl).href.slice(publicUrl.length);
}

test('the winner tells the seller where the item goes, who reads it in GraphQL and in an event', async () => {
  const { seller, auction, winner, whileOpen } = await sold();
  expect(whileOpen.text).not.toMatch(/delivery-form|name="telephone"/);
  const page = await winner.open();
  expect(readable(page.text)).toMatch(
    /\$30\.00 was charged to your card\. Where does it go\? Huber\S+ needs this from you/,
  );
  expect(page.text).toMatch(/<input id="name"[^>]* autocomplete="name"/);
  expect(page.text).toMatch(/<textarea id="address"[^>]* autocomplete="street-address"/);
  expect(page.text).toMatch(/<input id="telephone"[^>]* type="tel"/);
  expect(await given(seller, auction)).toBeNull();

  const answer = await winner.give(page, details);
  expect(answer.status).toBe(303);
  const after = await winner.follow(answer);
  expect(readable(after.text)).toMatch(/has this from you\. Name Augusta Zyxwv Address 12 St James’s Square London/);
  expect(await given(seller, auction)).toEqual({ ...asStored, givenAt: expect.any(String) });
  const [event, ...others] = await eventsOf(auction);
  expect(others).toEqual([]);
  expect(event!.snapshot).toMatchObject({ isWinningBid: true, delivery: asStored });
  expect(event!.request_id).not.toBeNull();
});

test('a seller who wants a contact gets no address, and the form takes none', async () => {
  const { seller, auction, winner } = await sold('CONTACT');
  const page = await winner.open();
  expect(readable(page.text)).toContain('How can you be reached?');
  expect(page.text).not.toContain('name="address"');
  await winner.give(page, details);
  expect(await given(seller, auction)).toEqual({ ...asStored, address: null, givenAt: expect.any(String) });
});

test.each(['NONE', null])(
  'a seller that asks for %s gets nothing, also by a form that is sent all the same',
  async (asked) => {
    const { seller, auction, winner } = await sold(asked);
    expect(await ask(seller, asked)).toBe('NONE');
    const page = await winner.open();
    expect(page.text).not.toContain('delivery-form');
    expect((await winner.give(page, details)).status).toBe(404);
    expect(await given(seller, auction)).toBeNull();
  },
);

test('the winner can change it at any time: the event comes again, and not for the same details', async () => {
  const { seller, auction, winner } = await sold();
  for (const name of ['Augusta Zyxwv', 'Augusta Zyxwv', 'Ada Zyxwv']) {
    const { status } = await winner.give(await winner.open(), { ...details, name });
    expect(status).toBe(303);
  }
  expect((await given(seller, auction)).name).toBe('Ada Zyxwv');
  expect((await eventsOf(auction)).map(({ snapshot }) => snapshot.delivery.name)).toEqual([
    'Augusta Zyxwv',
    'Ada Zyxwv',
  ]);
});

test('all faults are said at once, each beside its field, and nothing that was typed is lost', async () => {
  const { seller, auction, winner } = await sold();
  const page = await winner.open();
  const wrong = { name: ' \u200b\u2800 ', address: 'x'.repeat(501), telephone: 'call <b>me</b>' };
  const { status, text } = await winner.give(page, wrong);
  expect(status).toBe(422);
  expect(readable(text)).toContain('3 things need a change');
  expect(readable(text)).toContain('Nothing was sent to the seller.');
  for (const field of ['name', 'address', 'telephone']) {
    expect(text).toMatch(
      new RegExp(`id="${field}"[^>]*aria-describedby="[^"]*${field}-fault"[^>]*aria-invalid="true"`),
    );
    expect(text).toContain(`<a href="#${field}">`);
  }
  expect(text).toContain('x'.repeat(501));
  expect(text).toContain('value="call &lt;b&gt;me&lt;/b&gt;"');
  expect(await given(seller, auction)).toBeNull();
  expect(await eventsOf(auction)).toEqual([]);
});

test.each<[field: string, good: readonly string[], bad: readonly string[]]>([
  ['name', ['O', 'محمد', 'x'.repeat(200)], ['', '\t', 'x'.repeat(201), 'A\u0000B', 'A\nB']],
  ['address', ['Somewhere 1', 'x'.repeat(500)], ['', '\r\n', 'x'.repeat(501), 'A\u0007']],
  [
    'telephone',
    ['+43 1 58858-0', '(212) 555-0147 ext. 12', '٠١٢٣٤٥', '+49\u202f30\u2009901820\u201112'],
    ['', '1234', 'nobody', `+${'1'.repeat(50)}`, '12345;drop'],
  ],
])('%s has bounds on both sides', async (field, good, bad) => {
  const { winner } = await sold();
  const page = await winner.open();
  const statuses = async (texts: readonly string[]) => {
    const all: number[] = [];
    for (const text of texts) all.push((await winner.give(page, { ...details, [field]: text })).status);
    return all;
  };
  expect(await statuses(good)).toEqual(good.map(() => 303));
  expect(await statuses(bad)).toEqual(bad.map(() => 422));
});

test('marks that turn the direction of writing, and blanks at the ends, are not kept', async () => {
  const { seller, auction, winner } = await sold();
  await winner.give(await winner.open(), { ...details, name: ' \u202eAda\u2067  ', address: ' A \r\n\r\n  B ' });
  expect(await given(seller, auction)).toMatchObject({ name: 'Ada', address: 'A\nB' });
});

test('the private link shows and takes it; a private link of another bidder does neither', async () => {
  const { seller, auction, winner, loser } = await sold();
  const [own, others] = [await privateLink(winner), await privateLink(loser)];
  const device = aBidder(service, auction);
  const page = await device.get(own);
  expect(page.text).toContain('delivery-form');
  const faulty = await device.give(page, { ...details, name: '' });
  expect(faulty.status).toBe(422);
  expect(readable(faulty.text)).toContain('One thing needs a change');
  const answer = await device.give(faulty, details);
  expect(answer.headers.get('location')).toMatch(/\/follow\?key=/);
  expect(readable((await device.follow(answer)).text)).toContain('Augusta Zyxwv');

  const foreign = await device.get(others);
  expect(foreign.text).not.toMatch(/Zyxwv|delivery-form/);
  const key = new URL(others, publicUrl).searchParams.get('key')!;
  const changed = { ...details, name: 'Mallory' };
  expect((await device.give(foreign, { ...changed, key })).status).toBe(404);
  const token = new URL(own, publicUrl).searchParams.get('key')!.split('.', 1)[0]!;
  const forged = followKey({ submissionToken: token, browserId: crypto.randomUUID() });
  expect((await device.give(foreign, { ...changed, key: forged })).status).toBe(404);
  expect((await given(seller, auction)).name).toBe('Augusta Zyxwv');
});

test('another bidder, another browser, another auction, another seller find nothing and send nothing', async () => {
  const one = await sold();
  const other = await sold();
  await one.winner.give(await one.winner.open(), details);
  const stranger = aBidder(service, one.auction);
  for (const bidder of [one.loser, stranger]) {
    const { text } = await bidder.open();
    expect(text).not.toMatch(/Zyxwv|7946|delivery-form/);
    expect((await bidder.give({ text } as never, { ...details, name: 'Mallory' })).status).toBe(404);
  }
  // The winner of another auction, and an unsigned link with the name of the winner.
  const elsewhere = aBidder(service, one.auction);
  elsewhere.cookie = other.winner.cookie;
  expect((await elsewhere.open()).text).not.toContain('Zyxwv');
  expect((await elsewhere.give(await elsewhere.open(), { ...details, name: 'Mallory' })).status).toBe(404);
  const posing = aBidder(service, one.auction, { bidderId: 'winner@example.com' });
  expect((await posing.open()).text).not.toContain('Zyxwv');
  expect((await posing.give(await posing.open(), { ...details, bidderId: 'winner@example.com' })).status).toBe(404);
  expect((await read(other.seller, one.auction)).errors[0].extensions.code).toBe('auction_not_found');
  expect((await given(one.seller, one.auction)).name).toBe('Augusta Zyxwv');
  expect(await given(other.seller, other.auction)).toBeNull();
});

test('a form of another site, one that is no form, and one that is too large are refused', async () => {
  const { seller, auction, winner } = await sold();
  await winner.open();
  const send = (headers: Record<string, string>, body: string) =>
    service.request(`/auctions/${auction.auctionId}/delivery`, {
      method: 'POST',
      headers: { cookie: winner.cookie!, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });
  const body = new URLSearchParams(details).toString();
  expect((await send({ origin: 'https://evil.test' }, body)).status).toBe(403);
  expect((await send({ origin: publicUrl, 'content-type': 'application/json' }, '{}')).status).toBe(400);
  expect((await send({ origin: publicUrl }, `name=${'x'.repeat(200_000)}`)).status).toBe(413);
  expect(await given(seller, auction)).toBeNull();
});

test('the field needs the scope bids:read, and public keys do not have it', async () => {
  const { seller, auction, winner } = await sold();
  await winner.give(await winner.open(), details);
  const { name } = seller;
  const without = await service.seller({ name, scopes: ['auctions:read'] });
  expect((await read(without, auction)).errors[0].extensions.code).toBe('insufficient_scope');
  const anybody = await service.seller({ name, scopes: ['public'] });
  expect((await read(anybody, auction)).errors[0].message).toMatch(/Cannot query field "deliveryDetails"/);
});

test('it is in the export of the bidder, and goes with the bidder from everywhere', async () => {
  const { seller, auction, winner, loser } = await sold();
  const own = { name: 'Grace Qwvxy', address: 'Qwvxy Lane 1\nArlington', telephone: '+1 703 555 0199' };
  await winner.give(await winner.open(), own);
  const keyed = { headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } };
  const stored = `mutation { updateAuctionPresentation(input: { auctionId: "${auction.auctionId}", description: "x" }) { auction { deliveryDetails { name address telephone } } errors { code fault message path } } }`;
  await seller.request('/graphql', { method: 'POST', ...keyed, body: JSON.stringify({ query: stored }) });
  const exported = await seller.graphql(
    '{ exportBidder(bidderId: "winner@example.com") { attempts { nodes { deliveryDetails { name address telephone givenAt } events { body } } } } }',
  );
  const [attempt] = exported.body.data.exportBidder.attempts.nodes;
  expect(attempt.deliveryDetails).toEqual({ ...own, givenAt: expect.any(String) });
  expect(attempt.events.map(({ body }: { body: string }) => JSON.parse(body)).at(-1)).toMatchObject({
    eventType: 'delivery_details_given',
    payload: { bidderId: 'winner@example.com', delivery: { ...own, givenAt: expect.any(String) } },
  });
  expect((await tablesThatContain(service.db, 'Qwvxy')).toSorted()).toEqual([
    'public.delivery_details',
    'public.idempotency_keys',
    'public.webhook_events',
  ]);

  const link = await privateLink(winner);
  await seller.mutate('eraseBidder', { bidderId: 'winner@example.com' });
  for (const text of ['Qwvxy', '555 0199']) expect(await tablesThatContain(service.db, text)).toEqual([]);
  expect(await given(seller, auction)).toBeNull();
  expect((await winner.open()).text).not.toMatch(/Qwvxy|delivery-form/);
  expect((await winner.give(await winner.open(), details)).status).toBe(404);
  expect((await loser.get(link)).status).toBe(404);
  const after = await seller.graphql('{ events(limit: 100) { eventType body } }');
  expect(JSON.stringify(after.body)).not.toContain('Qwvxy');
});

test('an erasure that runs at the same time leaves nothing behind', async () => {
  const { seller, auction, winner } = await sold();
  const own = { ...details, name: 'Vxqwy' };
  const page = await winner.open();
  await Promise.all([
    winner.give(page, own),
    seller.mutate('eraseBidder', { bidderId: 'winner@example.com' }, 'erasure { bids }'),
  ]);
  await winner.give(page, own);
  expect(await given(seller, auction)).toBeNull();
  expect(await tablesThatContain(service.db, 'Vxqwy')).toEqual([]);
});

test('a winner changes them as often as a bidder may bid, and the form is kept for later', async () => {
  const { config } = service.deps;
  const budget = { points: 4, seconds: 600 };
  await using limited = await startService({
    config: { ...config, pageLimits: { ...config.pageLimits, bidsOfBrowser: budget } },
  });
  const { seller, auction, winner } = await sold('DELIVERY', limited);
  const link = await privateLink(winner);
  const answers: { status: number; text: string }[] = [];
  // The bid has taken one point.
  for (const name of ['a', 'b', 'c', 'd'])
    answers.push(await winner.give(await winner.get(link), { ...details, name }));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 429]);
  const { text } = answers.at(-1)!;
  expect(text).toMatch(/<input id="name"[^>]* value="d"/);
  expect(text).toContain('London SW1Y 4LB');
  expect(text).toMatch(/action="[^"]*\/delivery\?key=[^"]+"/);
  const { body } = await seller.graphql(query, { auctionId: auction.auctionId });
  expect(body.data.auction.deliveryDetails.name).toBe('c');
});
