import type { Pool, QueryArrayConfig } from 'pg';
import { queryTogether } from './query-together.ts';

/** The parser uses its buffer again for what comes next. */
const copied = { getTypeParser: () => (bytes: Buffer) => Buffer.from(bytes) };

/**
 * The row that a statement reads at the most, as the bytes that PostgreSQL sends for each of its columns in its binary format:
 * a text's are its UTF-8, a boolean's is 0 or 1.
 *
 * @param statement.name keeps its plan on each connection
 * @param options.isQuick whether it may be sent together with others: see `queryTogether`
 */
export async function readRow<Row extends (Buffer | null)[]>(
  pool: Pool,
  statement: { name?: string; text: string; values: unknown[] },
  { isQuick }: { isQuick: boolean },
): Promise<Row | null> {
  const query: QueryArrayConfig & { binary: true } = { ...statement, rowMode: 'array', binary: true, types: copied };
  const { rows } = isQuick ? await queryTogether<Row>(pool, query) : await pool.query<Row>(query);
  return rows[0] ?? null;
}
