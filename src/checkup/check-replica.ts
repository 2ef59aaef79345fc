import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isStandbyOf, readWalPosition } from '../db/wal-position.ts';
import { readClock } from './check-database.ts';
import { fault, fine, type CheckResult, notice } from '../core/check-result.ts';
import { checkClock } from './check-clock.ts';
import { reachPostgres } from './reach-postgres.ts';

/** With a larger lag lists are read on the primary. */
const maxLagMs = 1_000;

/**
 * Checks whether lists can be read on a replica.
 *
 * @param primaryUrl the URL of PostgreSQL itself, not of a pooler
 */
export async function checkReplica(url: string, primaryUrl: string): Promise<CheckResult[]> {
  const [primary, replica] = await Promise.allSettled([reachPostgres(primaryUrl), reachPostgres(url)]);
  try {
    if (replica.status === 'rejected') {
      const { message } = replica.reason as Error;
      return [fault('Replica', message, 'Start it, or correct DATABASE_REPLICA_URL.')];
    }
    // The check of the database reports a missing table.
    return primary.status === 'rejected' ? [] : await compare(replica.value, primary.value);
  } finally {
    for (const each of [primary, replica]) if (each.status === 'fulfilled') await each.value.end();
  }
}

async function compare(replica: pg.Client, primary: pg.Client): Promise<CheckResult[]> {
  const beganAtMs = performance.now();
  const written = await readWalPosition(primary);
  let replayed = await readWalPosition(replica);
  if (!isStandbyOf(replayed, written)) {
    return [
      fault(
        'Replica',
        replayed.isStandby ? 'It is a standby of another database.' : 'It is no standby: it takes writes of its own.',
        'Let DATABASE_REPLICA_URL name a standby that follows the database of DATABASE_URL by streaming replication.',
      ),
    ];
  }
  const waitedMs = () => Math.round(performance.now() - beganAtMs);
  while (replayed.position < written.position && waitedMs() < maxLagMs) {
    await sleep(10);
    replayed = await readWalPosition(replica);
  }
  return [
    fine('Replica', 'It is a standby of the database.'),
    replayed.position >= written.position
      ? fine('Lag of the replica', `After ${waitedMs()} ms it showed what was committed.`)
      : notice(
          'Lag of the replica',
          `It is more than ${maxLagMs / 1_000} s behind: lists are read on the primary.`,
          'Look at its load, its disk and the network in between.',
        ),
    checkClock('Clock of the replica', await readClock(replica)),
  ];
}
