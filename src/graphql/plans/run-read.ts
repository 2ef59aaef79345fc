import type { QueryArrayConfig } from 'pg';
import { findLivingKeys } from '../../auth/find-living-keys.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Database } from '../../db/database.ts';
import { forLists } from '../../db/for-lists.ts';
import { queryTogether } from '../../db/query-together.ts';
import { fieldDuration } from '../../metrics/metrics.ts';
import type { PlannedField, ReadPlan, Variables } from './plan-read.ts';
import type { ReadAnswer, ReadRow } from './read-statement.ts';

/** What was read for a field of Query. */
export interface ReadField extends ReadAnswer {
  readonly key: string;
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
  const { pool } = db.replica !== null && fields.every(({ isList }) => isList) ? forLists(db, viewer) : db;
  const [isAlive, ...read] = await Promise.all([
    // A replica has not heard of the latest revocations.
    pool === db.pool || isAliveOnPrimary(db, viewer),
    ...fields.map((field) => readField(pool, field, viewer, given)),
  ]);
  return isAlive && read.every((field) => field !== null) ? read : null;
}

async function isAliveOnPrimary(db: Pick<Database, 'pool'>, { apiKeyId }: Viewer): Promise<boolean> {
  return (await findLivingKeys(db, [apiKeyId])).has(apiKeyId);
}

async function readField(
  pool: Database['pool'],
  { key, name: field, statement, source }: PlannedField,
  viewer: Viewer,
  { variables, isKept }: { variables: Variables; isKept: boolean },
): Promise<ReadField | null> {
  const beganAtMs = performance.now();
  const its = source(viewer, variables);
  const { name, text, answerOf } = statement(its);
  const values = [...its.values, viewer.apiKeyId, ...(its.limit === null ? [] : [its.limit])];
  const query: QueryArrayConfig = { ...(isKept && { name }), text, values, rowMode: 'array' };
  // What finds one thing is quick, and may go together with others.
  const { rows } = its.limit === null ? await queryTogether<ReadRow>(pool, query) : await pool.query<ReadRow>(query);
  const answer = rows[0] === undefined ? null : answerOf(rows[0]);
  if (answer === null) return null;
  fieldDuration.observe({ field, outcome: 'resolved' }, (performance.now() - beganAtMs) / 1_000);
  return { key, ...answer };
}
