import type { Connection } from '../db/database.ts';
import type { ProviderName } from '../payments/provider-name.ts';
import type { DifferenceCounts } from './reconciliations.ts';

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
