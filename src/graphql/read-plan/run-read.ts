import { findLivingKeys } from '../../auth/find-living-keys.ts';
import { isLivingKey } from '../../auth/living-key.ts';
import { pageOf } from '../../core/page-input.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Database } from '../../db/database.ts';
import { forLists } from '../../db/for-lists.ts';
import { fieldDuration } from '../../metrics/metrics.ts';
import type { PlannedField, ReadPlan, Variables } from './plan-read.ts';

/** What was read for a field of Query: the parts of its envelope, each as JSON text. */
export interface ReadField {
  readonly key: string;
  readonly parts: readonly { readonly key: string; readonly text: string }[];
  /** `null` where it is no list. */
  readonly hasNext: boolean | null;
}

/**
 * Reads what was planned, one statement for each field of Query; each sees for itself whether the viewer's key lives.
 * Whoever calls has seen that the viewer has the plan's scopes.
 *
 * @param given.isKept whether PostgreSQL is to keep the statement's own plan
 * @returns `null` where the key is dead, or one thing that was asked for is not there
 * @throws Refusal `invalid_request` and others, as the resolvers do
 */
export async function runRead(
  db: Pick<Database, 'pool' | 'replica'>,
  { fields }: ReadPlan,
  viewer: Viewer,
  given: { variables: Variables; isKept: boolean },
): Promise<ReadField[] | null> {
  const { pool } = db.replica !== null && fields.every(isList) ? forLists(db, viewer) : db;
  const [isAlive, ...read] = await Promise.all([
    // A replica has not heard of the latest revocations.
    pool === db.pool || isAliveOnPrimary(db, viewer),
    ...fields.map((field) => readField(pool, field, viewer, given)),
  ]);
  return isAlive && read.every((field) => field !== null) ? read : null;
}

function isList({ envelope }: PlannedField): boolean {
  return envelope.every(({ part }) => part !== 'item');
}

async function isAliveOnPrimary(db: Pick<Database, 'pool'>, { apiKeyId }: Viewer): Promise<boolean> {
  return (await findLivingKeys(db, [apiKeyId])).has(apiKeyId);
}

async function readField(
  pool: Database['pool'],
  { key, name: field, id, sql, envelope, source }: PlannedField,
  viewer: Viewer,
  { variables, isKept }: { variables: Variables; isKept: boolean },
): Promise<ReadField | null> {
  const beganAtMs = performance.now();
  const { name, from, values, limit } = source(viewer, variables);
  const { rows } = await pool.query<[isLiving: boolean, json: string | null]>({
    ...(isKept && { name: `${name}-${id}` }),
    // A row also where nothing is found: it tells that from a dead key.
    text: `select ${isLivingKey(`$${values.length + 1}`)}, json from (select) key left join (select ${sql} as json ${from}) found on true`,
    values: [...values, viewer.apiKeyId],
    rowMode: 'array',
  });
  if (!rows[0]![0]) return null;
  const found = rows.map(([, json]) => json).filter((json) => json !== null);
  if (limit === null && found.length === 0) return null;
  fieldDuration.observe({ field, outcome: 'resolved' }, (performance.now() - beganAtMs) / 1_000);
  const page = limit === null ? null : pageOf(found, limit);
  const text = {
    items: () => `[${page?.items.join(',')}]`,
    item: () => found[0]!,
    hasNext: () => String(page?.hasNext),
  };
  return {
    key,
    hasNext: page?.hasNext ?? null,
    parts: envelope.map(({ key: name, part }) => ({ key: name, text: text[part]() })),
  };
}
