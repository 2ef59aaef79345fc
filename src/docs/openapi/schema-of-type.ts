import {
  type GraphQLNamedType,
  type GraphQLOutputType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';

/** A part of an OpenAPI document: JSON, and in most places JSON Schema. */
export type Json = Readonly<Record<string, unknown>>;

const builtIn: Record<string, Json> = {
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', format: 'int32' },
  String: { type: 'string' },
};

/** Returns the JSON schema of a field of this GraphQL type. */
export function schemaOfType(type: GraphQLOutputType): Json {
  if (!isNonNullType(type)) throw new Error(`/v1 shows no null, and ${String(type)} may be.`);
  const { ofType } = type;
  if (isListType(ofType)) return { type: 'array', items: schemaOfType(ofType.ofType as GraphQLOutputType) };
  return builtIn[ofType.name] ?? referenceTo(ofType.name);
}

export function referenceTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * Returns a named type as its own schema, with its descriptions.
 *
 * @returns `null` for GraphQL's own types, and for types that no answer has
 */
export function schemaOfNamedType(type: GraphQLNamedType): Json | null {
  if (isScalarType(type)) {
    if (isSpecifiedScalarType(type)) return null;
    return { ...(type.extensions['jsonSchema'] as Json), description: type.description };
  }
  if (isEnumType(type)) {
    const values = type.getValues();
    const meanings = values.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n');
    return {
      type: 'string',
      enum: values.map(({ name }) => name),
      description: `${type.description}\n\n${meanings}`,
    };
  }
  if (!isObjectType(type)) return null;
  const fields = Object.values(type.getFields());
  return {
    type: 'object',
    description: type.description,
    required: fields.map(({ name }) => name),
    additionalProperties: false,
    properties: Object.fromEntries(
      fields.map(({ name, description, type }) => [name, { ...schemaOfType(type), description }]),
    ),
  };
}
