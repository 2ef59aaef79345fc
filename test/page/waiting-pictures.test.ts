import { expect, test, vi } from 'vitest';
import { maxWaitingBytes } from '../../src/auctions/presentation/store-picture.ts';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { aBidder } from './bidder.ts';
import { anUpload, plain } from './picture-uploads.ts';

// Each picture is encoded in a process of its own, which takes long to start on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const service = await sharedService();
const jpeg = await plain(80, 60).jpeg().toBuffer();

/** Sends a picture, and does not wait for its encoding. */
const putAsync = (path: string, bytes: Buffer) =>
  service.request(path, { method: 'PUT', headers: { prefer: 'respond-async' }, body: new Uint8Array(bytes) });

const settled = (path: string) =>
  vi.waitUntil(
    async () => {
      const state = await service.request(path);
      return state.status === 202 ? null : state;
    },
    { timeout: 60_000, interval: 20 },
  );

const fields = 'pictures { pictureId } picturesInWork { pictureId alternativeText place fault }';
const present = (pictures: object[]) => `mutation ($auctionId: ID!) {
  updateAuctionPresentation(input: {auctionId: $auctionId, pictures: [${pictures
    .map(
      (each) =>
        `{ ${Object.entries(each)
          .map(([name, value]) => `${name}: "${String(value)}"`)
          .join(', ')} }`,
    )
    .join(', ')}]}) { auction { auctionId } errors { code fault message path } }
}`;

test('answers an upload before it is encoded, and shows it afterwards in its place', async () => {
  const seller = await service.seller();
  const auction = await service.auction(seller, ongoing);
  const { auctionId } = auction;
  const [one, two] = [await anUpload(seller), await anUpload(seller)];
  expect((await service.request(two.path)).status).toBe(404);
  const pictures = [one, two].map(({ pictureId }, at) => ({ pictureId, alternativeText: `Side ${at + 1}` }));
  const { body: shown } = await seller.graphql(present(pictures), { auctionId });
  expect(shown.errors).toBeUndefined();
  const read = async () =>
    (
      await seller.graphql(`query ($id: ID!) { auction(auctionId: $id) { presentation { ${fields} } } }`, {
        id: auctionId,
      })
    ).body.data.auction.presentation;
  expect(await read()).toEqual({
    pictures: [],
    picturesInWork: [
      { pictureId: one.pictureId, alternativeText: 'Side 1', place: 1, fault: null },
      { pictureId: two.pictureId, alternativeText: 'Side 2', place: 2, fault: null },
    ],
  });
  expect((await aBidder(service, auction).open()).text).not.toContain('<img');
  const answer = await putAsync(two.path, jpeg);
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 202, body: { pictureId: two.pictureId } });
  expect([200, 202]).toContain((await putAsync(two.path, jpeg)).status);
  const done = await settled(two.path);
  expect({ status: done.status, body: done.body }).toEqual({
    status: 200,
    body: { pictureId: two.pictureId, width: 80, height: 60 },
  });
  expect(await read()).toMatchObject({
    pictures: [{ pictureId: two.pictureId }],
    picturesInWork: [{ pictureId: one.pictureId, place: 1 }],
  });
  expect((await aBidder(service, auction).open()).text).toContain(`/auctions/pictures/${two.pictureId}/960.webp`);
});

test('says afterwards that a picture is damaged, and takes another one in its place', async () => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, ongoing);
  const { pictureId, path } = await anUpload(seller);
  const late = await anUpload(seller);
  await seller.graphql(
    present([
      { pictureId, alternativeText: 'A' },
      { pictureId: late.pictureId, alternativeText: 'B' },
    ]),
    {
      auctionId,
    },
  );
  expect((await putAsync(path, jpeg.subarray(0, jpeg.length / 2))).status).toBe(202);
  const refused = await settled(path);
  expect({ status: refused.status, fault: refused.body.fault }).toEqual({ status: 422, fault: 'damaged' });
  await service.db.query(`update pictures set upload_expires_at = '2020-01-01' where picture_id = $1`, [
    late.pictureId,
  ]);
  const { body } = await seller.graphql(
    'query ($id: ID!) { auction(auctionId: $id) { presentation { picturesInWork { fault } } } }',
    { id: auctionId },
  );
  expect(body.data.auction.presentation.picturesInWork).toEqual([{ fault: 'DAMAGED' }, { fault: 'NOT_UPLOADED' }]);
  expect((await putAsync(path, jpeg)).status).toBe(202);
  expect((await settled(path)).status).toBe(200);
});

test('refuses further uploads of a seller while too many of them wait, and takes those of others', async () => {
  const [one, other] = [await service.seller(), await service.seller()];
  const { pictureId } = await anUpload(one);
  await service.db.query(
    `insert into picture_originals (picture_id, content, claimed_at) values ($1, convert_to(repeat('x', $2), 'UTF8'), clock_timestamp())`,
    [pictureId, maxWaitingBytes - jpeg.length],
  );
  const [first, second, foreign] = [await anUpload(one), await anUpload(one), await anUpload(other)];
  expect((await putAsync(first.path, Buffer.concat([jpeg, Buffer.alloc(1)]))).status).toBe(429);
  expect((await putAsync(second.path, jpeg)).status).toBe(202);
  expect((await putAsync(foreign.path, jpeg)).status).toBe(202);
  expect((await settled(second.path)).status).toBe(200);
  await service.db.query('delete from picture_originals where picture_id = $1', [pictureId]);
});
