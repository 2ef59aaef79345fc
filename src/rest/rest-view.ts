import { mapSchema, MapperKind } from '@graphql-tools/utils';
import { GraphQLBoolean, type GraphQLFieldConfig, type GraphQLSchema } from 'graphql';
import { type Route, routes } from './route-table.ts';

/** What `/v1` shows of each type: the interface document's fields, so that one added to GraphQL never leaks into `/v1`. */
const shown: Record<string, readonly string[]> = {
  Query: operationsOf('Query'),
  Mutation: operationsOf('Mutation'),
  Auction: [
    'auctionId',
    'createdAt',
    'biddingPeriodStartsAt',
    'biddingPeriodEndsAt',
    'type',
    'minimumBidValueInCents',
    'title',
    'status',
    'auctionUrl',
    'bids',
  ],
  Bid: ['bidId', 'bidderId', 'placedAt', 'bidValueInCents', 'auctionId', 'isWinningBid'],
  AuctionList: ['auctions'],
  AuctionResult: ['auction'],
  BidList: ['bids'],
  BidResult: ['bid'],
  CancelAuctionResult: ['success'],
};

/** The envelopes in which `includeBids` decides whether auctions carry their bids. */
const takesIncludeBids = ['auctions', 'auction'];

/**
 * The schema that SOFA generates the routes from: seven operations, the document's fields, no subscription, and
 * `includeBids`, which GraphQL does not need because there a client selects `bids` or does not.
 */
export function restView(publicSchema: GraphQLSchema): GraphQLSchema {
  return mapSchema(publicSchema, {
    [MapperKind.SUBSCRIPTION]: () => null,
    [MapperKind.OBJECT_FIELD]: (field, fieldName, typeName) => {
      if (!shown[typeName]?.includes(fieldName)) return null;
      const route = routes.find(({ operation }) => operation === `${typeName}.${fieldName}`);
      if (route === undefined) return field;
      const taken = withArgumentsOf(route, field);
      return typeName === 'Query' && takesIncludeBids.includes(fieldName) ? withIncludeBids(taken) : taken;
    },
  });
}

/** The operation as its route asks for it: an argument that GraphQL alone has is left to its default. */
function withArgumentsOf<Field extends GraphQLFieldConfig<unknown, unknown>>(
  { path, query, body }: Route,
  field: Field,
): Field {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const taken = new Set([...inPath, ...Object.keys(query.shape), ...Object.keys(body?.schema.shape ?? {})]);
  return { ...field, args: Object.fromEntries(Object.entries(field.args ?? {}).filter(([name]) => taken.has(name))) };
}

function withIncludeBids<Field extends GraphQLFieldConfig<unknown, unknown>>(field: Field): Field {
  const includeBids = {
    type: GraphQLBoolean,
    defaultValue: false,
    description: 'When `true`, each auction carries its `bids`.',
  };
  return { ...field, args: { ...field.args, includeBids } };
}

function operationsOf(typeName: 'Query' | 'Mutation'): string[] {
  return routes
    .filter(({ operation }) => operation.startsWith(`${typeName}.`))
    .map(({ operation }) => operation.slice(typeName.length + 1));
}
