// Sends requests as fast as they are answered, in a process of its own: told what by its parent, it tells what came of it.
import { Client } from 'undici';
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

async function run({ origin, requests, count, connections }: Load): Promise<LoadResult> {
  const clients = Array.from({ length: connections }, () => new Client(origin, { pipelining: 1 }));
  const latenciesMs: number[] = [];
  const statuses: Record<number, number> = {};
  let next = 0;
  let bytes = 0;
  const begin = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (next < count) {
        const request = requests[next++ % requests.length]!;
        const sentAt = performance.now();
        const { statusCode, body } = await client.request({
          method: request.method,
          path: request.path,
          headers: request.headers,
          body: request.body ?? null,
        });
        bytes += (await body.arrayBuffer()).byteLength;
        latenciesMs.push(performance.now() - sentAt);
        statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
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
    statuses,
  };
}
