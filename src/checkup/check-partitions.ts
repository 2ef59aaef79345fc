import type pg from 'pg';
import { fault, fine, type CheckResult } from '../core/check-result.ts';

/** With fewer days left than this, the command was forgotten. */
const minDaysAhead = 30;

/** Checks whether partitions for the coming days exist; no result if no table is partitioned by time. */
export async function checkPartitions(client: pg.Client): Promise<CheckResult[]> {
  const { rows: found } = await client.query(`select where to_regprocedure('partitions.ends(regclass)') is not null`);
  if (found.length === 0) return [];
  const { rows } = await client.query<{ table: string; endsAt: Date; days: number }>(`
    select partrelid::regclass::text as table, max(ends_at) as "endsAt",
      extract(day from max(ends_at) - clock_timestamp())::int as days
    from pg_partitioned_table, partitions.ends(partrelid) where partstrat = 'r'
    group by partrelid order by "endsAt" limit 1`);
  return rows.map(({ table, endsAt, days }) => {
    const lastsUntil = `There are some until ${endsAt.toISOString()}, when those of ${table} end.`;
    if (days >= minDaysAhead) return fine('Partitions', lastsUntil);
    return fault(
      'Partitions',
      lastsUntil,
      'Run deploy/partitions/keep.sql, every day: without a partition nothing is written.',
    );
  });
}
