import { getNamedType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { type Json, schemaOfNamedType } from './schema-of-type.ts';

/** The types that several answers of `/v1` share, each a schema of its own. */
const sharedTypes = ['UUID', 'DateTime', 'AuctionType', 'AuctionStatus', 'Bid'];

/**
 * Makes the schemas of the answers.
 *
 * @param view the REST view: the fields of `/v1` only
 */
export function answerSchemas(view: GraphQLSchema): Record<string, Json> {
  const schemaOf = (name: string) => schemaOfNamedType(view.getType(name)!)!;
  const auction = schemaOf('Auction') as { required: string[]; properties: Record<string, Json> };
  const required = auction.required.filter((name) => name !== 'bids');
  const { bids, auctionUrl, ...plain } = auction.properties;
  const properties = { ...plain, auctionUrl: { ...auctionUrl, format: 'uri' } };
  return {
    ...Object.fromEntries(sharedTypes.map((name) => [name, schemaOf(name)])),
    Auction: {
      ...auction,
      required,
      properties: { ...properties, bids: { ...bids, description: `${String(bids!['description'])} ${onRequest}` } },
    },
    AuctionWithoutBids: { ...auction, description: withoutBids, required, properties },
  };
}

const onRequest = 'Present only with `includeBids=true`.';
const withoutBids = 'A timed auction of one item, without its bids.';

/** Returns the body of a success: the envelope of an operation of the view. */
export function envelopeOf({ type, args }: GraphQLField<unknown, unknown>): Json {
  const envelope = schemaOfNamedType(getNamedType(type))!;
  return args.some(({ name }) => name === 'includeBids') ? envelope : withAuctionsWithoutBids(envelope);
}

function withAuctionsWithoutBids(envelope: Json): Json {
  const { auction, ...properties } = envelope['properties'] as Record<string, Json>;
  if (auction === undefined) return envelope;
  const $ref = '#/components/schemas/AuctionWithoutBids';
  return { ...envelope, properties: { auction: { ...auction, $ref }, ...properties } };
}
