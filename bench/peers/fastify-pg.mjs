// Fastify and pg, written as their fans would: named statements, response schemas, strict request schemas, one statement
// for an auction and one for the bids of all that are listed.
import { hash } from 'node:crypto';
import Fastify from 'fastify';
import { auctionColumns, bidColumns, cancelAuction, createAuction, show, status, updateAuction } from './auctions.mjs';
import { addBidRoute, placeBid } from './bids.mjs';
import { isUuid, linkHeader, makeGuard, makePool, newRequestId, Problem, publicUrl } from './shared.mjs';

const pool = makePool();
const guard = makeGuard(pool);

const string = { type: 'string' };
const bidSchema = {
  type: 'object',
  properties: {
    bidId: string,
    bidderId: string,
    placedAt: string,
    bidValueInCents: { type: 'integer' },
    auctionId: string,
    isWinningBid: { type: 'boolean' },
  },
};
const auctionSchema = {
  type: 'object',
  properties: {
    auctionId: string,
    createdAt: string,
    biddingPeriodStartsAt: string,
    biddingPeriodEndsAt: string,
    type: string,
    minimumBidValueInCents: { type: 'integer' },
    title: string,
    status: string,
    auctionUrl: string,
    bids: { type: 'array', items: bidSchema },
  },
};
const answers = (properties) => ({ '2xx': { type: 'object', properties } });
const page = {
  limit: { type: 'string', pattern: '^([1-9]\\d?|100)$' },
  offset: { type: 'string', pattern: '^(0|[1-9]\\d{0,9})$' },
};
const includeBids = { type: 'string', enum: ['true', 'false'] };
const strict = (properties, required = []) => ({ type: 'object', properties, required, additionalProperties: false });
const period = strict({ startTimestamp: { type: 'integer' }, endTimestamp: { type: 'integer' } }, [
  'startTimestamp',
  'endTimestamp',
]);
const writable = {
  title: { type: 'string', minLength: 3, maxLength: 150 },
  minimumBidValueInCents: { type: 'integer', minimum: 0, maximum: 49_999_999 },
  biddingPeriod: period,
  type: { type: 'string', enum: ['asynchronous'] },
};

const app = Fastify({
  logger: false,
  genReqId: newRequestId,
  bodyLimit: 65_536,
  ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
});
app.addHook('onSend', async (request, reply, payload) => {
  reply.header('x-request-id', request.id);
  if (request.method !== 'GET' || reply.statusCode !== 200) {
    reply.header('cache-control', 'no-store');
    return payload;
  }
  const etag = `"${hash('sha1', payload, 'base64url')}"`;
  reply.header('cache-control', 'private, no-cache').header('etag', etag);
  if (request.headers['if-none-match'] !== etag) return payload;
  reply.code(304);
  return '';
});
app.setErrorHandler((error, request, reply) => {
  const problem =
    error instanceof Problem
      ? error
      : error.validation
        ? new Problem(
            400,
            'invalid_request',
            error.validation.map(({ instancePath, message }) => ({
              pointer: instancePath,
              code: 'invalid_value',
              detail: message,
            })),
          )
        : new Problem(error.statusCode ?? 500, 'internal_error');
  reply.code(problem.status).type('application/problem+json').send(problem.body(request.id));
});

const needs = (scope) => async (request, reply) => {
  request.key = await guard(request.headers.authorization, request.ip, scope, (name, value) =>
    reply.header(name, value),
  );
};
const by = (request) => ({ key: request.key, requestId: request.id });

async function withBids(auctions) {
  const { rows } = await pool.query({
    name: 'bids-of',
    text: `select ${bidColumns} from bids where auction_id = any($1)`,
    values: [auctions.map(({ auctionId }) => auctionId)],
  });
  const bidsOf = Map.groupBy(rows, ({ auctionId }) => auctionId);
  return auctions.map((auction) => ({ ...auction, bids: bidsOf.get(auction.auctionId) ?? [] }));
}

app.get(
  '/v1/auctions',
  {
    schema: {
      querystring: strict({
        ...page,
        includeBids,
        status: { type: 'string', enum: ['upcoming', 'ongoing', 'completed'] },
      }),
      response: answers({ auctions: { type: 'array', items: auctionSchema } }),
    },
    onRequest: needs('auctions:read'),
  },
  async (request, reply) => {
    const { status: wanted, limit = '100', offset = '0' } = request.query;
    const { rows } = await pool.query({
      name: `auctions-${wanted}`,
      text: `select ${auctionColumns} from auctions where seller_id = $1 ${wanted === undefined ? '' : `and ${status} = $4`}
      order by created_at desc, auction_id desc limit $2 offset $3`,
      values: [request.key.sellerId, Number(limit) + 1, Number(offset), ...(wanted === undefined ? [] : [wanted])],
    });
    const hasNext = rows.length > Number(limit);
    if (hasNext) rows.pop();
    const link = linkHeader('/v1/auctions', request.query, hasNext);
    if (link !== null) reply.header('link', link);
    const auctions = rows.map(show);
    return { auctions: request.query.includeBids === 'true' ? await withBids(auctions) : auctions };
  },
);

async function findAuction(sellerId, auctionId) {
  if (!isUuid(auctionId)) throw new Problem(404, 'auction_not_found');
  const { rows } = await pool.query({
    name: 'auction',
    text: `select ${auctionColumns} from auctions where seller_id = $1 and auction_id = $2`,
    values: [sellerId, auctionId],
  });
  if (rows[0] === undefined) throw new Problem(404, 'auction_not_found');
  return show(rows[0]);
}

app.get(
  '/v1/auctions/:auctionId',
  {
    schema: { querystring: strict({ includeBids }), response: answers({ auction: auctionSchema }) },
    onRequest: needs('auctions:read'),
  },
  async (request) => {
    const auction = await findAuction(request.key.sellerId, request.params.auctionId);
    return { auction: request.query.includeBids === 'true' ? (await withBids([auction]))[0] : auction };
  },
);

app.get(
  '/v1/bids',
  {
    schema: {
      querystring: strict({
        ...page,
        auctionId: { type: 'string', format: 'uuid' },
        bidderId: { type: 'string', minLength: 1, maxLength: 200 },
      }),
      response: answers({ bids: { type: 'array', items: bidSchema } }),
    },
    onRequest: needs('bids:read'),
  },
  async (request, reply) => {
    const { auctionId, bidderId, limit = '100', offset = '0' } = request.query;
    const filters = [...(auctionId ? [['auction_id', auctionId]] : []), ...(bidderId ? [['bidder_id', bidderId]] : [])];
    const { rows } = await pool.query({
      name: `bids-${filters.map(([column]) => column).join('-')}`,
      text: `select ${bidColumns} from bids where seller_id = $1 ${filters.map(([column], index) => `and ${column} = $${index + 4}`).join(' ')}
      order by placed_at desc, bid_id desc limit $2 offset $3`,
      values: [request.key.sellerId, Number(limit) + 1, Number(offset), ...filters.map(([, value]) => value)],
    });
    const hasNext = rows.length > Number(limit);
    if (hasNext) rows.pop();
    const link = linkHeader('/v1/bids', request.query, hasNext);
    if (link !== null) reply.header('link', link);
    return { bids: rows };
  },
);

app.get(
  '/v1/bids/:bidId',
  {
    schema: { querystring: strict({}), response: answers({ bid: bidSchema }) },
    onRequest: needs('bids:read'),
  },
  async (request) => {
    if (!isUuid(request.params.bidId)) throw new Problem(404, 'bid_not_found');
    const { rows } = await pool.query({
      name: 'bid',
      text: `select ${bidColumns} from bids where seller_id = $1 and bid_id = $2`,
      values: [request.key.sellerId, request.params.bidId],
    });
    if (rows[0] === undefined) throw new Problem(404, 'bid_not_found');
    return { bid: rows[0] };
  },
);

app.post(
  '/v1/auctions',
  {
    schema: {
      querystring: strict({}),
      body: strict(writable, ['biddingPeriod', 'title']),
      response: answers({ auction: auctionSchema }),
    },
    onRequest: needs('auctions:write'),
  },
  async (request, reply) => {
    const auction = await createAuction(pool, by(request), { minimumBidValueInCents: 0, ...request.body });
    reply.code(201).header('location', `${publicUrl}/v1/auctions/${auction.auctionId}`);
    return { auction };
  },
);

app.patch(
  '/v1/auctions/:auctionId',
  {
    schema: { querystring: strict({}), body: strict(writable), response: answers({ auction: auctionSchema }) },
    onRequest: needs('auctions:write'),
  },
  async (request) => ({ auction: await updateAuction(pool, by(request), request.params.auctionId, request.body) }),
);

app.delete(
  '/v1/auctions/:auctionId',
  {
    schema: { querystring: strict({}), response: answers({ success: { type: 'boolean' } }) },
    onRequest: needs('auctions:write'),
  },
  async (request) => {
    await cancelAuction(pool, by(request), request.params.auctionId);
    return { success: true };
  },
);

addBidRoute(app, placeBid);

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
console.log('listening');
process.on('SIGTERM', () => process.exit(0));
