// SOFA, Yoga, Pothos and Prisma, mounted and used as their own documentation shows: a `prismaObject` for each model,
// `prismaField` and `prismaConnection` for what is read, `$transaction` for what is changed, and SOFA's routes over the same
// schema. An auction with its bids is a variant of the model, on a route of its own: SOFA asks for all fields of a type.
import { createServer } from 'node:http';
import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import { createYoga } from 'graphql-yoga';
import { useSofa } from 'sofa-api';
import { getDatamodel } from '../../src/platform/db/generated/pothos-types.ts';
import { checkInput } from './auctions.mjs';
import {
  asInstant,
  listen,
  makeGuard,
  makePool,
  makePrisma,
  newRequestId,
  Problem,
  publicUrl,
  statusOf,
  withBids,
} from './shared.mjs';

const prisma = makePrisma();
const guard = makeGuard(makePool());

const builder = new SchemaBuilder({
  plugins: [RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  prisma: { client: prisma, dmmf: getDatamodel() },
});
builder.scalarType('DateTime', { serialize: asInstant });
builder.queryType({});
builder.mutationType({});

const auctionFields = (t) => ({
  auctionId: t.exposeString('auctionId'),
  createdAt: t.expose('createdAt', { type: 'DateTime' }),
  biddingPeriodStartsAt: t.expose('biddingPeriodStartsAt', { type: 'DateTime' }),
  biddingPeriodEndsAt: t.expose('biddingPeriodEndsAt', { type: 'DateTime' }),
  type: t.exposeString('type'),
  minimumBidValueInCents: t.exposeInt('minimumBidValueInCents'),
  title: t.exposeString('title'),
  status: t.string({ resolve: (auction) => statusOf(auction, new Date()) }),
  auctionUrl: t.string({ resolve: ({ auctionId }) => `${publicUrl}/auctions/${auctionId}` }),
});
const Auction = builder.prismaObject('Auction', { fields: auctionFields });
const AuctionWithBids = builder.prismaObject('Auction', {
  variant: 'AuctionWithBids',
  fields: (t) => ({ ...auctionFields(t), bids: t.field({ type: [Bid], resolve: ({ bids }) => bids }) }),
});
const Bid = builder.prismaObject('Bid', {
  fields: (t) => ({
    bidId: t.exposeString('bidId'),
    bidderId: t.exposeString('bidderId'),
    placedAt: t.expose('placedAt', { type: 'DateTime' }),
    bidValueInCents: t.exposeInt('bidValueInCents'),
    auctionId: t.exposeString('auctionId'),
    isWinningBid: t.exposeBoolean('isWinningBid'),
  }),
});

/** The object around an auction, a bid, or a list of auctions, whose field reads what the arguments of the object name. */
const envelope = (name, field, type, resolve) =>
  builder.objectRef(name).implement({
    fields: (t) => ({
      [field]: t.prismaField({ type, resolve: (query, args, _, { key }) => resolve(query, args, key) }),
    }),
  });
const AuctionResult = envelope('AuctionResult', 'auction', Auction, (query, { auctionId }, { sellerId }) =>
  prisma.auction.findFirstOrThrow({ ...query, where: { sellerId, auctionId } }),
);
const BidResult = envelope('BidResult', 'bid', Bid, (query, { bidId }, { sellerId }) =>
  prisma.bid.findFirstOrThrow({ ...query, where: { sellerId, bidId } }),
);
const newestFirst = [{ createdAt: 'desc' }, { auctionId: 'desc' }];
const listAuctions = (query, { limit, offset }, { sellerId }) =>
  prisma.auction.findMany({ ...query, where: { sellerId }, orderBy: newestFirst, take: limit, skip: offset });
const AuctionList = envelope('AuctionList', 'auctions', [Auction], listAuctions);
const AuctionWithBidsList = envelope('AuctionWithBidsList', 'auctions', [AuctionWithBids], async (...asked) =>
  withBids(prisma, await listAuctions(...asked)),
);

const pageArgs = (t) => ({ limit: t.arg.int({ defaultValue: 100 }), offset: t.arg.int({ defaultValue: 0 }) });
const id = (t) => t.arg.string({ required: true });
const echo = (_, args) => args;
builder.queryFields((t) => ({
  auction: t.field({ type: AuctionResult, args: { auctionId: id(t) }, resolve: echo }),
  bid: t.field({ type: BidResult, args: { bidId: id(t) }, resolve: echo }),
  auctions: t.field({ type: AuctionList, args: pageArgs(t), resolve: echo }),
  auctionsWithBids: t.field({ type: AuctionWithBidsList, args: pageArgs(t), resolve: echo }),
  auctionConnection: t.prismaConnection({
    type: Auction,
    cursor: 'auctionId',
    resolve: (query, _, _args, { key: { sellerId } }) =>
      prisma.auction.findMany({ ...query, where: { sellerId }, orderBy: newestFirst }),
  }),
}));

const BiddingPeriodInput = builder.inputType('BiddingPeriodInput', {
  fields: (t) => ({ startTimestamp: t.int({ required: true }), endTimestamp: t.int({ required: true }) }),
});
const ChangedAuction = builder.objectRef('ChangedAuction').implement({
  fields: (t) => ({ auction: t.field({ type: Auction, resolve: ({ auction }) => auction }) }),
});
const Success = builder.objectRef('Success').implement({ fields: (t) => ({ success: t.exposeBoolean('success') }) });

/** Returns the fields of an auction that the audit log keeps. */
const auditedOf = ({ title, type, minimumBidValueInCents, biddingPeriodStartsAt, biddingPeriodEndsAt, reference }) => ({
  title,
  type,
  minimumBidValueInCents,
  biddingPeriodStartsAt: asInstant(biddingPeriodStartsAt),
  biddingPeriodEndsAt: asInstant(biddingPeriodEndsAt),
  reference,
});
const periodOf = ({ startTimestamp, endTimestamp }) => ({
  biddingPeriodStartsAt: new Date(startTimestamp * 1_000),
  biddingPeriodEndsAt: new Date(endTimestamp * 1_000),
});

function check(context, args) {
  checkInput(context, args);
  const { biddingPeriod } = args;
  if (biddingPeriod != null && biddingPeriod.startTimestamp * 1_000 < Date.now() + 60_000)
    throw new Problem(400, 'invalid_request');
}

const audit = (tx, { key, requestId }, action, subjectId, change) =>
  tx.auditEntry.create({
    data: {
      ...change,
      apiKeyId: key.apiKeyId,
      sellerId: key.sellerId,
      requestId,
      action,
      subjectType: 'auction',
      subjectId,
    },
  });

async function record(tx, { key: { sellerId }, requestId }, eventType, auction) {
  const { auctionId, status } = auction;
  const snapshot = { auctionId, createdAt: asInstant(auction.createdAt), status, ...auditedOf(auction) };
  const endpoints = await tx.webhookEndpoint.findMany({
    where: { sellerId, disabledAt: null, eventTypes: { has: eventType } },
  });
  const deliveries = { create: endpoints.map(({ endpointId }) => ({ endpointId })) };
  await tx.webhookEvent.create({ data: { sellerId, eventType, auctionId, snapshot, requestId, deliveries } });
}

async function findOpen(tx, sellerId, auctionId) {
  const auction = await tx.auction.findFirstOrThrow({ where: { sellerId, auctionId } });
  if (auction.status === 'completed') throw new Problem(409, 'auction_completed');
  return auction;
}

const changedFields = (t, isNew) => ({
  title: t.arg.string({ required: isNew }),
  minimumBidValueInCents: t.arg.int(isNew ? { defaultValue: 0 } : {}),
  biddingPeriod: t.arg({ type: BiddingPeriodInput, required: isNew }),
});
builder.mutationFields((t) => ({
  createAuction: t.field({
    type: ChangedAuction,
    args: changedFields(t, true),
    resolve: async (_, args, context) => {
      check(context, args);
      const { title, minimumBidValueInCents, biddingPeriod } = args;
      const { sellerId } = context.key;
      const data = { sellerId, title, minimumBidValueInCents, type: 'asynchronous', ...periodOf(biddingPeriod) };
      const auction = await prisma.$transaction(async (tx) => {
        const created = await tx.auction.create({ data });
        await audit(tx, context, 'createAuction', created.auctionId, { after: auditedOf(created) });
        await record(tx, context, 'auction_created', created);
        return created;
      });
      return { auction };
    },
  }),
  updateAuction: t.field({
    type: ChangedAuction,
    args: { auctionId: id(t), ...changedFields(t, false) },
    resolve: async (_, args, context) => {
      check(context, args);
      const { auctionId, title, minimumBidValueInCents, biddingPeriod } = args;
      const auction = await prisma.$transaction(async (tx) => {
        const old = await findOpen(tx, context.key.sellerId, auctionId);
        if (biddingPeriod != null && old.biddingPeriodStartsAt <= new Date()) throw new Problem(409, 'field_locked');
        const changed = await tx.auction.update({
          where: { auctionId },
          data: {
            title: title ?? undefined,
            minimumBidValueInCents: minimumBidValueInCents ?? undefined,
            ...(biddingPeriod != null && periodOf(biddingPeriod)),
          },
        });
        const [was, is] = [auditedOf(old), auditedOf(changed)];
        const names = Object.keys(was).filter((name) => was[name] !== is[name]);
        const only = (row) => Object.fromEntries(names.map((name) => [name, row[name]]));
        if (names.length > 0) {
          await audit(tx, context, 'updateAuction', auctionId, { before: only(was), after: only(is) });
          await record(tx, context, 'auction_updated', changed);
        }
        return changed;
      });
      return { auction };
    },
  }),
  cancelAuction: t.field({
    type: Success,
    args: { auctionId: id(t) },
    resolve: async (_, { auctionId }, context) => {
      check(context, {});
      const { sellerId } = context.key;
      await prisma.$transaction(async (tx) => {
        const { status: was } = await findOpen(tx, sellerId, auctionId);
        const now = new Date();
        const end = { status: 'completed', outcome: 'CANCELLED' };
        const cancelled = await tx.auction.update({
          where: { auctionId, captureRequestedAt: null },
          data: { ...end, cancelledAt: now, completedAt: now },
        });
        await tx.authorization.updateMany({
          where: { auctionId, state: { in: ['intended', 'challenged', 'authorized'] } },
          data: { state: 'releasing', triesInState: 0, nextAttemptAt: now },
        });
        await record(tx, context, 'auction_cancelled', cancelled);
        await audit(tx, context, 'cancelAuction', auctionId, { before: { status: was }, after: end });
      });
      return { success: true };
    },
  }),
}));

const schema = builder.toSchema();
const context = async ({ req, res }) => {
  const requestId = newRequestId();
  res.setHeader('x-request-id', requestId);
  const { authorization } = req.headers;
  const key = await guard(authorization, req.socket.remoteAddress, 'auctions:read', (name, value) =>
    res.setHeader(name, value),
  );
  return { key, requestId };
};
const sofa = useSofa({
  basePath: '/v1',
  schema,
  context,
  routes: {
    'Query.auctions': { path: '/auctions' },
    'Query.auctionsWithBids': { path: '/auctions-with-bids' },
    'Query.auction': { path: '/auctions/:auctionId' },
    'Query.bid': { path: '/bids/:bidId' },
    'Mutation.createAuction': { method: 'POST', path: '/auctions', responseStatus: 201 },
    'Mutation.updateAuction': { method: 'PATCH', path: '/auctions/:auctionId' },
    'Mutation.cancelAuction': { method: 'DELETE', path: '/auctions/:auctionId' },
  },
});
const yoga = createYoga({ schema, context, graphqlEndpoint: '/graphql', graphiql: false, logging: false });
listen(createServer((req, res) => (req.url.startsWith('/v1') ? sofa(req, res) : yoga(req, res))));
