import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { BodyTooSlow, minBytesPerSecond, readBodyWithin } from '../../core/request-body.ts';
import { answerPreflight, corsHeaders, isPreflight } from '../../core/request-headers.ts';
import { fairSemaphore } from '../../core/semaphore.ts';
import { BucketOutage } from '../../auctions/presentation/bucket.ts';
import type { EncodingOutcome } from '../../auctions/presentation/encode-original.ts';
import {
  maxMegapixels,
  maxUploadBytes,
  type PictureFault,
  pictureTypes,
} from '../../auctions/presentation/picture-encoder.ts';
import { findPictureFile } from '../../auctions/presentation/picture-folders.ts';
import { sellerOfUpload, stateOfUpload, storePicture } from '../../auctions/presentation/store-picture.ts';
import type { PageDeps } from './page-deps.ts';

// Each upload takes up to 20 MB until it is stored. A seller's own uploads wait for each other, and for nobody else's.
const fewAtOnce = fairSemaphore({ max: 8, maxOfOwner: 2 });

/** Takes and sends pictures, to be mounted at `/auctions/pictures`. */
export function makePictureRoutes(deps: PageDeps): Hono {
  const routes = new Hono();
  routes.onError((error, c) => {
    if (!(error instanceof BucketOutage)) throw error;
    deps.log.error({ err: error }, 'The storage of pictures failed.');
    c.header('retry-after', '5');
    return refuse(c, 503, 'The storage of pictures is not available. Try again in a few seconds.');
  });
  routes.use('/:pictureId', ofAnyOrigin);
  routes.get('/:pictureId/:file', (c) => sendPicture(c, deps));
  routes.get('/:pictureId', (c) => sendState(c, deps));
  routes.put('/:pictureId', (c) => takePicture(c, deps));
  return routes;
}

/** Lets a page of any origin upload to the address that its server was given. */
const ofAnyOrigin: MiddlewareHandler = async (c, next) => {
  if (isPreflight(c)) c.res = answerPreflight(c);
  else await next();
  for (const [name, value] of Object.entries(corsHeaders(c.req.header('origin')))) c.res.headers.set(name, value);
};

/** Refuses a request that is over the limit of its address. */
export function refusePicture(c: Context, waitSeconds: number): Response {
  c.header('retry-after', String(waitSeconds));
  return refuse(c, 429, `Too many requests for pictures have come from this address. Wait ${waitSeconds} seconds.`);
}

/** Requests wait no longer for their picture to be encoded: proxies give up after 60 seconds. */
export const encodingWaitMs = 30_000;

/**
 * Takes the upload of a picture at the address that `createPictureUpload` has made. With `Prefer: respond-async` (RFC 7240) it is
 * answered once it is stored. A repetition, whose answer before was lost, changes nothing, and is told what has become of the picture.
 */
async function takePicture(c: Context, deps: PageDeps): Promise<Response> {
  const address = addressOf(c);
  // The token is checked before the body is read: a stranger's bytes take no memory.
  const sellerId = await sellerOfUpload(deps, address);
  if (sellerId === null) return await answerAgain(c, deps, address);
  const waitMs = /\brespond-async\b/i.test(c.req.header('prefer') ?? '') ? 0 : encodingWaitMs;
  const upload = await fewAtOnce(sellerId, () => readBodyWithin(c.req.raw, maxUploadBytes)).catch((error: unknown) => {
    if (error instanceof BodyTooSlow) return error;
    throw error;
  });
  if (upload === null) return refuse(c, 413, `A picture has at most ${maxUploadBytes / 1024 / 1024} MB.`);
  if (upload instanceof BodyTooSlow) {
    c.header('connection', 'close');
    return refuse(c, 408, `The picture came in too slowly: send at least ${minBytesPerSecond / 1024} kB a second.`);
  }
  const stored = await storePicture(deps, { ...address, sellerId }, upload, waitMs);
  if (stored === null) return await answerAgain(c, deps, address);
  if (stored === 'full') return refusePicture(c, 30);
  return answerOf(c, address.pictureId, stored, 201);
}

/** Answers for an address that takes no picture, or none any more. */
async function answerAgain(c: Context, deps: PageDeps, address: ReturnType<typeof addressOf>): Promise<Response> {
  const state = await stateOfUpload(deps, address);
  if (state === null || state === 'open' || (state !== 'waiting' && 'fault' in state)) return refuse(c, 404, gone);
  return answerOf(c, address.pictureId, state, 200);
}

/** Tells what has become of an upload. */
async function sendState(c: Context, deps: PageDeps): Promise<Response> {
  const address = addressOf(c);
  const state = await stateOfUpload(deps, address);
  if (state === null || state === 'open') return refuse(c, 404, 'Nothing was uploaded to this address.');
  return answerOf(c, address.pictureId, state, 200);
}

function addressOf(c: Context) {
  return { pictureId: c.req.param('pictureId') ?? '', token: c.req.query('token') ?? '' };
}

function answerOf(c: Context, pictureId: string, state: EncodingOutcome | 'waiting', status: 200 | 201): Response {
  c.header('cache-control', 'no-store');
  if (state === 'waiting') return c.json({ pictureId }, 202);
  if ('fault' in state) return refuse(c, 422, faultDetails[state.fault], { fault: state.fault });
  return c.json({ pictureId, width: state.width, height: state.height }, status);
}

const gone = 'This address takes no picture: it has expired, or is not complete.';

const faultDetails: Readonly<Record<PictureFault, string>> = {
  not_a_picture: 'Send a JPEG, PNG or WebP picture.',
  heic: 'This is a HEIC picture. Send a JPEG: an iPhone takes such pictures with Settings, Camera, Formats, Most Compatible.',
  too_many_pixels: `The picture has more than ${maxMegapixels} million pixels.`,
  too_many_scans: 'The picture has more than 100 scans.',
  damaged: 'The picture is damaged, or cannot be read.',
  too_demanding: 'The picture takes too long to decode, or too much memory. Save it as a JPEG that is not progressive.',
};

function refuse(
  c: Context,
  status: 404 | 408 | 413 | 422 | 429 | 503,
  detail: string,
  more: Readonly<Record<string, string>> = {},
): Response {
  const title = c.req.method === 'PUT' ? 'The picture was not taken.' : 'The picture cannot be shown now.';
  return c.body(JSON.stringify({ title, status, detail, ...more }), status, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  });
}

const fileName = new RegExp(`^(\\d+)\\.(${pictureTypes.join('|')})$`);

/** Sends a picture. Its bytes never change: another picture has another id. */
async function sendPicture(c: Context, deps: Pick<PageDeps, 'db' | 'bucket'>): Promise<Response> {
  const [, size, named] = fileName.exec(c.req.param('file') ?? '') ?? [];
  const type = pictureTypes.find((each) => each === named) ?? 'webp';
  const pictureId = c.req.param('pictureId') ?? '';
  const content = await findPictureFile(deps, { pictureId, size: Number(size ?? 0), type });
  if (content === null) return await c.notFound();
  return c.body(new Uint8Array(content), 200, {
    'content-type': `image/${type}`,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  });
}
