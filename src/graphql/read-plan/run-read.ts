import type { Viewer } from '../../core/viewer.ts';
import type { Database } from '../../db/database.ts';
import type { PlannedField, ReadPlan, Variables } from './plan-read.ts';

/** What was read for a field of Query: the parts of its envelope, each as JSON text. */
export interface ReadField {
  readonly key: string;
  readonly parts: readonly { readonly key: string; readonly text: string }[];
  /** `null` where it is no list. */
  readonly hasNext: boolean | null;
}

/**
 * Reads what was planned; whoever calls has seen that the viewer has its scopes.
 *
 * @returns `null` where something asked for is not there
 * @throws Refusal `invalid_request` and others, as the resolvers do
 */
export async function runRead(
  { pool }: Pick<Database, 'pool'>,
  { fields }: ReadPlan,
  viewer: Viewer,
  variables: Variables,
): Promise<ReadField[] | null> {
  const read = await Promise.all(fields.map((field) => readField(pool, field, viewer, variables)));
  return read.every((field) => field !== null) ? read : null;
}

async function readField(
  pool: Database['pool'],
  { key, id, sql, envelope, source }: PlannedField,
  viewer: Viewer,
  variables: Variables,
): Promise<ReadField | null> {
  const { name, from, values, limit } = source(viewer, variables);
  const { rows } = await pool.query<[string]>({
    name: `${name}-${id}`,
    text: `select ${sql} ${from}`,
    values: [...values],
    rowMode: 'array',
  });
  if (limit === null && rows[0] === undefined) return null;
  const hasNext = limit === null ? null : rows.length > limit;
  if (hasNext === true) rows.pop();
  const text = { items: () => `[${rows.join(',')}]`, item: () => rows[0]![0], hasNext: () => String(hasNext) };
  return { key, hasNext, parts: envelope.map(({ key: name, part }) => ({ key: name, text: text[part]() })) };
}
