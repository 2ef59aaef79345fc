import { mapSchema, MapperKind } from '@graphql-tools/utils';
import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  GraphQLNonNull,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
} from 'graphql';
import { bidFieldsInV1, fieldsInV1 } from '../../core/auction-fields.ts';
import { type Route, routes } from './route-table.ts';

/**
 * The fields of each type in `/v1`, from the interface document, so that a field added to GraphQL never leaks into
 * `/v1`.
 */
const fieldsOf: Record<string, readonly string[]> = {
  Auction: [...fieldsInV1.map(([name]) => name), 'auctionUrl', 'bids'],
  Bid: Object.keys(bidFieldsInV1),
  CreateAuctionPayload: ['auction'],
  UpdateAuctionPayload: ['auction'],
  CancelAuctionPayload: ['success'],
};

/**
 * Makes the schema from which SOFA generates the routes: seven operations, the document's fields, no subscription, changes with arguments
 * in place of an input, and `includeBids`, which GraphQL does not need because its clients select `bids` or not.
 */
export function restView(publicSchema: GraphQLSchema): GraphQLSchema {
  return mapSchema(publicSchema, {
    [MapperKind.SUBSCRIPTION]: () => null,
    [MapperKind.INTERFACE_TYPE]: () => null,
    [MapperKind.OBJECT_FIELD]: (field, fieldName, typeName) => {
      const route = routes.find(({ operation }) => operation === `${typeName}.${fieldName}`);
      if (route === undefined && fieldsOf[typeName]?.includes(fieldName) !== true) return null;
      // A refused field is null in GraphQL. Here it refuses the whole request.
      const type = new GraphQLNonNull(getNullableType(field.type));
      return { ...field, type, ...(route !== undefined && { args: argumentsOf(route, field) }) };
    },
  });
}

const includeBids = {
  type: GraphQLBoolean,
  defaultValue: false,
  description: 'When `true`, each auction carries its `bids`.',
};

/** Returns the arguments that a route has, a change those of its input. Those that only GraphQL has keep their defaults. */
function argumentsOf({ path, query, body }: Route, { args = {} }: GraphQLFieldConfig<unknown, unknown>) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const accepted = new Set([...inPath, ...Object.keys(query.shape), ...Object.keys(body?.schema.shape ?? {})]);
  const input = getNullableType(args['input']?.type);
  const given = isInputObjectType(input) ? input.toConfig().fields : args;
  return Object.fromEntries(Object.entries({ ...given, includeBids }).filter(([name]) => accepted.has(name)));
}
