import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { ongoing } from '../support/insert-auction.ts';
import { publicUrl, sharedService } from '../support/service.ts';
import { unescape } from './bidder.ts';

const service = await sharedService();
const app = createApp(service.deps);
afterAll(() => app[Symbol.asyncDispose]());

/** Asks as a browser does. The body stays as it crosses the network: only a client would decode it. */
async function compressed(path: string): Promise<Buffer> {
  const headers = { 'accept-encoding': 'gzip' };
  const response = await app.fetch(new Request(`http://localhost${path}`, { headers }));
  expect({ path, status: response.status, encoding: response.headers.get('content-encoding') }).toEqual({
    path,
    status: 200,
    encoding: 'gzip',
  });
  return Buffer.from(await response.arrayBuffer());
}

test('the first view takes at most 20 kB without its pictures, and two requests for these', async () => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, ongoing);
  for (let bid = 0; bid < 5; bid += 1) await service.bid({ auctionId, sellerId: seller.sellerId });
  const upload = async () => {
    const { body } = await seller.mutate('createPictureUpload', {}, 'pictureUpload { pictureId uploadUrl }');
    const { pictureId, uploadUrl } = body.data.createPictureUpload;
    const jpeg = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#a0522d' } })
      .jpeg()
      .toBuffer();
    await service.request(uploadUrl.slice(publicUrl.length), { method: 'PUT', body: new Uint8Array(jpeg) });
    return pictureId as string;
  };
  const pictures = [];
  for (let picture = 0; picture < 10; picture += 1)
    pictures.push({ pictureId: await upload(), alternativeText: 'A picture' });
  const { body: set } = await seller.graphql(
    `mutation ($auctionId: ID!, $pictures: [AuctionPictureInput!], $logo: ID, $text: String) {
      updateSellerProfile(input: { logoPictureId: $logo, terms: $text }) { sellerProfile { terms } errors { code fault message path } }
      updateAuctionPresentation(input: { auctionId: $auctionId, pictures: $pictures, description: $text }) { auction { presentation { description } } errors { code fault message path } }
    }`,
    { auctionId, pictures, logo: await upload(), text: 'A desk of walnut, made in Vienna around 1905. '.repeat(20) },
  );
  expect(set.errors).toBeUndefined();

  const { text } = await service.request(`/auctions/${auctionId}`);
  const linked = [...text.matchAll(/<(?:script|link rel="(?:icon|stylesheet)")[^>]+(?:src|href)="([^"]+)"/g)].map(
    ([, path]) => path!,
  );
  expect(linked.length).toBeGreaterThanOrEqual(3);
  let bytes = 0;
  for (const path of [`/auctions/${auctionId}`, ...linked]) bytes += (await compressed(path)).length;
  expect(bytes).toBeLessThanOrEqual(20 * 1024);

  // A closed disclosure and lazy pictures are not asked for.
  const shownAtOnce = text.replaceAll(/<details[^]*?<\/details>/g, '').match(/<img (?![^>]*loading="lazy")/g);
  expect(shownAtOnce).toHaveLength(2);
}, 120_000);

test('the page has the state that its first event tells, so that no viewer asks again for what is shown', async () => {
  const auction = await service.auction(await service.seller(), ongoing);
  await service.bid(auction, { bidValueInCents: 2_500 });
  const { text } = await service.request(`/auctions/${auction.auctionId}`);
  const known = JSON.parse(unescape(/ data-known="([^"]*)"/.exec(text)![1]!));
  const { body } = await service.request(`/auctions/${auction.auctionId}/state`);
  expect(known).toEqual({ ...body, nowMs: expect.any(Number) });
});
