import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { checkBucket } from '../../src/operations/checkup/check-all.ts';
import { type Bucket, openBucket } from '../../src/auctions/presentation/bucket.ts';
import { expectedSignature } from '../support/sigv4.ts';
import { startStorage } from '../support/storage.ts';

const storage = await startStorage();
afterAll(() => storage[Symbol.asyncDispose]());
beforeEach(() => {
  storage.failing = null;
});

test("the stand-in computes the signature of AWS's own example", () => {
  const example = {
    method: 'GET',
    target: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=${'0'.repeat(64)}`,
    },
  };
  expect(expectedSignature(example, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

test('a file is put, returned and deleted; one that is not there is null, and deleted', async () => {
  const bucket = openBucket(storage.bucket);
  const key = `pictures/${randomUUID()}/480.webp`;
  const content = Buffer.from([0, 255, 10, 13, 60]);
  expect(await bucket.get(key)).toBeNull();
  await bucket.put(key, content, 'image/webp');
  expect(storage.files.get(key)).toEqual({ content, mediaType: 'image/webp' });
  expect(await bucket.get(key)).toEqual(content);
  await bucket.delete(key);
  await bucket.delete(key);
  expect(storage.files.has(key)).toBe(false);
});

test.each([
  ['another secret', { secretAccessKey: 'wrong' }, '403 (SignatureDoesNotMatch)'],
  ['another key', { accessKeyId: 'AKIDOTHER' }, '403 (InvalidAccessKeyId)'],
  ['another region', { region: 'us-east-1' }, '403 (AuthorizationHeaderMalformed)'],
  ['no such bucket', { url: storage.bucket.url.replace('pictures', 'others') }, '404 (NoSuchBucket)'],
])('%s is an outage of every request, and never a missing file', async (_, change, answer) => {
  const bucket = openBucket({ ...storage.bucket, ...change });
  for (const request of requestsTo(bucket)) {
    await expect(request()).rejects.toMatchObject({ name: 'BucketOutage', message: expect.stringContaining(answer) });
  }
  const [result] = await checkBucket(bucket);
  expect(result).toMatchObject({ verdict: 'fault', found: expect.stringContaining(answer) });
});

test('a storage that fails, or is away, is an outage; the check says so, and is content afterwards', async () => {
  const bucket = openBucket(storage.bucket);
  storage.failing = 503;
  for (const request of requestsTo(bucket)) await expect(request()).rejects.toThrow('503 (SlowDown)');
  expect(await checkBucket(bucket)).toMatchObject([{ verdict: 'fault' }]);
  storage.failing = null;
  // Port 9 discards what it gets, where anything listens there at all.
  const away = openBucket({ ...storage.bucket, url: 'http://127.0.0.1:9/pictures' });
  for (const request of requestsTo(away)) await expect(request()).rejects.toThrow('got no answer');
  const before = storage.files.size;
  expect(await checkBucket(bucket)).toMatchObject([{ verdict: 'fine' }]);
  expect(storage.files.size).toBe(before);
});

test('an outage of the storage has one line at its beginning, and one with counts at its end', async () => {
  const lines: { msg: string; failures?: number; reason?: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  const [bucket, other] = [openBucket(storage.bucket, log), openBucket(storage.bucket, log)];
  await bucket.put('a', Buffer.from('a'), 'image/webp');
  storage.failing = 503;
  for (const request of [...requestsTo(bucket), ...requestsTo(other)]) await expect(request()).rejects.toThrow('503');
  storage.failing = null;
  await expect.poll(async () => (await other.get('a'), lines.length), { timeout: 10_000 }).toBe(2);
  expect(lines).toMatchObject([
    {
      msg: 'The storage of pictures fails. Pictures can be neither stored nor read.',
      reason: expect.stringContaining('503'),
    },
    { msg: 'The storage of pictures works again.', failures: 6 },
  ]);
});

function requestsTo(bucket: Bucket): (() => Promise<unknown>)[] {
  return [() => bucket.put('a', Buffer.from('a'), 'image/webp'), () => bucket.get('a'), () => bucket.delete('a')];
}
