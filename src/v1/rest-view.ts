import { mapSchema, MapperKind } from '@graphql-tools/utils';
import { GraphQLBoolean, type GraphQLFieldConfig, GraphQLNonNull, type GraphQLSchema, getNullableType } from 'graphql';
import { bidFieldsInV1, fieldsInV1 } from '../core/auction-fields.ts';
import { type Route, routes } from './route-table.ts';

/**
 * The fields of each type in `/v1`, from the interface document, so that a field added to GraphQL never leaks into
 * `/v1`.
 */
const fieldsOf: Record<string, readonly string[]> = {
  Query: operationsOf('Query'),
  Mutation: operationsOf('Mutation'),
  Auction: [...fieldsInV1.map(([name]) => name), 'auctionUrl', 'bids'],
  Bid: Object.keys(bidFieldsInV1),
  AuctionList: ['auctions'],
  AuctionResult: ['auction'],
  BidList: ['bids'],
  BidResult: ['bid'],
  CancelAuctionResult: ['success'],
};

/**
 * Makes the schema from which SOFA generates the routes: seven operations, the document's fields, no subscription,
 * and `includeBids`, which GraphQL does not need because its clients select `bids` or not.
 */
export function restView(publicSchema: GraphQLSchema): GraphQLSchema {
  return mapSchema(publicSchema, {
    [MapperKind.SUBSCRIPTION]: () => null,
    [MapperKind.OBJECT_FIELD]: (field, fieldName, typeName) => {
      if (!fieldsOf[typeName]?.includes(fieldName)) return null;
      const route = routes.find(({ operation }) => operation === `${typeName}.${fieldName}`);
      // A refused field is null in GraphQL. Here it refuses the whole request.
      const whole = { ...field, type: new GraphQLNonNull(getNullableType(field.type)) };
      return route === undefined ? whole : withArgumentsOf(route, whole);
    },
  });
}

const includeBids = {
  type: GraphQLBoolean,
  defaultValue: false,
  description: 'When `true`, each auction carries its `bids`.',
};

/** Removes the arguments that only GraphQL has, which keep their defaults, and adds `includeBids` where a route takes it. */
function withArgumentsOf<Field extends GraphQLFieldConfig<unknown, unknown>>(
  { path, query, body }: Route,
  field: Field,
): Field {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const accepted = new Set([...inPath, ...Object.keys(query.shape), ...Object.keys(body?.schema.shape ?? {})]);
  const args = Object.entries({ ...field.args, includeBids }).filter(([name]) => accepted.has(name));
  return { ...field, args: Object.fromEntries(args) };
}

function operationsOf(typeName: 'Query' | 'Mutation'): string[] {
  return routes
    .filter(({ operation }) => operation.startsWith(`${typeName}.`))
    .map(({ operation }) => operation.slice(typeName.length + 1));
}
