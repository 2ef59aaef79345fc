// Express and Prisma, the common choice, written as its documentation shows: findMany, zod for the request.
import express from 'express';
import { z } from 'zod';
import { asInstant, isUuid, linkHeader, listen, makeGuard, makePool, makePrisma } from './shared.mjs';
import { newRequestId, Problem, publicUrl, statusOf, withBids } from './shared.mjs';

const prisma = makePrisma();
const guard = makeGuard(makePool());
const app = express();
app.disable('x-powered-by');

app.use((request, response, next) => {
  request.id = newRequestId();
  response.setHeader('x-request-id', request.id);
  response.setHeader('cache-control', 'private, no-cache');
  next();
});
const needs = (scope) => async (request, response, next) => {
  request.key = await guard(request.headers.authorization, request.socket.remoteAddress, scope, (name, value) =>
    response.setHeader(name, value),
  );
  next();
};
const showBid = (bid) => ({
  bidId: bid.bidId,
  bidderId: bid.bidderId,
  placedAt: asInstant(bid.placedAt),
  bidValueInCents: bid.bidValueInCents,
  auctionId: bid.auctionId,
  isWinningBid: bid.isWinningBid,
});
const show = (auction, now) => ({
  auctionId: auction.auctionId,
  createdAt: asInstant(auction.createdAt),
  biddingPeriodStartsAt: asInstant(auction.biddingPeriodStartsAt),
  biddingPeriodEndsAt: asInstant(auction.biddingPeriodEndsAt),
  type: auction.type,
  minimumBidValueInCents: auction.minimumBidValueInCents,
  title: auction.title,
  status: statusOf(auction, now),
  auctionUrl: `${publicUrl}/auctions/${auction.auctionId}`,
  ...(auction.bids && { bids: auction.bids.map(showBid) }),
});

const digits = z
  .string()
  .regex(/^(0|[1-9]\d{0,9})$/)
  .transform(Number);
const pageQuery = { limit: digits.pipe(z.int().min(1).max(100)).default(100), offset: digits.default(0) };
const includeBids = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .default(false);
const auctionsQuery = z.strictObject({ ...pageQuery, includeBids });
const auctionQuery = z.strictObject({ includeBids });
const nothing = z.strictObject({});
function check(schema, raw) {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw new Problem(400, 'invalid_request', parsed.error.issues);
  return parsed.data;
}

app.get('/v1/auctions', needs('auctions:read'), async (request, response) => {
  const query = check(auctionsQuery, request.query);
  const rows = await prisma.auction.findMany({
    where: { sellerId: request.key.sellerId },
    orderBy: [{ createdAt: 'desc' }, { auctionId: 'desc' }],
    take: query.limit + 1,
    skip: query.offset,
  });
  const hasNext = rows.length > query.limit;
  if (hasNext) rows.pop();
  const link = linkHeader('/v1/auctions', request.query, hasNext);
  if (link !== null) response.setHeader('link', link);
  const now = new Date();
  const shown = query.includeBids ? await withBids(prisma, rows) : rows;
  response.json({ auctions: shown.map((auction) => show(auction, now)) });
});

app.get('/v1/auctions/:auctionId', needs('auctions:read'), async (request, response) => {
  const query = check(auctionQuery, request.query);
  const { auctionId } = request.params;
  const auction = isUuid(auctionId)
    ? await prisma.auction.findFirst({ where: { sellerId: request.key.sellerId, auctionId } })
    : null;
  if (auction === null) throw new Problem(404, 'auction_not_found');
  const [shown] = query.includeBids ? await withBids(prisma, [auction]) : [auction];
  response.json({ auction: show(shown, new Date()) });
});

app.get('/v1/bids/:bidId', needs('bids:read'), async (request, response) => {
  check(nothing, request.query);
  const { bidId } = request.params;
  const bid = isUuid(bidId) ? await prisma.bid.findFirst({ where: { sellerId: request.key.sellerId, bidId } }) : null;
  if (bid === null) throw new Problem(404, 'bid_not_found');
  response.json({ bid: showBid(bid) });
});

app.use((error, request, response, _next) => {
  const problem = error instanceof Problem ? error : new Problem(500, 'internal_error');
  response.status(problem.status).type('application/problem+json').send(problem.body(request.id));
});
listen(app);
