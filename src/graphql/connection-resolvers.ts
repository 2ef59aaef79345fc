import { type GraphQLSchema, isObjectType } from 'graphql';
import { fromStatement } from '../api/plans/field-plan.ts';

/** Checks whether a type belongs to connections: one itself, its edges or its page info. */
export function isOfConnection(typeName: string): boolean {
  return /(?:Connection|Edge)$|^PageInfo$/.test(typeName);
}

/**
 * Lets connections, their edges and their page info pick planned values up, in place: all connections are planned. Relay's
 * plugin makes the resolvers of these fields, and takes none of ours.
 */
export function withPlannedConnections(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  for (const type of types.filter(({ name }) => isOfConnection(name))) {
    for (const field of Object.values(type.getFields())) field.resolve = fromStatement;
  }
  return schema;
}
