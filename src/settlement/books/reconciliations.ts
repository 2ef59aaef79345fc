import type { Connection } from '../../platform/db/database.ts';
import type { ProviderName } from '../../payments/providers/provider-name.ts';
import type { Difference } from './treat-difference.ts';

/** Counts of differences by kind. */
type DifferenceCounts = Readonly<Record<string, number>>;

/** The right to compare a provider's payments, for this process alone while it shows progress. */
interface ReconciliationClaim {
  readonly provider: ProviderName;
  readonly attempt: number;
  /** PostgreSQL's instant at which the present comparison began. */
  readonly beganAt: Date;
  /** The point at which the comparison continues; `null`: it begins. */
  readonly continuesAfter: string | null;
  /** The differences that its earlier passes have found. */
  readonly found: DifferenceCounts;
}

/** A process that shows no progress for this long has died: another one may claim. Longer than all that is asked about one payment. */
const claimLasts = `interval '1 minute'`;

/**
 * Claims the comparison with a provider.
 *
 * @param options.isUrgent claims it also before it is due, unless the last pass has failed
 * @returns `null` while it is not due, or another process does it
 */
export async function claimReconciliation(
  connection: Connection,
  provider: ProviderName,
  { isUrgent = false }: { isUrgent?: boolean } = {},
): Promise<ReconciliationClaim | null> {
  const { rows } = await connection.query<ReconciliationClaim>({
    name: 'claim-reconciliation',
    text: `
      insert into reconciliations as r (provider, attempt, is_under_way, next_at, began_at)
      values ($1, 1, true, clock_timestamp() + ${claimLasts}, clock_timestamp())
      on conflict (provider) do update set attempt = r.attempt + 1, is_under_way = true, next_at = clock_timestamp() + ${claimLasts},
        began_at = case when r.continues_after is null then clock_timestamp() else r.began_at end,
        found = case when r.continues_after is null then '{}' else r.found end
      where r.next_at <= clock_timestamp() or $2 and not r.is_under_way and r.failure is null
      returning provider, attempt, began_at as "beganAt", continues_after as "continuesAfter", found`,
    values: [provider, isUrgent],
  });
  return rows[0] ?? null;
}

/**
 * Keeps a claim after some progress.
 *
 * @throws when another process has claimed since
 */
export async function keepReconciliation(
  connection: Connection,
  { provider, attempt }: ReconciliationClaim,
): Promise<void> {
  const { rowCount } = await connection.query({
    name: 'keep-reconciliation',
    text: `update reconciliations set next_at = clock_timestamp() + ${claimLasts} where provider = $1 and attempt = $2`,
    values: [provider, attempt],
  });
  if (rowCount !== 1) throw new Error('Another process compares the books now.');
}

/**
 * Records a pass, and when the next one is due.
 *
 * @param pass.next where the next pass continues; `null`: the comparison is complete
 */
export async function recordPass(
  connection: Connection,
  { provider, attempt }: ReconciliationClaim,
  pass: { readonly next: string | null; readonly found: DifferenceCounts; readonly nextInSeconds: number },
): Promise<void> {
  await connection.query({
    name: 'record-reconciliation',
    text: `
      update reconciliations set is_under_way = false, continues_after = $3, found = $4, failure = null,
        differences = case when $3::text is null then $4::jsonb else differences end,
        finished_at = case when $3::text is null then clock_timestamp() else finished_at end,
        next_at = clock_timestamp() + $5 * interval '1 second'
      where provider = $1 and attempt = $2`,
    values: [provider, attempt, pass.next, JSON.stringify(pass.found), pass.nextInSeconds],
  });
}

/**
 * Gives a claim back without a result.
 *
 * @param end.failure why the pass has failed: the next one begins anew, as the place where it stopped may not exist any more. `null`: the
 *   next pass does the same again
 */
export async function giveBackReconciliation(
  connection: Connection,
  { provider, attempt }: ReconciliationClaim,
  { failure, nextInSeconds }: { readonly failure: string | null; readonly nextInSeconds: number },
): Promise<void> {
  await connection.query(
    `update reconciliations set is_under_way = false, next_at = clock_timestamp() + $4 * interval '1 second',
       failure = coalesce($3, failure), continues_after = case when $3::text is null then continues_after end
     where provider = $1 and attempt = $2`,
    [provider, attempt, failure, nextInSeconds],
  );
}

/** Adds differences that are not repaired, without the payments of another deployment. */
export function addDifferences(counts: DifferenceCounts, differences: readonly Difference[]): DifferenceCounts {
  const sums: Record<string, number> = { ...counts };
  for (const { kind, remedy, isForeign } of differences) {
    if (remedy !== 'repaired' && !isForeign) sums[kind] = (sums[kind] ?? 0) + 1;
  }
  return sums;
}

/** The last comparison of the books with a provider's payments. */
export interface BooksMeasure {
  readonly provider: ProviderName;
  /** `null`: none was completed yet. */
  readonly ageInSeconds: number | null;
  readonly differences: DifferenceCounts;
  /** Why the last attempt failed; `null`: it did not. */
  readonly failure: string | null;
}

export async function measureBooks(connection: Connection): Promise<BooksMeasure[]> {
  const { rows } = await connection.query<BooksMeasure>(
    `select provider, extract(epoch from clock_timestamp() - finished_at)::float8 as "ageInSeconds", differences, failure
     from reconciliations order by provider`,
  );
  return rows;
}
