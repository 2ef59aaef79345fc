import type pg from 'pg';
import { fairSemaphore } from '../../core/semaphore.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Database } from './database.ts';

/** The longest that PostgreSQL may take for one read of a caller, in seconds. */
export const readTimeoutSeconds = 5;

// Lists are read in the order of an index. PostgreSQL expects the rows of an average seller, so it would read all rows of a large one and
// sort them.
const settings: pg.QueryConfig = {
  name: 'settings-of-large-read',
  text: `select set_config('statement_timeout', '${readTimeoutSeconds}s', true), set_config('enable_sort', 'off', true)`,
};

/** PostgreSQL's code for a canceled statement. */
const canceled = '57014';

/** The rows of each large read, and the text that is made of them, are in the memory of this process at once. */
const fewAtOnce = fairSemaphore({ max: 4, maxOfOwner: 2 });

/**
 * Returns a database for reads of many rows. They follow an index and never sort instead, and PostgreSQL cancels them after
 * `readTimeoutSeconds`. The settings are sent in one packet with the statement, and cost no round trip. Inside an outer transaction, nothing
 * changes.
 *
 * @param owner whose reads wait in line: a seller
 */
export function forLargeReads(db: Database, owner: string): Database {
  if (db.isTransaction === true) return db;
  const query = async (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const config =
      typeof statement === 'string' ? { text: statement, ...(values !== undefined && { values }) } : statement;
    const read = () => db.pipeline([settings, config]);
    const results = await fewAtOnce(owner, read).catch((error: unknown) => {
      throw refusalOfTimeout(error);
    });
    return results.at(-1)!;
  };
  // Prisma's client is loaded when it is first read, so the other members are inherited and not copied.
  return Object.create(db, { query: { value: query } }) as Database;
}

function refusalOfTimeout(error: unknown): unknown {
  if ((error as { readonly code?: unknown } | null)?.code !== canceled) return error;
  const detail = `The database did not finish this read within ${readTimeoutSeconds} seconds. Ask for fewer rows in one request, or try again after the seconds in "Retry-After".`;
  return new Refusal('unavailable', { detail });
}
