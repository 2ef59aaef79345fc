import { createHash } from 'node:crypto';
import { type FieldNode, getNamedType, type GraphQLField, isObjectType } from 'graphql';
import { type JsonProjection, planOf } from './field-plan.ts';
import { jsonOfObject, jsonOfPage } from './json-of-object.ts';
import type { Connection, Planning, Sql } from './planning.ts';
import type { PageSource } from './source.ts';

/** The selection of a root field. */
export interface Selection {
  /** SQL of the JSON of a row; of a connection as a whole. */
  readonly sql: Sql;
  /** Its connections; the first one is the root field itself if that is a connection. */
  readonly connections: readonly Connection[];
  /** Distinguishes the statements of selections. */
  readonly id: string;
}

/**
 * Plans the selection of a root field.
 *
 * @returns `null` if a field needs its resolver, and the form is `answer`
 */
export function planSelection(
  planning: Planning,
  definition: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
): Selection | null {
  const type = getNamedType(definition.type);
  if (!isObjectType(type)) return null;
  const { sql } = planOf(definition);
  const isPage = sql !== null && 'page' in sql;
  const json = isPage ? jsonOfPage(planning, definition, sql, nodes) : jsonOfObject(planning, type, nodes);
  return json === null ? null : selectionOf(planning, json);
}

/** Makes the selection of this SQL. */
export function selectionOf({ connections }: Planning, sql: Sql): Selection {
  const keyset = { order: { name: '', runs: [] }, backwards: false, from: null };
  const pageOf = (each: Connection): PageSource => {
    const name = String(connections.indexOf(each));
    return { name, table: '', keyset, limit: '', rows: () => name, count: () => name };
  };
  return { sql, connections, id: hashOf(sql({ now: 'now', pageOf })) };
}

/** Returns a short name for a text. */
export function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64url').slice(0, 12);
}

/** Returns the JSON of a selection without connections. */
export function projectionOf({ id, sql }: Selection): JsonProjection {
  const pageOf = () => {
    throw new Error('The selection has no connections.');
  };
  return { name: `json-${id}`, columns: (now) => ({ json: sql({ now, pageOf }) }) };
}
