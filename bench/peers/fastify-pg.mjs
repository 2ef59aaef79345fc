// Fastify and pg, written as their fans would: named statements, response schemas, strict request schemas, one statement
// for an auction and one for the bids of all that are listed.
import { hash } from 'node:crypto';
import Fastify from 'fastify';
import { auctionColumns, bidColumns, cancelAuction, createAuction, show, updateAuction } from './auctions.mjs';
import { makeBids } from './bids.mjs';
import { isUuid, linkHeader, listen, makeGuard, makePool, newRequestId, Problem, publicUrl } from './shared.mjs';

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

function route(method, url, scope, { querystring = {}, response, ...schema }, handler) {
  const all = { ...schema, querystring: strict(querystring), response: answers(response) };
  app.route({ method, url, schema: all, onRequest: needs(scope), handler });
}
const [aList, one] = [{ auctions: { type: 'array', items: auctionSchema } }, { auction: auctionSchema }];

route(
  'GET',
  '/v1/auctions',
  'auctions:read',
  { querystring: { ...page, includeBids }, response: aList },
  async (request, reply) => {
    const { limit = '100', offset = '0' } = request.query;
    const { rows } = await pool.query({
      name: 'auctions',
      text: `select ${auctionColumns} from auctions where seller_id = $1
      order by created_at desc, auction_id desc limit $2 offset $3`,
      values: [request.key.sellerId, Number(limit) + 1, Number(offset)],
    });
    const hasNext = rows.length > Number(limit);
    if (hasNext) rows.pop();
    const link = linkHeader('/v1/auctions', request.query, hasNext);
    if (link !== null) reply.header('link', link);
    const auctions = rows.map(show);
    return { auctions: request.query.includeBids === 'true' ? await withBids(auctions) : auctions };
  },
);

async function findOne({ params, key }, name, text) {
  const [id] = Object.values(params);
  const { rows } = isUuid(id) ? await pool.query({ name, text, values: [key.sellerId, id] }) : { rows: [] };
  if (rows[0] === undefined) throw new Problem(404, `${name}_not_found`);
  return rows[0];
}
const readAuction = `select ${auctionColumns} from auctions where seller_id = $1 and auction_id = $2`;
const readBid = `select ${bidColumns} from bids where seller_id = $1 and bid_id = $2`;

route(
  'GET',
  '/v1/auctions/:auctionId',
  'auctions:read',
  { querystring: { includeBids }, response: one },
  async (request) => {
    const auction = show(await findOne(request, 'auction', readAuction));
    return { auction: request.query.includeBids === 'true' ? (await withBids([auction]))[0] : auction };
  },
);
route('GET', '/v1/bids/:bidId', 'bids:read', { response: { bid: bidSchema } }, async (request) => ({
  bid: await findOne(request, 'bid', readBid),
}));

const creates = { body: strict(writable, ['biddingPeriod', 'title']), response: one };
route('POST', '/v1/auctions', 'auctions:write', creates, async (request, reply) => {
  const auction = await createAuction(pool, by(request), { minimumBidValueInCents: 0, ...request.body });
  reply.code(201).header('location', `${publicUrl}/v1/auctions/${auction.auctionId}`);
  return { auction };
});
const changes = { body: strict(writable), response: one };
route('PATCH', '/v1/auctions/:auctionId', 'auctions:write', changes, async (request) => ({
  auction: await updateAuction(pool, by(request), request.params.auctionId, request.body),
}));
const cancels = { response: { success: { type: 'boolean' } } };
route('DELETE', '/v1/auctions/:auctionId', 'auctions:write', cancels, async (request) => {
  await cancelAuction(pool, by(request), request.params.auctionId);
  return { success: true };
});

const placeBid = makeBids(pool);
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
  done(null, Object.fromEntries(new URLSearchParams(body))),
);
app.post('/auctions/:auctionId/bids', async (request, reply) => {
  reply.code(303).header('location', await placeBid(request));
  return '';
});

listen(app);
