import type pg from 'pg';
import { fault, fine, type Finding } from './finding.ts';

/** What has not been run for so long that this is all that is left was forgotten. */
const fewestDaysAhead = 30;

/** Whether there are partitions for what is still to come; nothing where no table is partitioned by time. */
export async function examinePartitions(client: pg.Client): Promise<Finding[]> {
  const { rows: found } = await client.query(`select where to_regprocedure('partitions.ends(regclass)') is not null`);
  if (found.length === 0) return [];
  const { rows } = await client.query<{ table: string; endsAt: Date; days: number }>(`
    select partrelid::regclass::text as table, max(ends_at) as "endsAt",
      extract(day from max(ends_at) - clock_timestamp())::int as days
    from pg_partitioned_table, partitions.ends(partrelid) where partstrat = 'r'
    group by partrelid order by "endsAt" limit 1`);
  return rows.map(({ table, endsAt, days }) => {
    const told = `There are some until ${endsAt.toISOString()}, when those of ${table} end.`;
    if (days >= fewestDaysAhead) return fine('Partitions', told);
    return fault(
      'Partitions',
      told,
      'Run deploy/partitions/keep.sql, every day: without a partition nothing is written.',
    );
  });
}
