import { expect, test } from 'vitest';
import { trackingPageOf } from '../../src/auctions/bidders/carriers.ts';
import { languages } from '../../src/core/languages.ts';
import { locales } from '../../src/pages/auction/locale.ts';
import { aBidder, readable } from '../page/bidder.ts';
import { ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { tablesThatContain } from '../support/tables-that-contain.ts';
import { doneBy, sellerBrowser, textOf } from './seller-browser.ts';
import { sellAuction } from './sold-auction.ts';

const service = await sharedService();

const shipmentFields = 'carrier trackingNumber trackingUrl recordedAt';

/** Records a shipment over GraphQL. @returns what is recorded, or the code and the faults of the refusal */
async function record(seller: Seller, auctionId: string, shipment: Record<string, string | null>) {
  const { body } = await seller.graphql(
    `mutation ($auctionId: ID!, $carrier: String!, $trackingNumber: String, $trackingUrl: String) {
      recordShipment(input: { auctionId: $auctionId, carrier: $carrier, trackingNumber: $trackingNumber, trackingUrl: $trackingUrl }) { shipment { ${shipmentFields} } errors { code fault message path } }
    }`,
    { auctionId, carrier: 'UPS', ...shipment },
  );
  return { shipment: body.data?.recordShipment, refusal: body.errors?.[0]?.extensions };
}

async function read(seller: Seller, auctionId: string) {
  const { body } = await seller.graphql(`{ auction(auctionId: "${auctionId}") { shipment { ${shipmentFields} } } }`);
  return body.errors === undefined ? body.data.auction.shipment : body.errors[0].extensions.code;
}

async function eventsOf(auctionId: string) {
  const { rows } = await service.db.query<{ snapshot: any }>(
    `select snapshot from webhook_events where auction_id = $1 and event_type = 'item_shipped' order by created_at, event_id`,
    [auctionId],
  );
  return rows.map(({ snapshot }) => snapshot);
}

test('a seller says on the page of a sale how the item was sent, and the winner reads it there', async () => {
  const { seller, auction, ada } = await sellAuction(service);
  const path = `/seller/auctions/${auction.auctionId}`;
  const browser = await sellerBrowser(service, seller);
  expect((await ada.open()).text).not.toContain('id="shipment"');
  const before = await browser.get(path);
  expect(textOf(before)).toContain('Write how you have sent the item.');
  expect(before.text).toContain('<option value="DHL"></option>');
  const sent = await browser.send(path, 'ship', {
    carrier: ' dhl Express ',
    trackingNumber: 'JD 0146',
    trackingUrl: '',
  });
  expect([sent.status, doneBy(sent)]).toEqual([303, 'shipped']);
  const after = await browser.get(path);
  expect(textOf(after)).toContain('Sent with dhl Express . Tracking number: JD 0146 Follow the shipment');
  expect(after.text).toContain('href="https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD0146"');
  // The address follows from the number: a correction of the number alone changes it.
  expect(after.text).toMatch(/name="trackingUrl"[^>]* value=""/);
  const page = await ada.open();
  expect(readable(page.text)).toMatch(/It is on its way Sent with dhl Express ?\. Tracking number JD 0146/);
  expect(page.text).toContain('tracking-id=JD0146" rel="noreferrer"');

  await browser.send(path, 'ship', { carrier: 'dhl Express', trackingNumber: 'JD 0147', trackingUrl: '' });
  expect((await ada.open()).text).toContain('tracking-id=JD0147"');
  expect(await read(seller, auction.auctionId)).toMatchObject({ carrier: 'dhl Express', trackingNumber: 'JD 0147' });
});

test('records the event once for each change, and none for the same shipment', async () => {
  const { seller, auction } = await sellAuction(service);
  const { auctionId } = auction;
  for (const trackingNumber of ['1Z1', '1Z1', null]) await record(seller, auctionId, { trackingNumber });
  const events = await eventsOf(auctionId);
  expect(events.map(({ shipment }) => shipment)).toEqual([
    {
      carrier: 'UPS',
      trackingNumber: '1Z1',
      trackingUrl: 'https://www.ups.com/track?tracknum=1Z1',
      recordedAt: expect.any(String),
    },
    { carrier: 'UPS', trackingNumber: null, trackingUrl: null, recordedAt: expect.any(String) },
  ]);
  expect(events[0]).toMatchObject({ isWinningBid: true, submissionToken: expect.any(String) });
  const { rows } = await service.db.query(
    `select before, after from audit_log where action = 'recordShipment' and subject_id = $1 order by at`,
    [auctionId],
  );
  expect(rows).toEqual([
    { before: null, after: { carrier: 'UPS' } },
    { before: { carrier: 'UPS' }, after: { carrier: 'UPS' } },
  ]);
});

test('tells the winner of at most ten changes within a day, and of more on the next one', async () => {
  const { seller, auction } = await sellAuction(service);
  const { auctionId } = auction;
  for (let at = 1; at < 10; at += 1) await record(seller, auctionId, { trackingNumber: `A${at}` });
  const answers = await Promise.all(
    ['B', 'C', 'D'].map((trackingNumber) => record(seller, auctionId, { trackingNumber })),
  );
  const refused = answers.flatMap(({ refusal }) => (refusal === undefined ? [] : [refusal.code]));
  expect(refused).toEqual(['rate_limited', 'rate_limited']);
  const { trackingNumber } = await read(seller, auctionId);
  // The same once more is no change.
  expect((await record(seller, auctionId, { trackingNumber })).refusal).toBeUndefined();
  expect(await eventsOf(auctionId)).toHaveLength(10);
  await service.db.query(`update audit_log set at = at - interval '1 day' where subject_id = $1`, [auctionId]);
  expect((await record(seller, auctionId, { trackingNumber: 'E' })).shipment).toMatchObject({ trackingNumber: 'E' });
});

test('two recordings at once leave one shipment and the events of both', async () => {
  const { seller, auction } = await sellAuction(service);
  await Promise.all(['A1', 'B2'].map((trackingNumber) => record(seller, auction.auctionId, { trackingNumber })));
  const events = await eventsOf(auction.auctionId);
  const last = await read(seller, auction.auctionId);
  expect(new Set(events.map(({ shipment }) => shipment.trackingNumber))).toEqual(new Set(['A1', 'B2']));
  expect(['A1', 'B2']).toContain(last.trackingNumber);
});

test.each<[string, Record<string, string>, string, string]>([
  ['no carrier', { carrier: '  ' }, '/carrier', 'too_short'],
  ['a carrier of 61 characters', { carrier: 'x'.repeat(61) }, '/carrier', 'too_long'],
  ['a number of 61 characters', { trackingNumber: '1'.repeat(61) }, '/trackingNumber', 'too_long'],
  ['a number with a line break', { trackingNumber: '1\n2' }, '/trackingNumber', 'control_character'],
  ['an address without https', { trackingUrl: 'http://track.example/1' }, '/trackingUrl', 'invalid_value'],
  ['an address that runs a script', { trackingUrl: 'javascript:alert(1)' }, '/trackingUrl', 'invalid_value'],
])('refuses %s at its field', async (_, shipment, pointer, code) => {
  const { seller, auction } = await sellAuction(service);
  const { refusal } = await record(seller, auction.auctionId, shipment);
  expect(refusal).toMatchObject({
    code: 'invalid_request',
    errors: expect.arrayContaining([expect.objectContaining({ pointer, code })]),
  });
  expect(await read(seller, auction.auctionId)).toBeNull();
});

test('takes the longest texts, and an own address in place of the page of the carrier', async () => {
  const { seller, auction } = await sellAuction(service);
  const own = { carrier: 'x'.repeat(60), trackingNumber: '1'.repeat(60), trackingUrl: 'https://track.example/?n=1' };
  expect((await record(seller, auction.auctionId, own)).shipment).toMatchObject(own);
  const known = { carrier: 'UPS', trackingNumber: '1Z', trackingUrl: 'https://track.example/?n=2' };
  expect((await record(seller, auction.auctionId, known)).shipment).toMatchObject(known);
});

test('refuses an auction that nobody has paid for, and one of another seller', async () => {
  const { seller, auction } = await sellAuction(service);
  const open = await service.auction(seller, ongoing);
  await aBidder(service, open).bid({ amount: '30' });
  expect((await record(seller, open.auctionId, {})).refusal.code).toBe('nothing_to_ship');
  const page = await (await sellerBrowser(service, seller)).get(`/seller/auctions/${open.auctionId}`);
  expect(page.text).not.toContain('form-ship');
  const other = await service.seller();
  expect((await record(other, auction.auctionId, {})).refusal.code).toBe('auction_not_found');
  expect(await read(seller, auction.auctionId)).toBeNull();
});

test('needs auctions:write to record and bids:read to read, which public keys do not have', async () => {
  const { seller, auction } = await sellAuction(service);
  await record(seller, auction.auctionId, { trackingNumber: '1Z' });
  const { name } = seller;
  const reader = await service.seller({ name, scopes: ['auctions:read', 'bids:read'] });
  expect((await record(reader, auction.auctionId, {})).refusal.code).toBe('insufficient_scope');
  expect(await read(reader, auction.auctionId)).toMatchObject({ trackingNumber: '1Z' });
  const page = await (await sellerBrowser(service, reader)).get(`/seller/auctions/${auction.auctionId}`);
  expect(textOf(page)).toContain('auctions:write');
  const writer = await service.seller({ name, scopes: ['auctions:read', 'auctions:write'] });
  expect(await read(writer, auction.auctionId)).toBe('insufficient_scope');
  const anybody = await service.seller({ name, scopes: ['public'] });
  const { body } = await anybody.graphql(`{ auction(auctionId: "${auction.auctionId}") { shipment { carrier } } }`);
  expect(body.errors[0].message).toMatch(/Cannot query field "shipment"/);
});

test('shows the shipment to nobody but the winner', async () => {
  const { seller, auction } = await sellAuction(service);
  await record(seller, auction.auctionId, { trackingNumber: 'ZXWV1' });
  const stranger = aBidder(service, auction);
  expect((await stranger.open()).text).not.toContain('ZXWV1');
});

test('is in the export of the bidder, and goes with the bidder from everywhere', async () => {
  const { seller, auction } = await sellAuction(service);
  const keyed = { headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } };
  const query = `mutation { recordShipment(input: { auctionId: "${auction.auctionId}", carrier: "UPS", trackingNumber: "QWVX77" }) { shipment { ${shipmentFields} } errors { code fault message path } } }`;
  await seller.request('/graphql', { method: 'POST', ...keyed, body: JSON.stringify({ query }) });
  const { body } = await seller.graphql(
    `{ exportBidder(bidderId: "ada@example.com") { attempts { nodes { shipment { carrier trackingNumber } events { body } } } } }`,
  );
  const [attempt] = body.data.exportBidder.attempts.nodes;
  expect(attempt.shipment).toEqual({ carrier: 'UPS', trackingNumber: 'QWVX77' });
  expect(JSON.parse(attempt.events.at(-1).body)).toMatchObject({
    eventType: 'item_shipped',
    payload: { bidderId: 'ada@example.com', privateUrl: expect.any(String), shipment: { trackingNumber: 'QWVX77' } },
  });
  expect((await tablesThatContain(service.db, 'QWVX77')).toSorted()).toEqual([
    'public.idempotency_keys',
    'public.shipments',
    'public.webhook_events',
  ]);
  await seller.mutate('eraseBidder', { bidderId: 'ada@example.com' });
  expect(await tablesThatContain(service.db, 'QWVX77')).toEqual([]);
  expect(await read(seller, auction.auctionId)).toBeNull();
});

test('a known carrier is found by its name, whatever follows it', () => {
  expect(trackingPageOf('ups', '1 2')).toBe('https://www.ups.com/track?tracknum=12');
  expect(trackingPageOf('UPS Standard', '12')).toBe('https://www.ups.com/track?tracknum=12');
  expect(trackingPageOf('FedEx', 'a&b')).toBe('https://www.fedex.com/fedextrack/?trknbr=a%26b');
  for (const carrier of ['UPSIDE', 'my UPS', 'toString']) expect(trackingPageOf(carrier, '12')).toBeNull();
  expect(trackingPageOf('UPS', null)).toBeNull();
});

test.each(languages)('both pages say it in %s', async (language) => {
  const { seller, auction, ada } = await sellAuction(service);
  await record(seller, auction.auctionId, { trackingNumber: '1Z77' });
  const browser = await sellerBrowser(service, seller, [`lang=${language}`]);
  const winners = await service.request(`/auctions/${auction.auctionId}`, {
    headers: { cookie: ada.cookie!, 'accept-language': language },
  });
  const { heading } = locales[language].words.shipment;
  expect(textOf(winners)).toContain(heading);
  for (const { text } of [winners, await browser.get(`/seller/auctions/${auction.auctionId}`)])
    expect(text).toContain('<code class="reference" dir="ltr">1Z77</code>');
});
