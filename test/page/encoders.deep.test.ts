import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';
import { anUpload, plain, putPicture } from './picture-uploads.ts';

// Pictures of twelve million pixels, whose encoders are watched as Linux shows them.

const service = await sharedService();

/** The processes of this one that encode pictures, by their ids. */
function encoders(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
        return (
          Number(parent) === process.pid && /encode-picture\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
        );
      } catch {
        // It has ended meanwhile, or is no process.
        return false;
      }
    });
}

const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer();

describe.runIf(platform() === 'linux')('the encoders of pictures', () => {
  test('an encoder that is killed refuses its picture; the next one is taken', async () => {
    const { path } = await anUpload(await service.seller());
    const answering = putPicture(service, path, await noise(3_500));
    await expect.poll(encoders, { timeout: 20_000, interval: 5 }).toHaveLength(1);
    process.kill(encoders()[0]!, 'SIGKILL');
    const answer = await answering;
    expect({ status: answer.status, detail: answer.body.detail }).toEqual({
      status: 422,
      detail: expect.stringContaining('The picture takes too long to decode, or too much memory.'),
    });
    expect((await putPicture(service, path, await plain(80, 60).jpeg().toBuffer())).status).toBe(201);
  }, 60_000);

  test('a JPEG of 100 million pixels, the most that there may be, is taken', async () => {
    const { path } = await anUpload(await service.seller());
    const largest = await plain(10_000, 10_000).jpeg({ quality: 50 }).toBuffer();
    expect((await putPicture(service, path, largest)).body).toMatchObject({ width: 1_600, height: 1_600 });
  }, 60_000);

  test('one picture is encoded at a time, whoever sent it, and takes the service no memory', async () => {
    const picture = await noise(3_500);
    let running = 0;
    const before = process.memoryUsage.rss();
    let peak = before;
    const watching = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
      running = Math.max(running, encoders().length);
    }, 20);
    const sellers = await Promise.all(Array.from({ length: 3 }, () => service.seller()));
    const uploads = await Promise.all(sellers.map((each) => anUpload(each)));
    const answers = await Promise.all(uploads.map(({ path }) => putPicture(service, path, picture)));
    clearInterval(watching);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(running).toBe(1);
    expect(peak - before).toBeLessThan(200_000_000);
  }, 120_000);
});
