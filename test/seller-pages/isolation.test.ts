import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { sellerPages } from '../../src/pages/seller/pages.ts';
import { sellerScopes } from '../../src/core/viewer.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { upcoming } from '../support/insert-auction.ts';
import { serviceForFile } from '../support/service.ts';
import { ours, sellerBrowser, textOf } from './seller-browser.ts';

// A picture is encoded in a process of its own.
vi.setConfig({ testTimeout: 60_000 });

const service = await serviceForFile();
const scopes = sellerScopes;
const [owner, stranger] = [await service.seller({ scopes }), await service.seller({ scopes })];
const auction = await service.auction(owner, { ...upcoming, title: 'The secret desk' });
await service.bid(auction, { bidderId: 'secret@example.com', bidValueInCents: 77_700 });
const { endpointId } = await insertEndpoint(service.db, owner, { url: 'https://secret.example' });
const tested = await owner.mutate('sendTestWebhook', { endpointId }, 'webhookDelivery { deliveryId }');
const { deliveryId } = tested.body.data.sendTestWebhook;
const browser = await sellerBrowser(service, stranger);

const whole = async () =>
  (
    await service.db.query(
      `select to_jsonb(auctions)::text as row from auctions where seller_id = $1
       union all select to_jsonb(p)::text from auction_presentations p where seller_id = $1
       union all select to_jsonb(p)::text from seller_profiles p where seller_id = $1
       union all select to_jsonb(s)::text from sellers s where seller_id = $1
       union all select (to_jsonb(k) - 'last_used_at')::text from api_keys k where seller_id = $1
       union all select to_jsonb(e)::text from webhook_endpoints e where seller_id = $1
       union all select to_jsonb(d)::text from webhook_deliveries d where endpoint_id = $2 order by 1`,
      [owner.sellerId, endpointId],
    )
  ).rows;

const pathOf = (route: string) =>
  `/seller${route.replace(':auctionId', auction.auctionId).replace(':endpointId', endpointId)}`;
const forms = sellerPages.flatMap(({ route, forms = {} }: { route: string; forms?: object }) =>
  Object.keys(forms).map((form) => ({ route, form })),
);
const withId = sellerPages.map(({ route }) => route).filter((route) => route.includes(':'));

describe('a seller who knows the ids of another', () => {
  test.each(withId)('finds nothing at %s', async (route) => {
    const answer = await browser.get(pathOf(route));
    expect(answer.status).toBe(404);
    expect(answer.text).not.toMatch(/secret desk|secret@|secret\.example/);
  });

  test.each(withId)('finds nothing at %s with a malformed id', async (route) => {
    const answer = await browser.get(`/seller${route.replace(/:\w+/, 'new')}`);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain('UUID');
  });

  test.each(forms)('changes nothing by the form $form of $route', async ({ route, form }) => {
    const before = await whole();
    const fields = {
      title: 'Mine now',
      minimum: '1',
      phase: 'FINAL',
      bySeconds: '120',
      confirm: 'yes',
      displayName: 'Mine',
      apiKeyId: owner.apiKeyId,
      deliveryId,
      url: 'https://mine.example',
      'eventTypes-bid_won': 'yes',
      sinceTimestamp: '2020-01-01T00:00',
      [`auctionIds-${auction.auctionId}`]: 'yes',
    };
    const answer = await browser.send(pathOf(route), form, { ...fields, description: 'Mine now' });
    expect(await whole()).toEqual(before);
    expect(answer.text).not.toMatch(/secret desk|secret@|secret\.example/);
    if (withId.includes(route)) expect(answer.status).toBe(404);
  });

  test('shows no picture of the other, on an auction or as a logo', async () => {
    const { body } = await owner.mutate('createPictureUpload', {}, 'pictureUpload { pictureId uploadUrl }');
    const { pictureId, uploadUrl } = body.data.createPictureUpload;
    const { pathname, search } = new URL(uploadUrl);
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    await service.request(`${pathname}${search}`, { method: 'PUT', body: new Uint8Array(png) });
    const own = await service.auction(stranger, upcoming);
    const path = `/seller/auctions/${own.auctionId}/change`;
    const answer = await browser.send(path, 'item', { [`alt-${pictureId}`]: 'Mine now' });
    expect(answer.status).toBe(422);
    const { rows } = await service.db.query('select 1 from auction_pictures where picture_id = $1', [pictureId]);
    expect(rows).toEqual([]);
  });

  test('counts no form of the other as its own, whatever token it has', async () => {
    const token = crypto.randomUUID();
    const there = await sellerBrowser(service, owner);
    const profile = { displayName: 'The owner', token };
    expect((await there.send('/seller/profile', 'profile', profile)).status).toBe(303);
    expect((await browser.send('/seller/profile', 'profile', { displayName: 'The stranger', token })).status).toBe(303);
    const nameOf = async (seller: typeof owner) =>
      (await seller.graphql('{ sellerProfile { displayName } }')).body.data.sellerProfile.displayName;
    expect([await nameOf(owner), await nameOf(stranger)]).toEqual(['The owner', 'The stranger']);
  });

  test('lists its own auctions alone, with two cookies of the same name the first', async () => {
    const there = await sellerBrowser(service, owner);
    expect(textOf(await browser.get('/seller'))).not.toContain('secret desk');
    const both = `${browser.cookie}; ${there.cookie}`;
    const answer = await service.request('/seller', { headers: { cookie: both, ...ours } });
    expect(textOf(answer)).not.toContain('secret desk');
  });
});

test('without a session, every page shows the sign-in and nothing else', async () => {
  for (const { route } of sellerPages) {
    const answer = await service.request(pathOf(route), { headers: { ...ours } });
    expect(answer.text).toContain('type="password"');
    expect(answer.text).not.toMatch(/secret desk|secret@|secret\.example|id="main"/);
  }
});
