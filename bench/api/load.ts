// Sends requests as fast as they are answered, in a process of its own: told what by its parent, it tells what came of it.
// It ends at the first answer that is not as expected.
import { Client } from 'undici';
import { checksumOf } from './checksum.ts';
import type { Load, LoadResult } from './load-types.ts';

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
        const request = requests[index]!;
        const sentAt = performance.now();
        const { statusCode, body } = await client.request({
          method: request.method,
          path: request.path,
          headers: request.headers,
          body: request.body ?? null,
        });
        const answer = await body.bytes();
        latenciesMs.push(performance.now() - sentAt);
        bytes += answer.byteLength;
        if (statusCode !== status || (checksums !== null && checksumOf(answer) !== checksums[index])) {
          const text = Buffer.from(answer).toString().slice(0, 500);
          throw new Error(`${request.method} ${origin}${request.path} was answered ${statusCode} ${text}`);
        }
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  await Promise.all(clients.map((client) => client.close()));
  latenciesMs.sort((a, b) => a - b);
  return {
    perSecond: count / seconds,
    p50Ms: latenciesMs[Math.floor(count * 0.5)]!,
    p99Ms: latenciesMs[Math.floor(count * 0.99)]!,
    bytes: bytes / count,
  };
}
