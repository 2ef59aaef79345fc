// Mercurius with its just-in-time compiler: the fast GraphQL server, with a schema and resolvers written by hand on pg.
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { auctionColumns, bidColumns, cancelAuction, createAuction, updateAuction } from './auctions.mjs';
import { makeGuard, makePool, newRequestId, Problem, publicUrl } from './shared.mjs';

const pool = makePool();
const guard = makeGuard(pool);

const schema = `
  scalar DateTime
  scalar UUID
  type Bid { bidId: UUID! bidderId: String! placedAt: DateTime! bidValueInCents: Int! auctionId: UUID! isWinningBid: Boolean! }
  type Auction {
    auctionId: UUID! createdAt: DateTime! biddingPeriodStartsAt: DateTime! biddingPeriodEndsAt: DateTime! type: String!
    minimumBidValueInCents: Int! title: String! status: String! auctionUrl: String! bids: [Bid!]!
  }
  type AuctionList { auctions: [Auction!]! hasNext: Boolean! }
  type AuctionResult { auction: Auction! }
  type BidList { bids: [Bid!]! hasNext: Boolean! }
  type BidResult { bid: Bid! }
  type Query {
    auctions(limit: Int = 100, offset: Int = 0): AuctionList!
    auction(auctionId: UUID!): AuctionResult!
    bids(auctionId: UUID, limit: Int = 100, offset: Int = 0): BidList!
    bid(bidId: UUID!): BidResult!
  }
  input BiddingPeriodInput { startTimestamp: Int! endTimestamp: Int! }
  type CancelAuctionResult { success: Boolean! }
  type Mutation {
    createAuction(biddingPeriod: BiddingPeriodInput!, title: String!, minimumBidValueInCents: Int = 0, type: String = "asynchronous"): AuctionResult!
    updateAuction(auctionId: UUID!, biddingPeriod: BiddingPeriodInput, title: String, minimumBidValueInCents: Int): AuctionResult!
    cancelAuction(auctionId: UUID!): CancelAuctionResult!
  }`;

function one(rows, name) {
  if (rows[0] === undefined) throw new Error(`${name}_not_found`);
  return { [name]: rows[0] };
}

/** What the schema cannot say. */
function checkChange({ key }, { title, minimumBidValueInCents, type }) {
  if (!key.scopes.has('auctions:write')) throw new Problem(403, 'insufficient_scope');
  if (title != null && ([...title].length < 3 || [...title].length > 150)) throw new Problem(400, 'invalid_request');
  if (minimumBidValueInCents < 0 || minimumBidValueInCents > 49_999_999) throw new Problem(400, 'invalid_request');
  if (type !== undefined && type !== 'asynchronous') throw new Problem(400, 'invalid_request');
}

const resolvers = {
  Query: {
    auctions: async (_, { limit, offset }, { key }) => {
      const { rows } = await pool.query({
        name: 'auctions',
        text: `select ${auctionColumns} from auctions where seller_id = $1 order by created_at desc, auction_id desc limit $2 offset $3`,
        values: [key.sellerId, limit + 1, offset],
      });
      return { auctions: rows.slice(0, limit), hasNext: rows.length > limit };
    },
    auction: async (_, { auctionId }, { key }) =>
      one(
        (
          await pool.query({
            name: 'auction',
            text: `select ${auctionColumns} from auctions where seller_id = $1 and auction_id = $2`,
            values: [key.sellerId, auctionId],
          })
        ).rows,
        'auction',
      ),
    bids: async (_, { auctionId = null, limit, offset }, { key }) => {
      const filter = auctionId === null ? '' : 'and auction_id = $4';
      const { rows } = await pool.query({
        name: `bids-${filter}`,
        text: `select ${bidColumns} from bids where seller_id = $1 ${filter} order by placed_at desc, bid_id desc limit $2 offset $3`,
        values: [key.sellerId, limit + 1, offset, ...(auctionId === null ? [] : [auctionId])],
      });
      return { bids: rows.slice(0, limit), hasNext: rows.length > limit };
    },
    bid: async (_, { bidId }, { key }) =>
      one(
        (
          await pool.query({
            name: 'bid',
            text: `select ${bidColumns} from bids where seller_id = $1 and bid_id = $2`,
            values: [key.sellerId, bidId],
          })
        ).rows,
        'bid',
      ),
  },
  Mutation: {
    createAuction: async (_, input, by) => {
      checkChange(by, input);
      return { auction: await createAuction(pool, by, input) };
    },
    updateAuction: async (_, { auctionId, ...input }, by) => {
      checkChange(by, input);
      return { auction: await updateAuction(pool, by, auctionId, input) };
    },
    cancelAuction: async (_, { auctionId }, by) => {
      checkChange(by, {});
      await cancelAuction(pool, by, auctionId);
      return { success: true };
    },
  },
  Auction: { auctionUrl: ({ auctionId }) => `${publicUrl}/auctions/${auctionId}` },
};
const loaders = {
  Auction: {
    async bids(queries) {
      const { rows } = await pool.query({
        name: 'bids-of',
        text: `select ${bidColumns} from bids where auction_id = any($1)`,
        values: [queries.map(({ obj }) => obj.auctionId)],
      });
      const bidsOf = Map.groupBy(rows, ({ auctionId }) => auctionId);
      return queries.map(({ obj }) => bidsOf.get(obj.auctionId) ?? []);
    },
  },
};

const app = Fastify({ logger: false, genReqId: newRequestId, bodyLimit: 65_536 });
app.addHook('onRequest', async (request, reply) => {
  reply.header('x-request-id', request.id);
  try {
    request.key = await guard(request.headers.authorization, request.ip, 'auctions:read', (name, value) =>
      reply.header(name, value),
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return reply.code(error.status).send({ errors: [{ message: error.code }] });
  }
});
app.register(mercurius, {
  schema,
  resolvers,
  loaders,
  jit: 1,
  context: (request) => ({ key: request.key, requestId: request.id }),
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
console.log('listening');
process.on('SIGTERM', () => process.exit(0));
