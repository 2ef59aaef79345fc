import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { maxUploadBytes, type PictureType } from '../../src/auctions/presentation/picture-encoder.ts';
import { findPictureFile } from '../../src/auctions/presentation/picture-folders.ts';
import { ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { publicUrl, sharedService } from '../support/service.ts';
import { stalledBodies } from '../support/stalled-bodies.ts';
import { aBidder } from './bidder.ts';
import { anUpload as askForUpload, plain, putPicture } from './picture-uploads.ts';

// Each picture is encoded in a process of its own, which takes long to start on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const service = await sharedService();
const seller = await service.seller();

// A small one is encoded sooner.
const jpeg = await plain(80, 60).jpeg().toBuffer();

const anUpload = (by: Seller = seller) => askForUpload(by);
const put = (path: string, bytes: Buffer | string) => putPicture(service, path, bytes);
/** The bytes of a file, which `request` would read as text. */
const stored = async (pictureId: string, size: number, type: PictureType) => {
  return (await findPictureFile({ db: service.db, bucket: null }, { pictureId, size, type }))!;
};
const present = (by: Seller, auctionId: string, pictures: object[]) =>
  by.mutate(
    'updateAuctionPresentation',
    { auctionId, pictures },
    'auction { presentation { pictures { pictureId alternativeText url width height } } }',
  );
/** A picture of the service. Each is a copy of the first one: to encode it takes longer than all else. */
async function uploaded(by: Seller = seller): Promise<string> {
  first ??= anUpload().then(async ({ pictureId, path }) => {
    expect((await put(path, jpeg)).status).toBe(201);
    return pictureId;
  });
  const { pictureId } = await anUpload(by);
  await service.db.query(
    `with copied as (
       update pictures set uploaded_at = original.uploaded_at, width = original.width, height = original.height
       from pictures original where original.picture_id = $2 and pictures.picture_id = $1
     )
     insert into picture_files (picture_id, size, content, avif, jpeg)
     select $1, size, content, avif, jpeg from picture_files where picture_id = $2`,
    [pictureId, await first],
  );
  return pictureId;
}
let first: Promise<string> | undefined;

test.each([
  ['jpeg', 2_000],
  // Large ones take seconds to encode.
  ['png', 200],
  ['webp', 200],
] as const)('a %s of %i pixels becomes AVIF and WebP of three sizes, kept for good', async (format, wide) => {
  const { pictureId, path } = await anUpload();
  const answer = await put(
    path,
    await plain(wide, wide / 2)
      .toFormat(format)
      .toBuffer(),
  );
  expect(answer.status).toBe(201);
  const width = Math.min(wide, 1_600);
  expect(answer.body).toEqual({ pictureId, width, height: width / 2 });
  for (const size of [480, 960, 1_600]) {
    for (const [type, kind] of [
      ['avif', { format: 'heif', compression: 'av1' }],
      ['webp', { format: 'webp' }],
    ] as const) {
      const file = await service.request(`/auctions/pictures/${pictureId}/${size}.${type}`);
      expect(file.status).toBe(200);
      expect(file.headers.get('content-type')).toBe(`image/${type}`);
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(await metadataOf(await stored(pictureId, size, type))).toMatchObject({
        ...kind,
        width: Math.min(wide, size),
      });
    }
  }
  for (const name of ['481.webp', '481.avif', '480.png', '480', '..%2F480.webp']) {
    expect((await service.request(`/auctions/pictures/${pictureId}/${name}`)).status).toBe(404);
  }
});

/** What a file says of itself. The service has forbidden the library to read AVIF. */
async function metadataOf(file: Buffer) {
  sharp.unblock({ operation: ['VipsForeignLoadHeif'] });
  return await sharp(file).metadata();
}

test('a picture keeps its pixels and how it was held, but neither its place nor bytes after its end', async () => {
  const { pictureId, path } = await anUpload();
  const withPlace = await plain(400, 200)
    .jpeg()
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '48/1 12/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const upload = Buffer.concat([withPlace, Buffer.from('<script>alert(1)</script>')]);
  expect((await sharp(upload).metadata()).exif).toBeDefined();
  expect((await put(path, upload)).body).toMatchObject({ width: 200, height: 400 });
  for (const [size, type] of [
    [480, 'avif'],
    [480, 'webp'],
    [960, 'jpeg'],
  ] as const) {
    const file = await stored(pictureId, size, type);
    const { exif, xmp, iptc, orientation } = await metadataOf(file);
    expect({ exif, xmp, iptc, orientation }).toEqual({});
    expect(file.toString('latin1')).not.toMatch(/script|Somebody|GPS/);
  }
});

test('refuses a file that is no picture or too large, and then still takes a good one', async () => {
  const { path } = await anUpload();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const gif = await plain(9, 9).gif().toBuffer();
  const avif = await plain(9, 9).avif().toBuffer();
  // The header alone says how large a picture is.
  const bomb = await plain(9, 9).png().toBuffer();
  bomb.writeUInt32BE(10_100, 16);
  bomb.writeUInt32BE(10_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  for (const [name, bytes, status] of [
    ['SVG', svg, 422],
    ['GIF', gif, 422],
    ['AVIF', avif, 422],
    ['HTML', '<!doctype html><script>alert(1)</script>', 422],
    ['nothing', '', 422],
    ['half of a picture', jpeg.subarray(0, jpeg.length / 2), 422],
    ['SVG that begins as JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]), 422],
    ['too many bytes', Buffer.alloc(maxUploadBytes + 1), 413],
  ] as const) {
    const answer = await put(path, bytes);
    expect({ name, status: answer.status }).toEqual({ name, status });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  }
  // 101 million pixels in a few bytes.
  const tooManyPixels = await put(path, bomb);
  expect(tooManyPixels).toMatchObject({ status: 422 });
  expect(tooManyPixels.body).toMatchObject({
    fault: 'too_many_pixels',
    detail: 'The picture has more than 100 million pixels.',
  });
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]);
  expect((await put(path, heic)).body).toMatchObject({ fault: 'heic', detail: expect.stringContaining('Send a JPEG') });
  expect((await put(path, jpeg)).status).toBe(201);
});

test('an address takes one picture, with its own token, within its hour', async () => {
  const { pictureId, path } = await anUpload();
  expect(
    (
      await put(
        path.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
        jpeg,
      )
    ).status,
  ).toBe(404);
  expect((await put(path.replace(/\?.*/, ''), jpeg)).status).toBe(404);
  expect((await service.request(`/auctions/pictures/${pictureId}/480.webp`)).status).toBe(404);
  const answers = await Promise.all([put(path, jpeg), put(path, jpeg)]);
  const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect([200, 202]).toContain(statuses.find((status) => status !== 201));
  // A repetition, whose answer before was lost, is told of the picture, and changes nothing.
  const again = await put(path, jpeg.subarray(0, 10));
  expect({ status: again.status, body: again.body }).toMatchObject({ status: 200, body: { pictureId } });
  const late = await anUpload();
  await service.db.query(
    'update pictures set upload_expires_at = clock_timestamp() where picture_id = $1 returning pg_sleep(0.001)',
    [late.pictureId],
  );
  expect((await put(late.path, jpeg)).status).toBe(404);
});

test('the page shows the first picture at once, the others on demand, and the preview names it', async () => {
  const auction = await service.auction(seller, ongoing);
  const [one, two] = [await uploaded(), await uploaded()];
  const { body } = await present(seller, auction.auctionId, [
    { pictureId: one, alternativeText: 'The desk "open"' },
    { pictureId: two, alternativeText: 'A drawer' },
  ]);
  expect(body.data.updateAuctionPresentation.presentation.pictures).toEqual([
    {
      pictureId: one,
      alternativeText: 'The desk "open"',
      url: `${publicUrl}/auctions/pictures/${one}/1600.webp`,
      width: 80,
      height: 60,
    },
    { pictureId: two, alternativeText: 'A drawer', url: expect.stringContaining(two), width: 80, height: 60 },
  ]);
  const page = async () => (await aBidder(service, auction).open()).text;
  const text = await page();
  expect(text).toMatch(
    new RegExp(
      `<picture><source type="image/avif" srcset="/auctions/pictures/${one}/480.avif 480w, [^"]+" sizes="([^"]+)"><img src="/auctions/pictures/${one}/960.webp" srcset="[^"]+" sizes="\\1" alt="The desk &quot;open&quot;" width="4" height="3" [^>]*loading="eager"`,
    ),
  );
  expect(text).toMatch(
    new RegExp(
      `<li id="picture-2"><a href="/auctions/pictures/${two}/1600.webp">.*? alt="A drawer" [^>]*loading="lazy"`,
    ),
  );
  expect(text).toContain(`<meta property="og:image" content="${publicUrl}/auctions/pictures/${one}/960.jpeg">`);
  const preview = await service.request(`/auctions/pictures/${one}/960.jpeg`);
  expect(preview.headers.get('content-type')).toBe('image/jpeg');
  expect(await metadataOf(await stored(one, 960, 'jpeg'))).toMatchObject({ format: 'jpeg', width: 80, height: 60 });
  await present(seller, auction.auctionId, [{ pictureId: two, alternativeText: 'A drawer' }]);
  expect(await page()).not.toContain(one);
  await present(seller, auction.auctionId, []);
  expect(await page()).not.toContain('<img');
});

test.each([
  [4_000, 3_000, ['480 × 360', '960 × 720', '1600 × 1200']],
  [600, 1_201, ['240 × 480', '480 × 960', '600 × 1201']],
  [960, 960, ['480 × 480', '960 × 960']],
  [961, 10, ['480 × 5', '960 × 10', '961 × 10']],
  [100, 75, ['100 × 75']],
])('a picture of %i by %i pixels has these sizes for a page of another origin', async (width, height, sizes) => {
  const auction = await service.auction(seller, ongoing);
  const pictureId = await uploaded();
  const scale = Math.min(1, 1_600 / Math.max(width, height));
  await service.db.query('update pictures set width = $2, height = $3 where picture_id = $1', [
    pictureId,
    width * scale,
    height * scale,
  ]);
  await present(seller, auction.auctionId, [{ pictureId, alternativeText: 'A desk' }]);
  const { body } = await seller.graphql(
    `{ auction(auctionId: "${auction.auctionId}") { presentation { pictures { sizes { width height url avifUrl } } } } }`,
  );
  expect(body.data.auction.presentation.pictures[0].sizes).toEqual(
    sizes.map((pixels, index) => {
      const [wide, high] = pixels.split(' × ').map(Number);
      const address = `${publicUrl}/auctions/pictures/${pictureId}/${[480, 960, 1_600][index]}`;
      return { width: wide, height: high, url: `${address}.webp`, avifUrl: `${address}.avif` };
    }),
  );
});

test('a picture has an id of its own in each auction, which also names it for another auction', async () => {
  const auctions = [await service.auction(seller, ongoing), await service.auction(seller, ongoing)];
  const pictureId = await uploaded();
  const ids: string[] = [];
  for (const { auctionId } of auctions) {
    await present(seller, auctionId, [{ pictureId: ids[0] ?? pictureId, alternativeText: 'A desk' }]);
    const read = async (more: string) => {
      const query = `{ auction(auctionId: "${auctionId}") { ${more} presentation { pictures { id pictureId } } } }`;
      return (await seller.graphql(query)).body.data.auction.presentation.pictures;
    };
    const [picture] = await read('');
    expect(picture.pictureId).toBe(pictureId);
    expect(await read('ledger { entries { kind } }')).toEqual([picture]);
    ids.push(picture.id);
  }
  expect(new Set(ids).size).toBe(2);
  expect((await seller.graphql(`{ node(id: "${ids[0]}") { id } }`)).body).toEqual({ data: { node: null } });
});

test('the logo of a seller stands next to its name', async () => {
  const owner = await service.seller();
  const auction = await service.auction(owner, ongoing);
  const pictureId = await uploaded(owner);
  const set = (id: string | null) =>
    owner.mutate(
      'updateSellerProfile',
      { logoPictureId: id },
      'sellerProfile { logo { pictureId url width height sizes { url } } }',
    );
  const address = `${publicUrl}/auctions/pictures/${pictureId}`;
  const shown = {
    pictureId,
    url: `${address}/1600.webp`,
    width: 80,
    height: 60,
    sizes: [{ url: `${address}/480.webp` }],
  };
  expect((await set(pictureId)).body.data.updateSellerProfile).toEqual({ logo: shown });
  const read = await owner.graphql(
    `{ auction(auctionId: "${auction.auctionId}") { seller { logo { pictureId url width height sizes { url } } } } }`,
  );
  expect(read.body.data.auction.seller).toEqual({ logo: shown });
  const logo = `<img class="logo" src="/auctions/pictures/${pictureId}/480.webp" alt=""`;
  expect((await aBidder(service, auction).open()).text).toContain(logo);
  await set(null);
  expect((await aBidder(service, auction).open()).text).not.toContain('class="logo"');
  const foreign = await set(await uploaded());
  expect(foreign.body.errors[0].extensions.errors[0].pointer).toBe('/logoPictureId');
});

test("eleven pictures, one twice, another seller's and one that never came are refused; nothing is changed then", async () => {
  const auction = await service.auction(seller, ongoing);
  const mine = await uploaded();
  await present(seller, auction.auctionId, [{ pictureId: mine, alternativeText: 'Mine' }]);
  const stranger = await service.seller();
  const [foreign, empty] = [await uploaded(stranger), (await anUpload()).pictureId];
  await service.db.query(`update pictures set upload_expires_at = '2020-01-01' where picture_id = $1`, [empty]);
  const faultsOf = async (pictures: object[]) =>
    (await present(seller, auction.auctionId, pictures)).body.errors[0].extensions.errors.map(
      ({ pointer }: { pointer: string }) => pointer,
    );
  const shown = (pictureId: string) => ({ pictureId, alternativeText: 'A picture' });
  expect(await faultsOf([shown(mine), shown(foreign), shown(empty)])).toEqual([
    '/pictures/1/pictureId',
    '/pictures/2/pictureId',
  ]);
  expect(await faultsOf([shown(mine), shown(mine)])).toEqual(['/pictures/1/pictureId']);
  expect(await faultsOf([{ pictureId: mine, alternativeText: '' }])).toEqual(['/pictures/0/alternativeText']);
  const ids = Array.from({ length: 11 }, (_, index) => `01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d${index + 10}`);
  expect(await faultsOf(ids.map(shown))).toEqual(['/pictures']);
  expect((await aBidder(service, auction).open()).text).toContain(`/auctions/pictures/${mine}/960.webp`);
});

test('a picture that nothing shows is deleted after a day, by the next upload of its seller', async () => {
  const owner = await service.seller();
  const auction = await service.auction(owner, ongoing);
  const [shown, unused, fresh] = [await uploaded(owner), await uploaded(owner), await uploaded(owner)];
  await present(owner, auction.auctionId, [{ pictureId: shown, alternativeText: 'The desk' }]);
  await service.db.query(`update pictures set created_at = created_at - interval '25 h' where picture_id = any($1)`, [
    [shown, unused],
  ]);
  await anUpload(owner);
  const left = async (id: string) => (await service.request(`/auctions/pictures/${id}/480.webp`)).status;
  expect([await left(shown), await left(unused), await left(fresh)]).toEqual([200, 404, 200]);
});

const putBody = (path: string, body: ReadableStream<Uint8Array>) =>
  service.request(path, { method: 'PUT', body, duplex: 'half' } as RequestInit);

test('refuses a JPEG of hundreds of scans before it decodes it, and takes a progressive one', async () => {
  const progressive = await plain(64, 64).jpeg({ progressive: true }).toBuffer();
  const lastScan = progressive.subarray(progressive.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  const scans = Array.from({ length: 400 }, () => lastScan);
  const { path } = await anUpload();
  const refused = await put(path, Buffer.concat([progressive.subarray(0, -2), ...scans, progressive.subarray(-2)]));
  expect({ status: refused.status, detail: refused.body.detail }).toEqual({
    status: 422,
    detail: 'The picture has more than 100 scans.',
  });
  expect((await put(path, progressive)).status).toBe(201);
});

test("uploads of one seller that never end do not hold up another seller's picture, and are given up", async () => {
  const stranger = await service.seller();
  const endless = await Promise.all(Array.from({ length: 8 }, () => anUpload(stranger)));
  const { path } = await anUpload();
  const bodies = stalledBodies();
  const waiting = endless.map(({ path }) => putBody(path, bodies.make()));
  await vi.waitUntil(() => bodies.stalled() === 2, { timeout: 30_000, interval: 5 });
  // It is read and not encoded, which takes long on a busy machine.
  const tooLarge = put(path, Buffer.alloc(maxUploadBytes + 1));
  expect((await Promise.race([tooLarge, ...waiting])).status).toBe(413);
  expect((await bodies.goOnTooLate(() => Promise.race(waiting))).status).toBe(408);
});

test('an upload that breaks off is no fault of the service, and its address takes another', async () => {
  const { path } = await anUpload();
  const answer = await putBody(path, new ReadableStream({ pull: () => Promise.reject(new Error('aborted')) }));
  expect(answer.status).toBe(499);
  expect((await put(path, jpeg)).status).toBe(201);
});
