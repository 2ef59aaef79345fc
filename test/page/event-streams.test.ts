import { expect, test } from 'vitest';
import { makeEventStreams } from '../../src/page/event-streams.ts';
import type { AuctionState } from '../../src/page/auction-state.ts';

const state = { phase: 'open' } as AuctionState;

/** Watches whose every watcher is told by the test. */
function toldByHand() {
  const watchers = new Set<(state: AuctionState) => void>();
  return {
    watchers,
    tell: () => watchers.forEach((onState) => onState(state)),
    watch: (_: string, onState: (state: AuctionState) => void) => {
      watchers.add(onState);
      return () => void watchers.delete(onState);
    },
  };
}

test('one address may have 200 streams open; each that closes makes room', async () => {
  const { watch, watchers } = toldByHand();
  const streams = makeEventStreams(watch);
  const open = Array.from({ length: 200 }, () => streams.open('a', '10.0.0.1')!);
  expect(open).not.toContain(null);
  expect(streams.open('a', '10.0.0.1')).toBeNull();
  expect(streams.open('b', '10.0.0.2')).not.toBeNull();
  await open[0]!.cancel();
  expect(streams.open('a', '10.0.0.1')).not.toBeNull();
  expect(watchers.size).toBe(201);
});

test('whoever does not read is cut off, and nothing of it stays', async () => {
  const { watch, watchers, tell } = toldByHand();
  const streams = makeEventStreams(watch);
  const stream = streams.open('a', '10.0.0.1')!;
  for (let index = 0; index < 100; index++) tell();
  expect(watchers.size).toBe(0);
  const text = await new Response(stream).text();
  expect(text.match(/data:/g)!.length).toBeLessThan(40);
});
