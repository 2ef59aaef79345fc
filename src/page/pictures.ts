import { type Context, Hono } from 'hono';
import { BodyTooSlow, minBytesPerSecond, readBodyWithin } from '../core/request-body.ts';
import { fairSemaphore } from '../core/semaphore.ts';
import { BucketOutage } from '../presentation/bucket.ts';
import { maxUploadBytes, pictureTypes } from '../presentation/picture-encoder.ts';
import { findPictureFile } from '../presentation/picture-folders.ts';
import { sellerOfUpload, storePicture } from '../presentation/store-picture.ts';
import type { PageDeps } from './page-deps.ts';

// Each upload takes up to 10 MB until it is encoded. A seller's own uploads wait for each other, and for nobody else's.
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
  routes.get('/:pictureId/:file', (c) => sendPicture(c, deps));
  routes.put('/:pictureId', (c) => takePicture(c, deps));
  return routes;
}

/** Refuses a request that is over the limit of its address. */
export function refusePicture(c: Context, waitSeconds: number): Response {
  c.header('retry-after', String(waitSeconds));
  return refuse(c, 429, `Too many requests for pictures have come from this address. Wait ${waitSeconds} seconds.`);
}

/** Takes the upload of a picture at the address that `createPictureUpload` has made. */
async function takePicture(c: Context, deps: PageDeps): Promise<Response> {
  const address = { pictureId: c.req.param('pictureId') ?? '', token: c.req.query('token') ?? '' };
  // The token is checked before the body is read: a stranger's bytes take no memory.
  const sellerId = await sellerOfUpload(deps, address);
  if (sellerId === null) return refuse(c, 404, gone);
  return await fewAtOnce(sellerId, async () => {
    const upload = await readBodyWithin(c.req.raw, maxUploadBytes, { isTimed: true }).catch((error: unknown) => {
      if (error instanceof BodyTooSlow) return error;
      throw error;
    });
    if (upload === null) return refuse(c, 413, `A picture has at most ${maxUploadBytes / 1024 / 1024} MB.`);
    if (upload instanceof BodyTooSlow) {
      c.header('connection', 'close');
      return refuse(c, 408, `The picture came in too slowly: send at least ${minBytesPerSecond / 1024} kB a second.`);
    }
    const stored = await storePicture(deps, { ...address, sellerId }, upload);
    if (stored === null) return refuse(c, 404, gone);
    if ('fault' in stored) return refuse(c, 422, stored.fault);
    return c.json({ pictureId: address.pictureId, width: stored.width, height: stored.height }, 201);
  });
}

const gone = 'This address takes no picture: it has taken one already, has expired, or is not complete.';

function refuse(c: Context, status: 404 | 408 | 413 | 422 | 429 | 503, detail: string): Response {
  const title = c.req.method === 'PUT' ? 'The picture was not taken.' : 'The picture cannot be shown now.';
  return c.body(JSON.stringify({ title, status, detail }), status, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  });
}

const fileName = new RegExp(`^(\\d+)\\.(${pictureTypes.join('|')})$`);

/** Sends a picture. Its bytes never change: another picture has another id. */
async function sendPicture(c: Context, deps: Pick<PageDeps, 'db' | 'bucket'>): Promise<Response> {
  const [, size, type] = fileName.exec(c.req.param('file') ?? '') ?? [];
  const found = await findPictureFile(deps, {
    pictureId: c.req.param('pictureId') ?? '',
    size: Number(size ?? 0),
    type: type === 'avif' ? 'avif' : 'webp',
  });
  if (found === null) return await c.notFound();
  return c.body(new Uint8Array(found.content), 200, {
    'content-type': `image/${found.type}`,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  });
}
