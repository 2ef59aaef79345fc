import { type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import { plannedValue } from '../api/plans/field-plan.ts';

/**
 * Lets connections, their edges and their page info pick planned values up, in place. Relay's plugin makes the
 * resolvers of these fields, and takes none of ours.
 */
export function withPlannedConnections(schema: GraphQLSchema): GraphQLSchema {
  const isConnection = ({ name }: GraphQLObjectType) => /(?:Connection|Edge)$|^PageInfo$/.test(name);
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType).filter(isConnection)) {
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field;
      field.resolve = (source: object, args: object, context, info) => {
        const planned = plannedValue(source, info);
        return planned === undefined ? resolve!(source, args, context, info) : planned;
      };
    }
  }
  return schema;
}
