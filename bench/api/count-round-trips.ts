import { setTimeout as delay } from 'node:timers/promises';
import { type ApiOperation, asksOf, type ServerName } from './api-operation.ts';
import { askOnce } from './ask-once.ts';
import type { Bench } from './open-bench.ts';
import { type CountingProxy, startCountingProxy } from './round-trips.ts';
import type { SeededApi } from './seed-api.ts';
import { startServer } from './server-process.ts';

const quietMs = 300;
const warmUp = 3;
const counted = 5;

/** How often a server waits for PostgreSQL, for one request of each operation: of a server of its own, asked one by one. */
export async function countRoundTrips(
  { db, seeded }: Pick<Bench, 'db' | 'seeded'>,
  name: ServerName,
  operations: readonly ApiOperation[],
  before?: string,
): Promise<Map<string, number>> {
  await using proxy = await startCountingProxy(db.url);
  await using server = await startServer(name, proxy.url, { before });
  await untilQuiet(proxy);
  // One seller, whose key is then known.
  const asked = { db, seeded: forOneSeller(seeded), origin: server.origin, count: warmUp + counted };
  const found = new Map<string, number>();
  for (const operation of operations) {
    const roundTrips: number[] = [];
    for (const request of (await asksOf(operation, name)?.(asked)) ?? []) {
      const before = proxy.roundTrips();
      await askOnce(server.origin, request, operation.status);
      roundTrips.push(proxy.roundTrips() - before);
    }
    // The least of a few: now and then statements go by that were nobody's.
    if (roundTrips.length > 0) found.set(operation.name, Math.min(...roundTrips.slice(warmUp)));
  }
  return found;
}

/** A server that has just started prepares its queues. */
async function untilQuiet({ roundTrips, isWaiting }: CountingProxy): Promise<void> {
  for (let before = -1; isWaiting() || before !== roundTrips(); await delay(quietMs)) before = roundTrips();
}

function forOneSeller({ sellers, writers, auctions }: SeededApi): SeededApi {
  return { sellers: sellers.slice(0, 1), writers: writers.slice(0, 1), auctions: auctions.slice(0, 1) };
}
