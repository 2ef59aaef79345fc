import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { z } from 'zod';
import type { Json } from './answer-schemas.ts';

type Described = Pick<GraphQLArgument | GraphQLInputField, 'name' | 'type' | 'description'>;

/**
 * Makes the JSON Schema of a request: the rules come from the schema that checks requests, the texts from the
 * arguments of the operation.
 */
export function requestSchema(schema: z.ZodObject, { args }: GraphQLField<unknown, unknown>): Json {
  const { $schema: _, ...rules } = z.toJSONSchema(schema, { io: 'input' }) as Json;
  return describe(rules, args);
}

/**
 * Makes the JSON Schema of a body. Its defaults are said in words: code generators take a field with a default as one that is
 * always there.
 */
export function bodySchema(schema: z.ZodObject, field: GraphQLField<unknown, unknown>): Json {
  const { properties, ...rules } = requestSchema(schema, field);
  const inWords = Object.entries(properties as Record<string, Json>).map(([name, property]) => {
    const { default: value, description, ...rest } = property as { default?: string | number; description: string };
    if (value === undefined) return [name, property];
    return [name, { ...rest, description: `${description} Default: \`${value}\`.` }];
  });
  return { ...rules, properties: Object.fromEntries(inWords) as Record<string, Json> };
}

function describe(rules: Json, described: readonly Described[]): Json {
  const properties = Object.entries(rules['properties'] as Record<string, Json>).map(([name, property]) => {
    const field = described.find((one) => one.name === name);
    if (field === undefined) throw new Error(`A request may carry ${name}, which the operation does not take.`);
    const type = getNamedType(field.type);
    const inside = isInputObjectType(type) ? describe(property, Object.values(type.getFields())) : property;
    return [name, { ...inside, description: wordsOn(field) }];
  });
  return { ...rules, properties: Object.fromEntries(properties) as Record<string, Json> };
}

/** Joins the descriptions of the field and of its type. */
function wordsOn({ description, type }: Described): string {
  const named = getNamedType(type);
  if (isEnumType(named) || isSpecifiedScalarType(named)) return `${description}`;
  return named.description!.startsWith(description!) ? named.description! : `${description} ${named.description}`;
}
