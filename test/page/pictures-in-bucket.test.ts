import sharp from 'sharp';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { openBucket } from '../../src/auctions/presentation/bucket.ts';
import { encodeLeftOriginals } from '../../src/auctions/presentation/encode-original.ts';
import { deleteStrayFolders, putInNewFolder } from '../../src/auctions/presentation/picture-folders.ts';
import { freshDatabase } from '../support/database.ts';
import { publicUrl, serviceForFile, startService } from '../support/service.ts';
import { startStorage } from '../support/storage.ts';
import { withDatabase } from '../support/settings.ts';

// Each picture is encoded in a process of its own, which takes long to start on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const storage = await startStorage();
const database = await freshDatabase();
const base = { ...withDatabase(database.url), PUBLIC_URL: publicUrl };
const settings = {
  ...base,
  S3_BUCKET_URL: storage.bucket.url,
  S3_REGION: storage.bucket.region,
  S3_ACCESS_KEY_ID: storage.bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: storage.bucket.secretAccessKey,
};
const service = await serviceForFile({ config: readConfig(settings) }, database);
const seller = await service.seller();
const bucket = openBucket(storage.bucket);
const jpeg = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#a0522d' } })
  .jpeg()
  .toBuffer();
afterAll(() => storage[Symbol.asyncDispose]());
beforeEach(() => {
  storage.failing = null;
  storage.beforePut = null;
  storage.files.clear();
});

async function anUpload(): Promise<{ pictureId: string; path: string }> {
  const { body } = await seller.mutate('createPictureUpload', {}, 'pictureUpload { pictureId uploadUrl }');
  const { pictureId, uploadUrl } = body.data.createPictureUpload;
  return { pictureId, path: uploadUrl.slice(publicUrl.length) };
}
const put = (path: string) => service.request(path, { method: 'PUT', body: new Uint8Array(jpeg) });
const get = (pictureId: string, file: string) => service.request(`/auctions/pictures/${pictureId}/${file}`);
const age = (pictureId: string) =>
  service.db.query(`update picture_folders set created_at = created_at - interval '2 h' where picture_id = $1`, [
    pictureId,
  ]);
async function sweep(): Promise<void> {
  while (await deleteStrayFolders({ db: service.db, bucket }));
}

test('pictures lie in the bucket, and are sent as if they were in the database', async () => {
  const { pictureId, path } = await anUpload();
  expect((await put(path)).body).toEqual({ pictureId, width: 90, height: 60 });
  expect(storage.files.size).toBe(7);
  const { rows } = await service.db.query('select from picture_files where picture_id = $1', [pictureId]);
  expect(rows).toEqual([]);
  for (const type of ['avif', 'webp']) {
    const answer = await get(pictureId, `480.${type}`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': `image/${type}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  }
  await age(pictureId);
  await sweep();
  expect(storage.files.size).toBe(7);
});

test('without the storage uploads and pictures get 503; the address takes the picture afterwards', async () => {
  const shown = await anUpload();
  await put(shown.path);
  const { pictureId, path } = await anUpload();
  storage.failing = 503;
  for (const answer of [await put(path), await get(shown.pictureId, '480.webp')]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  storage.failing = null;
  expect((await put(path)).status).toBe(201);
  expect((await get(pictureId, '960.avif')).status).toBe(200);
  await age(pictureId);
  await sweep();
  const { rows } = await service.db.query('select from picture_folders where picture_id = $1', [pictureId]);
  expect(rows).toHaveLength(1);
  expect((await get(pictureId, '960.avif')).status).toBe(200);
});

test('takes one of two simultaneous uploads to an address, and puts its files once', async () => {
  const { path } = await anUpload();
  const answers = await Promise.all([put(path), put(path)]);
  const statuses = answers.map(({ status }) => status).sort((a, b) => b - a);
  expect([
    [201, 200],
    [202, 201],
  ]).toContainEqual(statuses);
  expect(storage.files.size).toBe(7);
});

test('encodes a picture again whose process has died, and deletes the files that it had put', async () => {
  const { pictureId } = await anUpload();
  const waiting = () => service.db.query('select from picture_originals where picture_id = $1', [pictureId]);
  await service.db.query(
    `insert into picture_originals (picture_id, content, received_at, claimed_at)
     values ($1, $2, clock_timestamp() - interval '7 minutes', clock_timestamp() - interval '6 minutes')`,
    [pictureId, jpeg],
  );
  await putInNewFolder({ db: service.db, bucket }, pictureId, []);
  storage.failing = 503;
  await expect(encodeLeftOriginals({ db: service.db, bucket }, new AbortController().signal)).rejects.toThrow('503');
  expect((await waiting()).rowCount).toBe(1);
  storage.failing = null;
  await encodeLeftOriginals({ db: service.db, bucket }, new AbortController().signal);
  expect((await waiting()).rowCount).toBe(0);
  expect((await get(pictureId, '960.jpeg')).status).toBe(200);
  await age(pictureId);
  await sweep();
  const { rowCount } = await service.db.query('select from picture_folders where picture_id = $1', [pictureId]);
  expect(rowCount).toBe(1);
});

test('the files of a deleted picture are deleted, also after an attempt that failed', async () => {
  const { pictureId, path } = await anUpload();
  await put(path);
  await service.db.query('delete from pictures where picture_id = $1', [pictureId]);
  await age(pictureId);
  storage.failing = 500;
  await expect(sweep()).rejects.toThrow('500');
  storage.failing = null;
  expect(storage.files.size).toBe(7);
  await sweep();
  expect(storage.files.size).toBe(0);
});

test('a picture of the database is sent from there once a bucket is set, and one of the bucket needs it', async () => {
  const inBucket = await anUpload();
  await put(inBucket.path);
  const other = await startService(
    { config: readConfig(base) },
    { ...database, [Symbol.asyncDispose]: async () => {} },
  );
  const inDatabase = await anUpload();
  const upload = { method: 'PUT', body: new Uint8Array(jpeg) };
  expect((await other.request(inDatabase.path, upload)).status).toBe(201);
  expect((await get(inDatabase.pictureId, '480.avif')).status).toBe(200);
  expect((await other.request(`/auctions/pictures/${inBucket.pictureId}/480.avif`)).status).toBe(503);
  await other[Symbol.asyncDispose]();
});
