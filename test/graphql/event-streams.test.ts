import type { ExecutionResult } from 'graphql';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { makeEventStreams, type StreamOptions } from '../../src/api/graphql/transport/event-streams.ts';
import { followNews } from '../../src/platform/live/follow-news.ts';
import { countOpenStreams } from '../support/count-open-streams.ts';
import { readSubscription } from './sse-client.ts';

const log = pino({ level: 'silent' });
const client = { apiKeyId: 'a', owner: 'a', keyHasDied: () => ({ data: { died: true } }) };

function makeResults() {
  const waiting: ExecutionResult[] = [];
  const { items, wake } = followNews(
    () => waiting.splice(0),
    () => undefined,
  );
  const put = (result: ExecutionResult) => {
    waiting.push(result);
    wake();
  };
  return { items, put };
}

function eventStreams(options: Partial<StreamOptions> = {}) {
  const findActiveKeys = async (apiKeyIds: readonly string[]) => new Set(apiKeyIds);
  return makeEventStreams({ log, findActiveKeys, ...options });
}

test('a quiet stream sends a comment now and then', async () => {
  using streams = eventStreams({ heartbeatMs: 20 });
  const results = makeResults();
  await using stream = readSubscription(new Response(streams.open(client, results.items)));
  expect(await stream.nextBlock()).toMatch(/^retry: \d+$/);
  expect(await stream.nextBlock()).toBe(':');
  expect(await stream.nextBlock()).toBe(':');
  results.put({ data: { n: 1 } });
  expect(await stream.nextResult()).toEqual({ data: { n: 1 } });
});

test('a stream is read as fast as its client takes it, and no faster', async () => {
  using streams = eventStreams();
  let read = 0;
  const results = async function* () {
    for (;;) yield { data: { n: (read += 1) } };
  };
  const reader = streams.open(client, results()).getReader();
  for (let index = 0; index < 5; index++) await reader.read();
  await new Promise((resolve) => setImmediate(resolve));
  expect(read).toBeLessThanOrEqual(6);
  await reader.cancel();
  expect(streams.hasRoom('a', 1)).toBe(true);
});

test('while the keys cannot be looked up, streams go on; then those of dead keys end', async () => {
  let looked = 0;
  using streams = eventStreams({
    checkKeysEveryMs: 10,
    findActiveKeys: async () => {
      looked += 1;
      if (looked < 3) throw new Error('Connection terminated');
      return new Set(['b']);
    },
  });
  const results = makeResults();
  const stream = readSubscription(new Response(streams.open(client, results.items)));
  const other = readSubscription(
    new Response(streams.open({ ...client, apiKeyId: 'b', owner: 'b' }, makeResults().items)),
  );
  expect([streams.hasRoom('a', 1), streams.hasRoom('b', 1)]).toEqual([false, false]);
  expect(await stream.nextResult()).toEqual({ data: { died: true } });
  expect(await stream.rest()).toEqual(['event: complete\ndata:']);
  expect(looked).toBeGreaterThanOrEqual(3);
  expect([streams.hasRoom('a', 1), streams.hasRoom('b', 1)]).toEqual([true, false]);
  await other[Symbol.asyncDispose]();
});

test('counts open streams, and closes an interrupted one once', async () => {
  const streams = eventStreams();
  const before = await countOpenStreams('subscription');
  const open = () => streams.open(client, makeResults().items);
  const [interrupted, left] = [open(), open()];
  expect(await countOpenStreams('subscription')).toBe(before + 2);
  await left.cancel();
  expect(await countOpenStreams('subscription')).toBe(before + 1);
  streams[Symbol.dispose]();
  expect(await countOpenStreams('subscription')).toBe(before);
  await interrupted.cancel();
  expect(await countOpenStreams('subscription')).toBe(before);
});
