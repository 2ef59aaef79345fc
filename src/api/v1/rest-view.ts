import { mapSchema, MapperKind } from '@graphql-tools/utils';
import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isObjectType,
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
 * in place of an input, the envelopes around what an operation returns, and `includeBids`, which GraphQL does not need because its clients select
 * `bids` or not.
 */
export function restView(publicSchema: GraphQLSchema): GraphQLSchema {
  const selected = mapSchema(publicSchema, {
    [MapperKind.SUBSCRIPTION]: () => null,
    [MapperKind.INTERFACE_TYPE]: () => null,
    [MapperKind.OBJECT_FIELD]: (field, fieldName, typeName) => {
      const isOperation = routes.some(({ operation }) => operation === `${typeName}.${fieldName}`);
      if (!isOperation && fieldsOf[typeName]?.includes(fieldName) !== true) return null;
      // A refused field is null in GraphQL. Here it refuses the whole request.
      return { ...field, type: new GraphQLNonNull(getNullableType(field.type)) };
    },
  });
  const made = new Map<string, GraphQLObjectType>();
  return new GraphQLSchema({
    query: withEnvelopes(selected.getQueryType()!, made),
    mutation: withEnvelopes(selected.getMutationType()!, made),
  });
}

/** The objects around what operations return, by its type: their names and fields, and what is said of both. */
const envelopes: Record<string, readonly [name: string, field: string, said: string, saidOfField: string]> = {
  Auction: ['AuctionResult', 'auction', 'The requested auction, in its current state.', 'The auction.'],
  '[Auction!]': ['AuctionList', 'auctions', 'One page of auctions.', 'Newest first.'],
  Bid: ['BidResult', 'bid', 'The requested bid.', 'The bid.'],
  '[Bid!]': ['BidList', 'bids', 'One page of bids.', 'In the order of the list.'],
  Boolean: ['CancelAuctionResult', 'success', 'The result of a cancellation.', 'Always true; a refusal is an error.'],
};

/** Takes the input and the payload of a change away: the fields of the input become arguments, and the one field of the payload the result. */
function unwrapped<Field extends GraphQLFieldConfig<unknown, unknown>>(field: Field): Field {
  const input = getNullableType(field.args?.['input']?.type);
  const payload = getNullableType(field.type);
  if (!isInputObjectType(input) || !isObjectType(payload)) return field;
  const [result] = Object.values(payload.getFields());
  return { ...field, args: input.toConfig().fields, type: result!.type };
}

/** @param made the envelopes by their names: operations that return the same share one */
function withEnvelopes(type: GraphQLObjectType, made: Map<string, GraphQLObjectType>): GraphQLObjectType {
  const enveloped = (inner: GraphQLOutputType): GraphQLOutputType => {
    const envelope = envelopes[String(getNullableType(inner))];
    if (envelope === undefined) return inner;
    const [name, field, description, saidOfField] = envelope;
    const fields = { [field]: { type: inner, description: saidOfField } };
    const object = made.get(name) ?? new GraphQLObjectType({ name, description, fields });
    made.set(name, object);
    return new GraphQLNonNull(object);
  };
  const { fields, ...config } = type.toConfig();
  const inEnvelopes = Object.entries(fields).map(([name, field]) => {
    const route = routes.find(({ operation }) => operation === `${type.name}.${name}`)!;
    const flat = withArgumentsOf(route, unwrapped(field));
    return [name, { ...flat, type: enveloped(flat.type) }] as const;
  });
  return new GraphQLObjectType({ ...config, fields: Object.fromEntries(inEnvelopes) });
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
