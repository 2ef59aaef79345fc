// Mercurius with its just-in-time compiler: the fast GraphQL server, with a schema and resolvers written by hand on pg.
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { auctionColumns, bidColumns, cancelAuction, checkInput, createAuction, updateAuction } from './auctions.mjs';
import { listen, makeGuard, makePool, newRequestId, Problem, publicUrl } from './shared.mjs';

const pool = makePool();
const guard = makeGuard(pool);

const schema = `
  scalar DateTime
  scalar UUID
  scalar Cents
  type Bid { bidId: UUID! bidderId: String! placedAt: DateTime! bidValueInCents: Cents! auctionId: UUID! isWinningBid: Boolean! }
  type Auction {
    auctionId: UUID! createdAt: DateTime! biddingPeriodStartsAt: DateTime! biddingPeriodEndsAt: DateTime! type: String!
    minimumBidValueInCents: Cents! title: String! status: String! auctionUrl: String! bids: [Bid!]!
    payment: Payment settlement: [CaptureAttempt!]!
  }
  type Payment {
    capturedInCents: Cents! refundedInCents: Cents! disputedInCents: Cents! netInCents: Cents! applicationFeeInCents: Cents!
    reversals: [Reversal!]!
  }
  type Reversal {
    kind: String! state: String! amountInCents: Cents! providerReference: String! madeAt: DateTime! changedAt: DateTime!
  }
  type CaptureAttempt { bidId: UUID! requestedAt: DateTime! answeredAt: DateTime result: String reason: String }
  type Query {
    auctions(limit: Int = 100, offset: Int = 0): [Auction!]
    auction(auctionId: ID!): Auction
  }
  input BiddingPeriodInput { startTimestamp: Int! endTimestamp: Int! }
  type UserError { code: String! fault: String message: String! path: [String!] }
  type AuctionPayload { auction: Auction errors: [UserError!]! }
  type CancelAuctionPayload { success: Boolean errors: [UserError!]! }
  input CreateAuctionInput {
    biddingPeriod: BiddingPeriodInput!, title: String!, minimumBidValueInCents: Cents = 0, type: String = "asynchronous"
  }
  input UpdateAuctionInput { auctionId: ID!, biddingPeriod: BiddingPeriodInput, title: String, minimumBidValueInCents: Cents }
  input CancelAuctionInput { auctionId: ID! }
  type Mutation {
    createAuction(input: CreateAuctionInput!): AuctionPayload
    updateAuction(input: UpdateAuctionInput!): AuctionPayload
    cancelAuction(input: CancelAuctionInput!): CancelAuctionPayload
  }`;

const resolvers = {
  Query: {
    auctions: async (_, { limit, offset }, { key }) => {
      const { rows } = await pool.query({
        name: 'auctions',
        text: `select ${auctionColumns} from auctions where seller_id = $1 order by created_at desc, auction_id desc limit $2 offset $3`,
        values: [key.sellerId, limit, offset],
      });
      return rows;
    },
    auction: async (_, { auctionId }, { key }) => {
      const { rows } = await pool.query({
        name: 'auction',
        text: `select ${auctionColumns} from auctions where seller_id = $1 and auction_id = $2`,
        values: [key.sellerId, auctionId],
      });
      if (rows[0] === undefined) throw new Error('auction_not_found');
      return rows[0];
    },
  },
  Mutation: {
    createAuction: async (_, { input }, by) => {
      checkInput(by, input);
      return { auction: await createAuction(pool, by, input), errors: [] };
    },
    updateAuction: async (_, { input: { auctionId, ...input } }, by) => {
      checkInput(by, input);
      return { auction: await updateAuction(pool, by, auctionId, input), errors: [] };
    },
    cancelAuction: async (_, { input: { auctionId } }, by) => {
      checkInput(by, {});
      await cancelAuction(pool, by, auctionId);
      return { success: true, errors: [] };
    },
  },
  Auction: { auctionUrl: ({ auctionId }) => `${publicUrl}/auctions/${auctionId}` },
};

/** Reads the rows of all auctions of an answer at once, and gives each auction its own. */
async function rowsOf(queries, name, text) {
  const { rows } = await pool.query({ name, text, values: [queries.map(({ obj }) => obj.auctionId)] });
  const byAuction = Map.groupBy(rows, ({ auctionId }) => auctionId);
  return queries.map(({ obj }) => byAuction.get(obj.auctionId) ?? []);
}
const paymentsOf = `
  select a.auction_id as "auctionId", sum(captured)::int as "capturedInCents", sum(refunded)::int as "refundedInCents",
    sum(disputed)::int as "disputedInCents", sum(captured - refunded - disputed)::int as "netInCents",
    sum(coalesce(least(a.application_fee_in_cents, captured), 0))::int as "applicationFeeInCents"
  from authorizations a,
    lateral (select coalesce(a.captured_in_cents, a.value_in_cents) as captured) c,
    lateral (
      select coalesce(sum(amount_in_cents) filter (where kind = 'refund'), 0) as refunded,
        coalesce(sum(amount_in_cents) filter (where kind = 'dispute'), 0) as disputed
      from reversals r where r.authorization_id = a.authorization_id and taken_at is not null and returned_at is null) r
  where a.auction_id = any($1) and (a.state = 'captured' or a.captured_at is not null) group by a.auction_id`;
const reversalsOf = `
  select auction_id as "auctionId", upper(kind::text) as kind, upper(state::text) as state, amount_in_cents as "amountInCents", provider_reference as "providerReference",
    made_at as "madeAt", changed_at as "changedAt"
  from reversals where auction_id = any($1) order by made_at, provider_reference`;
const attemptsOf = `
  select auction_id as "auctionId", bid_id as "bidId", requested_at as "requestedAt", answered_at as "answeredAt", upper(result::text) as result, reason
  from capture_attempts where auction_id = any($1) order by requested_at, authorization_id, attempt`;
const loaders = {
  Auction: {
    bids: (queries) => rowsOf(queries, 'bids-of', `select ${bidColumns} from bids where auction_id = any($1)`),
    settlement: (queries) => rowsOf(queries, 'attempts-of', attemptsOf),
    payment: async (queries) => (await rowsOf(queries, 'payments-of', paymentsOf)).map(([payment]) => payment ?? null),
  },
  Payment: { reversals: (queries) => rowsOf(queries, 'reversals-of', reversalsOf) },
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
listen(app);
