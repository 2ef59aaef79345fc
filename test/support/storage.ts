import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketConfig } from '../../src/platform/config.ts';
import { expectedSignature, readAuthorization, sha256 } from './sigv4.ts';

/** A storage with one bucket, `pictures`. */
export interface Storage extends AsyncDisposable {
  readonly bucket: BucketConfig;
  /** Its files by key. */
  readonly files: Map<string, { readonly content: Buffer; readonly mediaType: string }>;
  /** The status that every request gets from now on; `null`: as usual. */
  failing: number | null;
  /** Every PUT waits for it; `null`: none. */
  beforePut: ((key: string) => Promise<void>) | null;
}

const region = 'eu-central-1';
const accessKeyId = 'AKIDEXAMPLE';
const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const maxSkewMs = 15 * 60_000;

/** Starts a stand-in of an S3-compatible storage, which refuses every request that is not signed as AWS describes it. */
export async function startStorage(): Promise<Storage> {
  const files: Storage['files'] = new Map();
  const storage: Pick<Storage, 'files' | 'failing' | 'beforePut'> = { files, failing: null, beforePut: null };
  const server = createServer((request, response) => {
    void respond(request, response);
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [status, content, mediaType] = await answer(request);
    response.writeHead(status, { 'content-type': mediaType ?? 'application/xml' }).end(content);
  }

  async function answer(request: IncomingMessage): Promise<readonly [number, (Buffer | string)?, string?]> {
    const content = await buffer(request);
    const fault = storage.failing === null ? faultOf(request, content) : null;
    if (storage.failing !== null) return [storage.failing, error('SlowDown')];
    if (fault !== null) return [403, error(fault)];
    const [, bucket, key = ''] = /^\/([^/]+)\/(.+)$/.exec(request.url ?? '') ?? [];
    if (bucket !== 'pictures') return [404, error('NoSuchBucket')];
    if (request.method === 'PUT') {
      await storage.beforePut?.(key);
      files.set(key, { content, mediaType: request.headers['content-type'] ?? '' });
      return [200];
    }
    if (request.method === 'DELETE') {
      files.delete(key);
      return [204];
    }
    const file = files.get(key);
    return file === undefined ? [404, error('NoSuchKey')] : [200, file.content, file.mediaType];
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const bucket = { url: `http://127.0.0.1:${port}/pictures`, region, accessKeyId, secretAccessKey };
  return Object.assign(storage, {
    bucket,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** Returns the code of what is wrong with the signature; `null`: nothing. */
function faultOf({ method = '', url = '', headers }: IncomingMessage, content: Buffer): string | null {
  const received = { method, target: url, headers: headers as Record<string, string> };
  const given = readAuthorization(headers.authorization ?? '');
  const date = String(headers['x-amz-date']);
  const sentAt = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const digest = headers['x-amz-content-sha256'];
  if (given.accessKeyId !== accessKeyId) return 'InvalidAccessKeyId';
  if (!(Math.abs(Date.now() - sentAt) < maxSkewMs)) return 'RequestTimeTooSkewed';
  if (given.scope !== `${date.slice(0, 8)}/${region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed';
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => given.signedHeaders.split(';').includes(name)))
    return 'AccessDenied';
  if (given.signature !== expectedSignature(received, secretAccessKey)) return 'SignatureDoesNotMatch';
  if (method === 'PUT' && digest !== sha256(content)) return 'XAmzContentSHA256Mismatch';
  return null;
}

function error(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>…</Message></Error>`;
}
