import { buildSchema, graphql, printSchema } from 'graphql';
import { schema } from '../../src/api/graphql/schema.ts';
import { publicUrl } from '../support/service.ts';
import type { InsertedAuction } from '../support/insert-auction.ts';
import type { InsertedBid } from '../support/insert-bid.ts';

/** An auction that a test has written, as every answer must show it. */
export interface WrittenAuction extends InsertedAuction {
  readonly title: string;
  readonly status: string;
  readonly phase: string;
  readonly outcome: string | null;
  readonly cancelledAt: Date | null;
  /** The highest first. */
  readonly bids: readonly InsertedBid[];
}

/** The same types without this service's resolvers: GraphQL reads the properties of plain values. */
const plainSchema = buildSchema(printSchema(schema));

/**
 * Computes the answer to an operation from the rows that a test has written.
 *
 * @param rootValue a value, or a function of the arguments, for each field of Query or Mutation
 */
export async function expectedAnswer(rootValue: object, source: string, variableValues: Record<string, unknown>) {
  const { data, errors } = await graphql({ schema: plainSchema, source, rootValue, variableValues });
  if (errors !== undefined) throw errors[0]!;
  return asJson(data) as Record<string, unknown>;
}

/** The fields of an auction, also of one that no plan reads: `ledger`. */
export function auctionValue({ bids, ...auction }: WrittenAuction): object {
  return {
    type: 'asynchronous',
    minimumBidValueInCents: 0,
    ...auction,
    auctionUrl: `${publicUrl}/auctions/${auction.auctionId}`,
    bidCount: bids.length,
    bids: { nodes: bids.toReversed() },
    leadingBid: bids[0] ?? null,
    winningBid: bids.find(({ isWinningBid }) => isWinningBid) ?? null,
    settlement: [],
    id: idOf('Auction', auction.auctionId),
    presentation: { description: null, pictures: [] },
    seller: { id: idOf('SellerProfile', auction.sellerId), displayName: null },
    payment: null,
    ledger: {},
  };
}

const idOf = (type: string, id: string) => Buffer.from(`${type}:${id}`).toString('base64');

/** Instants as answers have them. */
function asJson(value: unknown): unknown {
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, each: unknown) {
    return this[key] instanceof Date ? (each as string).replace('Z', '+00:00') : each;
  });
  return JSON.parse(text);
}
