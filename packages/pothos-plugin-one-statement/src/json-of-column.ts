import {
  getNamedType,
  getNullableType,
  type GraphQLEnumType,
  GraphQLString,
  type GraphQLOutputType,
  type GraphQLScalarType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import { extensionKey } from './field-plan.ts';
import type { Planning } from './planning.ts';

/**
 * Returns SQL of a column's JSON in the format of the field's type, as concatenated pieces that are never null.
 *
 * @param form in rows for resolvers, an enum has its value, and in answers its name
 * @returns `null` for a type without a known format
 */
export function jsonOfColumn(type: GraphQLOutputType, column: string, form: Planning['form']): string[] | null {
  const pieces = piecesOf(getNullableType(type), column, form);
  if (pieces === null || isNonNullType(type)) return pieces;
  return [`case when (${column}) is null then 'null' else ${pieces.join(' || ')} end`];
}

const quote = `'"'`;

function piecesOf(type: GraphQLOutputType, column: string, form: Planning['form']): string[] | null {
  if (isEnumType(type)) {
    const value = `(${column})::text`;
    if (form === 'rows' || isNamed(type, String)) return [quote, value, quote];
    return isNamed(type, (value) => value.toUpperCase()) ? [quote, `upper(${value})`, quote] : null;
  }
  if (isListType(type)) {
    const item = getNamedType(type);
    return item === GraphQLString || (isEnumType(item) && isNamed(item, String)) ? [`to_json(${column})::text`] : null;
  }
  if (!isScalarType(type)) return null;
  switch (jsonNameOf(type)) {
    case 'UUID':
    case 'ID':
      return [quote, `(${column})::text`, quote];
    case 'Int':
      return [`(${column})::text`];
    case 'Boolean':
      return [`case when ${column} then 'true' else 'false' end`];
    case 'String':
      // `json_scalar` costs half of `to_json`, which looks the type up for each row.
      return [`json_scalar((${column})::text)::text`];
    case 'DateTime':
      // This costs half of `to_char`. Every session is in UTC. The added digit keeps trailing zeros, and is cut off together with the
      // zone. The cast rounds to milliseconds, and a column that has no more does without it.
      return [
        `split_part(json_scalar((${column})::timestamptz(3) + interval '100 microseconds')::text, '1+', 1)`,
        `'+00:00"'`,
      ];
    default:
      return null;
  }
}

/** Returns the name of the scalar that has the same JSON: the owner of a schema declares it for a scalar of its own. */
function jsonNameOf({ name, extensions }: GraphQLScalarType): string {
  const declared = extensions[extensionKey];
  return typeof declared === 'object' && declared !== null && 'jsonOf' in declared ? String(declared.jsonOf) : name;
}

/** Checks how the names of an enum are made of its values: most ways would need a mapping in SQL. */
function isNamed(type: GraphQLEnumType, nameOf: (value: string) => string): boolean {
  return type.getValues().every(({ name, value }) => name === nameOf(String(value)));
}
