import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '../../src/platform/db/database.ts';
import { cpuMsOfFamily, postmasterOf } from '../processor-time.ts';

/** The usage of PostgreSQL so far, or for one thing. */
export interface Usage {
  /** Read from tables and from indexes. */
  readonly rows: number;
  /** Blocks of 8 KiB, found in memory or not. */
  readonly blocks: number;
  /** Processor time in the unit that `measureUnit` measures on the same machine, so that machines compare. */
  readonly processor: number;
}

/** The cost of one thing for PostgreSQL, with few of its kind and with many. */
export interface Growth {
  readonly what: string;
  readonly small: Usage;
  readonly large: Usage;
}

export const figures = ['rows', 'blocks', 'processor'] as const;

/** A session that falls idle reports what it has read within ten seconds. */
const reportMs = 11_000;

/** Makes a reader of what the server of a database has used. */
export async function makeUsageReader(db: Connection): Promise<() => Promise<Usage>> {
  const postmaster = await postmasterOf(db);
  const unit = await measureUnit(db, postmaster);
  return async () => {
    const cpuMs = cpuMsOfFamily(postmaster);
    await delay(reportMs);
    const { rows } = await db.query<{ rows: number; blocks: number }>(`
      select (select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables)::float8
          + (select sum(idx_tup_read) from pg_stat_user_indexes)::float8 as rows,
        (select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0)) from pg_statio_user_tables)::float8
          as blocks`);
    return { ...rows[0]!, processor: cpuMs / unit };
  };
}

/** @returns the milliseconds of processor time that PostgreSQL takes to add up a million numbers, the least of a few times */
async function measureUnit(db: Connection, postmaster: number): Promise<number> {
  const measured: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const before = cpuMsOfFamily(postmaster);
    await db.query('select sum(n) from generate_series(1, 1000000) n');
    measured.push(cpuMsOfFamily(postmaster) - before);
  }
  return Math.min(...measured);
}

/** @param count of the things that were done in between */
export function usageOfEach(before: Usage, after: Usage, count: number): Usage {
  return mapUsage((figure) => (after[figure] - before[figure]) / count);
}

export function mapUsage(of: (figure: keyof Usage) => number): Usage {
  return { rows: of('rows'), blocks: of('blocks'), processor: of('processor') };
}
