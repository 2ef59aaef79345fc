import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { startLoadProcess } from '../load-process.ts';
import { cpuMs, residentMiB } from '../processor-time.ts';
import type { Server } from '../start-server.ts';
import type { LastStates, ToWatch } from './viewers-process.ts';

/** The cost of a viewer to a process of the API while nobody bids: processor time in microseconds, memory in KiB. */
export interface ViewerCosts {
  readonly viewers: number;
  readonly join: number;
  readonly kib: number;
  readonly silentSecond: number;
  /** A change, sent to one viewer. */
  readonly event: number;
}

interface Stage {
  readonly db: PooledDatabase;
  readonly api: Server;
  readonly auctionId: string;
  readonly stream?: ToWatch['stream'];
}

export const viewersFile = path.join(import.meta.dirname, 'viewers-process.ts');
/** The memory that the first viewers take is the process's own, not theirs. */
const firstViewers = 100;
const patienceMs = 10_000;

/** Lets viewers watch one auction at one process, for a while in silence, then through changes. */
export async function measureViewers(
  { db, api: { pid, port }, auctionId, stream }: Stage,
  { viewers, changes, silentSeconds }: { viewers: number; changes: number; silentSeconds: number },
): Promise<ViewerCosts> {
  await using watching = startLoadProcess(viewersFile);
  const watch = (count: number, place: number) =>
    watching.ask({ ports: [port], auctionId, count, place, ...(stream && { stream }) } satisfies ToWatch);
  await watch(firstViewers, 100);
  await delay(500);
  const mibBefore = residentMiB(pid);
  const cpuBefore = cpuMs(pid);
  await watch(viewers, 101);
  const join = ((cpuMs(pid) - cpuBefore) * 1_000) / viewers;
  await delay(500);
  const kib = ((residentMiB(pid) - mibBefore) * 1024) / viewers;

  const all = viewers + firstViewers;
  const cpuOfSilence = cpuMs(pid);
  await delay(silentSeconds * 1_000);
  const silentSecond = ((cpuMs(pid) - cpuOfSilence) * 1_000) / (all * silentSeconds);

  let spentMs = 0;
  for (let change = 0; change < changes; change += 1) {
    const title = `Change ${change}`;
    const cpuOfChange = cpuMs(pid);
    await db.query('update auctions set title = $1 where auction_id = $2', [title, auctionId]);
    await db.query(`select pg_notify('auction_changed', $1)`, [auctionId]);
    await untilAllHave(title);
    spentMs += cpuMs(pid) - cpuOfChange;
    // Viewers are notified ten times a second at most.
    await delay(200);
  }
  return { viewers, join, kib, silentSecond, event: (spentMs * 1_000) / (changes * all) };

  async function untilAllHave(title: string): Promise<void> {
    for (const until = performance.now() + patienceMs; performance.now() < until; await delay(25)) {
      const last = Object.entries(await watching.ask<LastStates>('last'));
      if (last.every(([state]) => state.includes(`"${title}"`))) return;
    }
    throw new Error('Not every viewer has received a change.');
  }
}
