import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { AwsClient } from 'aws4fetch';
import type { BucketConfig } from '../../platform/config.ts';
import { outageLog } from '../../core/outage.ts';
import { semaphore } from '../../core/semaphore.ts';

/** A bucket of an S3-compatible storage. Every method throws `BucketOutage` if the storage does not do its part. */
export interface Bucket {
  put(key: string, content: Buffer, mediaType: string): Promise<void>;
  /** @returns `null`: there is no such file */
  get(key: string): Promise<Buffer | null>;
  /** Deletes a file; one that does not exist counts as deleted. */
  delete(key: string): Promise<void>;
}

/** The storage is away, slow, or refuses a request; a later one may succeed. */
export class BucketOutage extends Error {
  override name = 'BucketOutage';
}

const maxMs = 10_000;
/** Bounds the connections, and the files in memory, of a process. */
const requestsAtOnce = 32;

/**
 * Opens a bucket; connects at the first request.
 *
 * @param log gets a line when the storage begins to fail, and one when it works again; `null`: the caller reports each failure
 */
export function openBucket(
  { url, region, accessKeyId, secretAccessKey }: BucketConfig,
  log: Logger | null = null,
): Bucket {
  const outage = log && outageLog(log, 'The storage of pictures', 'Pictures can be neither stored nor read.');
  const aws = new AwsClient({ service: 's3', region, accessKeyId, secretAccessKey });
  const someAtOnce = semaphore(requestsAtOnce);

  /** @returns `null`: there is no such file to get or to delete */
  async function send(method: string, key: string, init: RequestInit = {}): Promise<Buffer | null> {
    const what = `${method} ${url}/${key}`;
    try {
      const signed = await aws.sign(`${url}/${key}`, { ...init, method });
      // A storage in another region redirects: the signature is not valid there.
      const response = await fetch(signed, { redirect: 'manual', signal: AbortSignal.timeout(maxMs) });
      const body = Buffer.from(await response.arrayBuffer());
      if (response.ok) {
        outage?.worked();
        return body;
      }
      const errorCode = /<Code>(\w+)<\/Code>/.exec(body.toString('utf8', 0, 2_000))?.[1] ?? 'no code';
      if (response.status === 404 && errorCode !== 'NoSuchBucket' && method !== 'PUT') {
        outage?.worked();
        return null;
      }
      throw new BucketOutage(`${what} was answered with ${response.status} (${errorCode}).`);
    } catch (error) {
      const failure =
        error instanceof BucketOutage ? error : new BucketOutage(`${what} got no answer.`, { cause: error });
      outage?.failed(failure);
      throw failure;
    }
  }

  return {
    async put(key, content, mediaType) {
      const headers = {
        'content-type': mediaType,
        // Signed, so that the storage notices a file that changed on its way.
        'x-amz-content-sha256': createHash('sha256').update(content).digest('hex'),
      };
      await someAtOnce(() => send('PUT', key, { body: new Uint8Array(content), headers }));
    },
    get: (key) => someAtOnce(() => send('GET', key)),
    async delete(key) {
      await someAtOnce(() => send('DELETE', key));
    },
  };
}
