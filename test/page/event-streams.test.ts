import { expect, test } from 'vitest';
import { makeEventStreams } from '../../src/page/event-streams.ts';
import type { AuctionState } from '../../src/page/auction-state.ts';
import { countOpenStreams } from '../support/count-open-streams.ts';

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

test('streams are counted while they are open, and one that is cut off and then left is closed once', async () => {
  const { watch, tell } = toldByHand();
  const streams = makeEventStreams(watch);
  const before = await countOpenStreams('page');
  const [unread, left] = [streams.open('a', '10.0.0.1')!, streams.open('a', '10.0.0.1')!];
  expect(await countOpenStreams('page')).toBe(before + 2);
  await left.cancel();
  expect(await countOpenStreams('page')).toBe(before + 1);
  for (let index = 0; index < 100; index++) tell();
  expect(await countOpenStreams('page')).toBe(before);
  await unread.cancel();
  expect(await countOpenStreams('page')).toBe(before);
});
