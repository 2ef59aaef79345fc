import type { Context } from 'hono';
import { readBodyWithin } from '../core/read-body-within.ts';
import { semaphore } from '../core/semaphore.ts';
import { maxUploadBytes } from '../presentation/encode-picture.ts';
import { findPictureFile } from '../presentation/find-picture-file.ts';
import { storePicture, takesUpload } from '../presentation/store-picture.ts';
import { clientAddress } from '../limits/client-address.ts';
import type { PageDeps } from './page-deps.ts';

// Each upload takes up to 10 MB while it comes in.
const fewAtOnce = semaphore(4);

/** Takes the upload of a picture at the address that `createPictureUpload` has made. */
export async function takePicture(c: Context, deps: PageDeps): Promise<Response> {
  const address = { pictureId: c.req.param('pictureId') ?? '', token: c.req.query('token') ?? '' };
  const waitSeconds = await deps.limits.take('upload', clientAddress(c, deps.config.trustedProxies));
  if (waitSeconds > 0) {
    c.header('retry-after', String(waitSeconds));
    return refuse(c, 429, `Too many uploads have come from this address. Wait ${waitSeconds} seconds.`);
  }
  // The token is checked before the body is read: a stranger's bytes take no memory.
  if (!(await takesUpload(deps, address))) return refuse(c, 404, gone);
  return await fewAtOnce(async () => {
    const upload = await readBodyWithin(c.req.raw, maxUploadBytes);
    if (upload === null) return refuse(c, 413, `A picture has at most ${maxUploadBytes / 1024 / 1024} MB.`);
    const stored = await storePicture(deps, address, upload);
    if (stored === null) return refuse(c, 404, gone);
    if ('fault' in stored) return refuse(c, 422, stored.fault);
    return c.json({ pictureId: address.pictureId, width: stored.width, height: stored.height }, 201);
  });
}

const gone = 'This address takes no picture: it has taken one already, has expired, or is not complete.';

function refuse(c: Context, status: 404 | 413 | 422 | 429, detail: string): Response {
  return c.body(JSON.stringify({ title: 'The picture was not taken.', status, detail }), status, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  });
}

/** Sends a picture. Its bytes never change: another picture has another id. */
export async function sendPicture(c: Context, deps: Pick<PageDeps, 'db'>): Promise<Response> {
  const [, size] = /^(\d+)\.webp$/.exec(c.req.param('file') ?? '') ?? [];
  const content = await findPictureFile(deps.db, {
    pictureId: c.req.param('pictureId') ?? '',
    size: Number(size ?? 0),
  });
  if (content === null) return await c.notFound();
  return c.body(new Uint8Array(content), 200, {
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  });
}
