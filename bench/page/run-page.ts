// `npm run bench -- page`: how long a bidder waits for the largest thing on the first screen (Largest Contentful Paint), in Chromium
// on an emulated 4G connection, with nothing cached. `--short`: once each. Fails where the page paints nothing, or where the
// first view needs more requests or bytes than it may.
import sharp from 'sharp';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openPage, startBrowser } from '../../test/support/browser.ts';
import { insertAuction, ongoing } from '../../test/support/insert-auction.ts';
import { readAnswer } from '../../test/support/answer.ts';
import { makeSeller, type Seller } from '../../test/support/seller.ts';
import { describeMachine } from '../describe-machine.ts';
import { openTemporaryDatabase } from '../open-temporary-database.ts';
import { percentile } from '../percentile.ts';
import { report } from '../report.ts';
import { startServer } from '../start-server.ts';

const times = process.argv.includes('--short') ? 1 : 9;

/** "Fast 4G" of Chromium's developer tools: 9 Mbit/s less a tenth, and 165 ms until an answer begins. */
const fast4g = {
  downloadThroughput: (9e6 / 8) * 0.9,
  uploadThroughput: (1.5e6 / 8) * 0.9,
  latency: 165,
  offline: false,
};

const maxBytes = 30 * 1024;
/** The first picture, the logo, and the gallery's next picture, which the browser asks for ahead. */
const maxPictureRequests = 3;
const maxLcpMs = 1_000;

const devices: [string, BrowserContextOptions][] = [
  [
    'a phone, 390 px, 3 dots a pixel',
    { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true },
  ],
  ['a desk, 1280 px', { viewport: { width: 1280, height: 800 } }],
];

interface View {
  readonly lcpMs: number;
  readonly element: string;
  readonly bytes: number;
  readonly pictureBytes: number;
  readonly pictureRequests: number;
}

await using closing = new AsyncDisposableStack();
const db = await openTemporaryDatabase(closing);
const { origin: url } = closing.use(await startServer(db.url));
const send = async (path: string, init: RequestInit) => readAnswer(await fetch(url + path, init));
const [seller, photographer] = [await makeSeller(db, send), await makeSeller(db, send)];
const { auctionId: plain } = await insertAuction(db, seller, ongoing);
const { auctionId: withPicture } = await insertAuction(db, photographer, ongoing);
await addPictures(photographer, withPicture);
const browser = await startBrowser();
closing.defer(() => browser.close());

const lines: string[] = [];
for (const [page, auctionId] of [
  ['with a picture and a logo', withPicture],
  ['without pictures', plain],
] as const) {
  for (const [device, options] of devices) {
    // The first view compiles the page in the server.
    await view(browser, options, auctionId);
    const views: View[] = [];
    for (let time = 0; time < times; time += 1) views.push(await view(browser, options, auctionId));
    const median = (of: (view: View) => number) => percentile(views.map(of), 0.5);
    const bytes = median((each) => each.bytes);
    const requests = Math.max(...views.map((each) => each.pictureRequests));
    if (bytes > maxBytes) throw new Error(`The first view takes ${bytes} bytes without its pictures.`);
    if (requests > maxPictureRequests) throw new Error(`The first view asks for ${requests} pictures.`);
    lines.push(
      `| ${page} | ${device} | ${median(({ lcpMs }) => lcpMs).toFixed(0)} | ${Math.max(...views.map(({ lcpMs }) => lcpMs)).toFixed(0)} | ${views[0]!.element} | ${(bytes / 1024).toFixed(1)} | ${requests} | ${(median((each) => each.pictureBytes) / 1024).toFixed(1)} |`,
    );
  }
}

report(`# The page of an auction, until it can be seen

${await describeMachine(db)} Medians of ${times}; ${browser.version()} of Chromium, its "Fast 4G" (8.1 Mbit/s, 165 ms), processor not throttled, nothing cached.

| Page | Device | Largest Contentful Paint, ms | longest | element | KiB of the first view without pictures | Requests for pictures | KiB of these |
|---|---|---:|---:|---|---:|---:|---:|
${lines.join('\n')}

The goal is ${maxLcpMs} ms. The emulation delays requests and not packets. A first visit also looks up the name and opens a TLS connection: three times 165 ms more.`);

/** Opens the page in a profile of its own. */
async function view(browser: Browser, options: BrowserContextOptions, auctionId: string): Promise<View> {
  await using opened = await openPage(browser, options);
  const { page } = opened;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', fast4g);
  const pictures = new Set<string>();
  let [bytes, pictureBytes] = [0, 0];
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/pictures/')) pictures.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (pictures.has(requestId)) pictureBytes += encodedDataLength;
    else bytes += encodedDataLength;
  });
  await page.goto(`${url}/auctions/${auctionId}`, { waitUntil: 'load' });
  const painted = await page.evaluate(
    () =>
      new Promise<{ lcpMs: number; element: string } | null>((resolve) => {
        let last: { lcpMs: number; element: string } | null = null;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { element: Element | null })[])
            last = { lcpMs: entry.startTime, element: entry.element?.localName ?? 'none' };
        }).observe({ type: 'largest-contentful-paint', buffered: true });
        setTimeout(() => resolve(last), 700);
      }),
  );
  if (painted === null) throw new Error('The page has painted nothing.');
  return { ...painted, bytes, pictureBytes, pictureRequests: pictures.size };
}

/** Gives a seller a logo, and its auction two pictures as large as a telephone takes them. */
async function addPictures({ graphql }: Seller, auctionId: string): Promise<void> {
  const upload = async (width: number, height: number) => {
    const { body } = await graphql(
      'mutation { createPictureUpload { pictureUpload { pictureId uploadUrl } errors { code fault message path } } }',
    );
    const { pictureId, uploadUrl } = body.data.createPictureUpload as { pictureId: string; uploadUrl: string };
    const { pathname, search } = new URL(uploadUrl);
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const picture = await sharp({ create: { width, height, channels: 3, background: '#fff', noise } })
      .blur(3)
      .jpeg({ quality: 90 })
      .toBuffer();
    const { ok, status } = await fetch(url + pathname + search, { method: 'PUT', body: new Uint8Array(picture) });
    if (!ok) throw new Error(`An upload was answered with ${status}.`);
    return pictureId;
  };
  const [first, second, logo] = [await upload(4_000, 3_000), await upload(4_000, 3_000), await upload(200, 200)];
  const { body } = await graphql(
    `mutation ($auctionId: ID!, $first: ID!, $second: ID!, $logo: ID!) {
      updateSellerProfile(input: { logoPictureId: $logo }) { sellerProfile { displayName } errors { code fault message path } }
      updateAuctionPresentation(input: {
        auctionId: $auctionId
        pictures: [{ pictureId: $first, alternativeText: "The desk" }, { pictureId: $second, alternativeText: "A drawer" }]
      }) { auction { presentation { description } } errors { code fault message path } }
    }`,
    { auctionId, first, second, logo },
  );
  if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors));
}
