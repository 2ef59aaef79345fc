import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** A picture of a phone's camera: held upright, stored lying, with the way it was held in its EXIF data. */
export async function cameraPicture(): Promise<Buffer> {
  const grain = await sharp({
    create: {
      width: 2_000,
      height: 1_500,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
  return await sharp(grain)
    .resize(4_000, 3_000, { kernel: 'nearest' })
    .composite([
      { input: { create: { width: 1_200, height: 3_000, channels: 3, background: '#8a5a34' } }, left: 0, top: 0 },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** The network of a phone in the country: 5 Mbit/s each way, and 600 ms until an answer begins. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const bytesPerSecond = 5_000_000 / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 600,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}
