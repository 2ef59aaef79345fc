import { createHash } from 'node:crypto';
import { type FieldNode, getNamedType, type GraphQLField, type GraphQLObjectType, isObjectType } from 'graphql';
import type { PageSource } from '../../db/source.ts';
import { argumentReader } from './plan.ts';
import { type FieldPlan, rowKey } from './field-plan.ts';
import { jsonOfConnection } from './json-of-connection.ts';
import { quoted } from './json-of-column.ts';
import { jsonOfObject } from './json-of-object.ts';
import { type Composing, type Connection, objectOf, type Planning, type Sql } from './planning.ts';

/** A selected field of an envelope, by its name in the JSON. */
export type Part =
  /** JSON of a row. */
  | { readonly key: string; readonly kind: 'items' | 'item'; readonly sql: Sql }
  | { readonly key: string; readonly kind: 'hasNext' | 'done' }
  /** The name of the type. */
  | { readonly key: string; readonly kind: 'name'; readonly name: string };

/** The selection of a root field. */
export interface Selection {
  readonly parts: readonly Part[];
  /** For a root field that is a connection, in place of parts: SQL of its JSON. */
  readonly connection: { readonly sql: Sql; readonly connection: Connection } | null;
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
 * @returns `null` if a field needs its resolver: in the form `answer` any field, in the form `rows` one of the envelope
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
    return sql === null ? null : selectionOf(planning, [], { sql, connection }, sql);
  }
  const parts = partsOf(planning, type, nodes);
  return parts === null ? null : selectionOf(planning, parts, null, jsonOfParts(parts));
}

/** Plans the selection of a row that is not read by a root field, in the form `rows`: its JSON has the name `row`. */
export function planRow(planning: Planning, type: GraphQLObjectType, nodes: readonly FieldNode[]): Selection {
  const parts = [{ key: 'row', kind: 'item', sql: jsonOfObject(planning, type, nodes)! }] as const;
  return selectionOf(planning, parts, null, jsonOfParts(parts));
}

function partsOf(planning: Planning, type: GraphQLObjectType, nodes: readonly FieldNode[]): Part[] | null {
  const parts: Part[] = [];
  for (const [responseKey, fieldNodes] of planning.subfields(type, nodes)) {
    const { value: name } = fieldNodes[0]!.name;
    if (name === '__typename') {
      if (planning.form === 'answer') parts.push({ key: responseKey, kind: 'name', name: type.name });
      continue;
    }
    const field = type.getFields()[name]!;
    const { part } = field.extensions as FieldPlan;
    const key = planning.form === 'answer' ? responseKey : rowKey(responseKey);
    if (part === undefined) return null;
    if (part === 'hasNext' || part === 'done') parts.push({ key, kind: part });
    else {
      const item = getNamedType(field.type);
      const sql = isObjectType(item) ? jsonOfObject(planning, item, fieldNodes) : null;
      if (sql === null) return null;
      parts.push({ key, kind: part, sql });
    }
  }
  return parts;
}

function selectionOf(
  { connections }: Planning,
  parts: readonly Part[],
  connection: Selection['connection'],
  sql: Sql,
): Selection {
  const order = { name: '', runs: [] };
  const anyPage = { table: 'bids', order, keyset: { order, backwards: false, from: null }, limit: '' } as const;
  const pageOf = (each: Connection): PageSource => {
    const name = String(connections.indexOf(each));
    return { ...anyPage, name, rows: () => name, count: () => name };
  };
  const text = sql({ now: 'now', pageOf });
  const id = createHash('sha1').update(text).digest('base64url').slice(0, 12);
  return { parts, connection, connections, id, length: text.length };
}

/** Returns SQL of an envelope without lists as JSON. */
export function jsonOfParts(parts: readonly Part[]): Sql {
  return objectOf(
    parts.map((part) => [
      part.key,
      (composing: Composing) =>
        part.kind === 'name'
          ? [quoted(JSON.stringify(part.name))]
          : [part.kind === 'items' || part.kind === 'item' ? part.sql(composing) : `'true'`],
    ]),
  );
}
