import { createHash } from 'node:crypto';
import { type FieldNode, getNamedType, type GraphQLField, type GraphQLObjectType, isObjectType } from 'graphql';
import type { PageSource } from '../../db/source.ts';
import { argumentReader } from './plan.ts';
import type { FieldPlan } from './field-plan.ts';
import { jsonOfConnection } from './json-of-connection.ts';
import { jsonOfObject } from './json-of-object.ts';
import type { Connection, Planning, Sql } from './planning.ts';

/** The selection of a root field. */
export interface Selection {
  /** SQL of the JSON of a row; of a connection as a whole. */
  readonly sql: Sql;
  /** For a root field that is a connection. */
  readonly connection: Connection | null;
  /** The connections in the selection, without the root field itself. */
  readonly connections: readonly Connection[];
  /** Distinguishes the statements of selections. */
  readonly id: string;
  /** The number of characters of its SQL. */
  readonly length: number;
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
  const { page } = definition.extensions as FieldPlan;
  if (page !== undefined) {
    const connection = { page, argumentsOf: argumentReader(definition, nodes[0]!) };
    const sql = jsonOfConnection(planning, type, nodes, connection, jsonOfObject);
    return sql === null ? null : selectionOf(planning, sql, connection);
  }
  const sql = jsonOfObject(planning, type, nodes);
  return sql === null ? null : selectionOf(planning, sql);
}

/** Plans the selection of a row that is not read by a root field, in the form `rows`. */
export function planRow(planning: Planning, type: GraphQLObjectType, nodes: readonly FieldNode[]): Selection {
  return selectionOf(planning, jsonOfObject(planning, type, nodes)!);
}

function selectionOf({ connections }: Planning, sql: Sql, connection: Connection | null = null): Selection {
  const order = { name: '', runs: [] };
  const anyPage = { table: 'bids', order, keyset: { order, backwards: false, from: null }, limit: '' } as const;
  const pageOf = (each: Connection): PageSource => {
    const name = String(connections.indexOf(each));
    return { ...anyPage, name, rows: () => name, count: () => name };
  };
  const text = sql({ now: 'now', pageOf });
  const id = createHash('sha1').update(text).digest('base64url').slice(0, 12);
  return { sql, connection, connections, id, length: text.length };
}
