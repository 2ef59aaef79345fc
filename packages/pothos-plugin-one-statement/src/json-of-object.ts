import {
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import {
  type Arguments,
  exposedProperty,
  type PageSql,
  planOf,
  rowKey,
  type TextSql,
  typeSqlOf,
} from './field-plan.ts';
import { jsonOfColumn } from './json-of-column.ts';
import { jsonOfConnection } from './json-of-connection.ts';
import { argumentReader } from './argument-reader.ts';
import { membersOf, objectOf, objectTypeIn, type Pieces, type Planning, quoted, type Sql } from './planning.ts';

/**
 * Returns SQL that builds the selected JSON of a row of the type's table.
 *
 * @returns `null` if a field needs its resolver, and the form is `answer`
 */
export function jsonOfObject(planning: Planning, type: GraphQLObjectType, nodes: readonly FieldNode[]): Sql | null {
  const sql = typeSqlOf(type);
  if (sql === null) return null;
  const piecesOf = (field: GraphQLField<unknown, unknown>, fieldNodes: readonly FieldNode[]) =>
    jsonOfField(planning, type, field, fieldNodes);
  const members = membersOf(planning, type, nodes, piecesOf, (field, key) => propertyOf(field) ?? rowKey(key));
  // The properties that resolvers read, in addition to the planned fields.
  for (const key of planning.form === 'rows' ? (sql.keys ?? []) : []) {
    members?.set(key, ({ now }) => [`coalesce(json_scalar(${sql.columns(now)[key]!})::text, 'null')`]);
  }
  return members && objectOf(members);
}

/** Checks whether a selection needs SQL in addition to the properties of a row. */
export function needsStatement({ subfields }: Planning, type: GraphQLObjectType, nodes: readonly FieldNode[]): boolean {
  return [...subfields(type, nodes).values()].some(([node]) => {
    const { sql } = planOf(type.getFields()[node!.name.value] ?? {});
    return sql !== null && !('identity' in sql);
  });
}

/** Returns the property of the row that a field exposes. */
function propertyOf(field: GraphQLField<unknown, unknown>): string | undefined {
  const { sql } = planOf(field);
  if (sql === null) return exposedProperty(field);
  return 'identity' in sql ? sql.identity : undefined;
}

function jsonOfField(
  planning: Planning,
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
): Pieces | null {
  const { sql } = planOf(field);
  if (sql !== null && 'page' in sql) {
    const json = jsonOfPage(planning, field, sql, nodes);
    return json && ((composing) => [json(composing)]);
  }
  if (field.args.length > 0) return null;
  const columns = (now: string) => typeSqlOf(type)!.columns(now);
  if (sql !== null && 'from' in sql) return jsonOfRows(planning, field.type, sql.from, nodes);
  if (sql !== null && 'text' in sql) return ({ now }) => piecesOfText(sql.text(planning.environment), columns(now));
  if (sql !== null && 'constant' in sql) return () => [quoted(JSON.stringify(sql.constant))];
  if (sql !== null && 'expression' in sql) return jsonOfValue(planning, field.type, (now) => sql.expression(now));
  if (sql !== null && 'identity' in sql && planning.form === 'answer') {
    return ({ now }) => globalId(type, columns(now)[sql.identity]!);
  }
  const property = propertyOf(field);
  if (property === undefined || columns('now')[property] === undefined) return null;
  return jsonOfValue(planning, field.type, (now) => columns(now)[property]!);
}

/** Returns SQL of an `id` as Relay's plugin composes it. PostgreSQL breaks base64 into lines of 76 characters, which JSON forbids. */
function globalId({ name }: GraphQLObjectType, column: string): string[] {
  return [
    quoted('"'),
    `translate(encode(convert_to('${name}:' || (${column})::text, 'UTF8'), 'base64'), E'\\n', '')`,
    quoted('"'),
  ];
}

function jsonOfValue({ form }: Planning, type: GraphQLOutputType, sql: (now: string) => string): Pieces | null {
  if (jsonOfColumn(type, 'value', form) === null) return null;
  return ({ now }) => jsonOfColumn(type, sql(now), form)!;
}

function piecesOfText(template: ReturnType<TextSql<unknown>['text']>, columns: Record<string, string | undefined>) {
  const text = template.map((piece) =>
    typeof piece === 'string' ? quoted(JSON.stringify(piece).slice(1, -1)) : `(${columns[piece.property]!})::text`,
  );
  return [quoted('"'), ...text, quoted('"')];
}

function jsonOfRows(
  planning: Planning,
  type: GraphQLOutputType,
  from: string,
  nodes: readonly FieldNode[],
): Pieces | null {
  const isMany = isListType(getNullableType(type));
  const item = getNamedType(type);
  if (!isObjectType(item)) return null;
  const json = jsonOfObject(planning, item, nodes);
  if (json === null) return null;
  if (from === '') return (composing) => [json(composing)];
  if (isMany) {
    const items: Sql = (composing) => `coalesce((select string_agg(${json(composing)}, ',') ${from}), '')`;
    return (composing) => [quoted('['), items(composing), quoted(']')];
  }
  if (isNonNullType(type)) return (composing) => [`(select ${json(composing)} ${from})`];
  return (composing) => [`coalesce((select ${json(composing)} ${from}), 'null')`];
}

/** Returns SQL that builds the selected JSON of a field that is a connection. */
export function jsonOfPage(
  planning: Planning,
  field: GraphQLField<unknown, unknown>,
  sql: PageSql<Arguments>,
  nodes: readonly FieldNode[],
): Sql | null {
  const connection = { sql, argumentsOf: argumentReader(field, nodes[0]!) };
  planning.connections.push(connection);
  return jsonOfConnection(planning, objectTypeIn(field.type), nodes, connection, jsonOfObject);
}
