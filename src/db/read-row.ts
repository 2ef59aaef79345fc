import type { QueryArrayConfig } from 'pg';
import type { Connection } from './database.ts';

/** The parser uses its buffer again for what comes next. */
const copied = { getTypeParser: () => (bytes: Buffer) => Buffer.from(bytes) };

/**
 * The row that a statement reads at the most, as the bytes that PostgreSQL sends for each of its columns in its binary format:
 * a text's are its UTF-8, a boolean's is 0 or 1.
 *
 * @param statement.name keeps its plan on each connection
 */
export async function readRow<Row extends (Buffer | null)[]>(
  connection: Connection,
  statement: { name?: string; text: string; values: unknown[] },
): Promise<Row | null> {
  const query: QueryArrayConfig & { binary: true } = { ...statement, rowMode: 'array', binary: true, types: copied };
  const { rows } = await connection.query<Row>(query);
  return rows[0] ?? null;
}
