// A process that sends requests as fast as they are answered: its parent says what to send, and gets the times.
// It ends at the first answer that is not as expected.
import { Client } from 'undici';
import type { WireRequest } from './operation.ts';
import { percentile } from '../percentile.ts';
import { checksumOf } from './same-answers.ts';

export interface Load {
  readonly origin: string;
  /** Sent one after the other, from the beginning again when they are used up. */
  readonly requests: readonly WireRequest[];
  readonly count: number;
  readonly connections: number;
  /** Every answer's. */
  readonly status: number;
  /** The checksum of the body that answers each request; `null` where no two answers are alike. */
  readonly checksums: readonly number[] | null;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The average length of a body. */
  readonly bytes: number;
}

process.on('message', (load: Load) => {
  void run(load).then(
    (result) => process.send!(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run({ origin, requests, count, connections, status, checksums }: Load): Promise<LoadResult> {
  const clients = Array.from({ length: connections }, () => new Client(origin, { pipelining: 1 }));
  const latenciesMs: number[] = [];
  let next = 0;
  let bytes = 0;
  const begin = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (next < count) {
        const index = next++ % requests.length;
        const { method, path, headers, body: sent = null } = requests[index]!;
        const sentAt = performance.now();
        const { statusCode, body } = await client.request({ method, path, headers, body: sent });
        const answer = await body.bytes();
        latenciesMs.push(performance.now() - sentAt);
        bytes += answer.byteLength;
        if (statusCode !== status || (checksums !== null && checksumOf(answer) !== checksums[index])) {
          const text = Buffer.from(answer).toString().slice(0, 500);
          throw new Error(`${method} ${origin}${path} was answered ${statusCode} ${text}`);
        }
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  await Promise.all(clients.map((client) => client.close()));
  const [p50Ms, p99Ms] = [percentile(latenciesMs, 0.5), percentile(latenciesMs, 0.99)];
  return { perSecond: count / seconds, p50Ms, p99Ms, bytes: bytes / count };
}
