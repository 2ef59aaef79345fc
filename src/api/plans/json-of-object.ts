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
import type { ColumnsAt } from '../../db/source.ts';
import { argumentReader } from './plan.ts';
import { type FieldPlan, rowKey } from './field-plan.ts';
import { jsonOfColumn, quoted } from './json-of-column.ts';
import { jsonOfConnection } from './json-of-connection.ts';
import { type Connection, objectOf, type Pieces, type Planning, type Sql } from './planning.ts';

/**
 * Returns SQL that builds the selected JSON of a row of the type's table.
 *
 * @returns `null` if a field needs its resolver, and the form is `answer`
 */
export function jsonOfObject(planning: Planning, type: GraphQLObjectType, nodes: readonly FieldNode[]): Sql | null {
  if (type.extensions['properties'] === undefined) return null;
  const values = new Map<string, Pieces>();
  let isWhole = true;
  for (const [key, fieldNodes] of planning.subfields(type, nodes)) {
    if (fieldNodes[0]!.name.value === '__typename') {
      if (planning.form === 'answer') values.set(key, () => [quoted(`"${type.name}"`)]);
      continue;
    }
    const field = type.getFields()[fieldNodes[0]!.name.value]!;
    const pieces = jsonOfField(planning, type, field, fieldNodes);
    if (pieces !== null) values.set(planning.form === 'answer' ? key : (propertyOf(field) ?? rowKey(key)), pieces);
    else if (planning.form === 'answer') return null;
    else isWhole = false;
  }
  if (!isWhole) {
    // The properties that resolvers read, in addition to the planned fields.
    for (const key of type.extensions['keys'] as readonly string[]) {
      values.set(key, ({ now }) => [`coalesce(json_scalar((${columnsOf(type, now)[key]!})::text)::text, 'null')`]);
    }
  }
  return objectOf([...values]);
}

function columnsOf(type: GraphQLObjectType, now: string): Record<string, string | undefined> {
  return (type.extensions['properties'] as ColumnsAt<Record<string, unknown>>)(now);
}

/** Checks whether a selection needs SQL in addition to the properties of a row. */
export function needsStatement({ subfields }: Planning, type: GraphQLObjectType, nodes: readonly FieldNode[]): boolean {
  const fields = type.getFields();
  return [...subfields(type, nodes).values()].some(([node]) => {
    const field = fields[node!.name.value];
    return field !== undefined && isComputed(field);
  });
}

/** Checks whether SQL computes a field from the row. */
function isComputed({ extensions }: GraphQLField<unknown, unknown>): boolean {
  const { template, value, from, page } = extensions as FieldPlan;
  return template !== undefined || value !== undefined || from !== undefined || page !== undefined;
}

/** Returns the property of the row that a field exposes. */
function propertyOf(field: GraphQLField<unknown, unknown>): string | undefined {
  const { identity } = field.extensions as FieldPlan;
  return isComputed(field) ? undefined : (identity ?? (field.extensions['pothosExposedField'] as string | undefined));
}

function jsonOfField(
  planning: Planning,
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
): Pieces | null {
  const { from, page, template, value, identity } = field.extensions as FieldPlan;
  if (page !== undefined) {
    const json = jsonOfPage(planning, field, page, nodes);
    return json && ((composing) => [json(composing)]);
  }
  if (field.args.length > 0) return null;
  if (from !== undefined) return jsonOfRows(planning, field.type, from, nodes);
  if (template !== undefined) return ({ now }) => textOf(template(planning.config), columnsOf(type, now));
  if (identity !== undefined && planning.form === 'answer') {
    return ({ now }) => globalId(type, columnsOf(type, now)[identity]!);
  }
  return jsonOfValue(field.type, value ?? columnAt(type, propertyOf(field)));
}

/** Returns SQL of an `id` as Relay's plugin composes it. Base64 of PostgreSQL has lines of 76 characters, longer than any. */
function globalId({ name }: GraphQLObjectType, column: string): string[] {
  return [quoted('"'), `encode(convert_to('${name}:' || (${column})::text, 'UTF8'), 'base64')`, quoted('"')];
}

function columnAt(type: GraphQLObjectType, property: string | undefined): ((now: string) => string) | null {
  if (property === undefined || columnsOf(type, 'now')[property] === undefined) return null;
  return (now) => columnsOf(type, now)[property]!;
}

function jsonOfValue(type: GraphQLOutputType, sql: ((now: string) => string) | null): Pieces | null {
  if (sql === null || jsonOfColumn(type, 'value') === null) return null;
  return ({ now }) => jsonOfColumn(type, sql(now))!;
}

function textOf(template: ReturnType<NonNullable<FieldPlan['template']>>, columns: Record<string, string | undefined>) {
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
  page: Connection['page'],
  nodes: readonly FieldNode[],
): Sql | null {
  const connection = { page, argumentsOf: argumentReader(field, nodes[0]!) };
  planning.connections.push(connection);
  return jsonOfConnection(planning, getNamedType(field.type) as GraphQLObjectType, nodes, connection, jsonOfObject);
}
