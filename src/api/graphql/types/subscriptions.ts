import { mapAsyncIterator } from 'graphql-yoga';
import type { GraphQLResolveInfo } from 'graphql';
import type { AuctionRow } from '../../../auctions/auction-row.ts';
import { maxFollowed } from '../../../auctions/follow-auctions.ts';
import { oneAuction } from '../../../auctions/reads.ts';
import { oneBid } from '../../../auctions/bids/reads.ts';
import { Auction } from './auction.ts';
import { Bid } from './bid.ts';
import { builder } from '../builder.ts';
import { exposed, orNull } from './exposed.ts';
import { type Context, makeContext, planRequestOf, viewerOf } from '../context.ts';
import type { FollowedRequest } from '../../../platform/live/followed-requests.ts';
import { objectId, objectIds } from './object-id.ts';

builder.subscriptionType({
  description:
    'Follows your auctions as server-sent events: send "Accept: text/event-stream". After a stream that ends without "complete", send the request again.',
});

const AnsweredRequest = builder.objectRef<FollowedRequest>('AnsweredRequest').implement({
  description: 'A request of your key that was answered. Bodies and queries are not shown.',
  fields: exposed((t) => ({
    method: ['String', 'The method of HTTP.'],
    route: ['String', 'The path, with names in place of ids: `/v1/auctions/:auctionId`.'],
    operation: [
      orNull('String'),
      'The operation as GraphQL names it, for example `createAuction`; `several` for several at once. Null where the request was refused before.',
    ],
    status: ['Int', 'The status of the answer.'],
    durationInMs: t.float({
      description: 'The milliseconds until the answer began.',
      resolve: ({ ms }) => ms,
    }),
    requestId: ['String', 'The `X-Request-Id` of the answer.'],
    code: [
      orNull('String'),
      'Why it was refused; in GraphQL, the code of the first error. Null where it succeeded, or where a stored answer was repeated.',
    ],
    missed: [
      'Int',
      'The number of requests after this one that the stream leaves out, because they were too many at once.',
    ],
  })),
});

builder.subscriptionFields((t) => ({
  requestAnswered: t.field({
    access: { scope: 'auctions:read' },
    refuses: { codes: ['subscription_limit'] },
    type: AnsweredRequest,
    description:
      'Each request that is made with this same key, as it is answered, to see what an integration does. Nothing is kept: a stream shows what happens while it is open. A request that is refused before its key is known is not shown.',
    subscribe: (_, __, context) => context.deps.live.requests.follow(viewerOf(context).apiKeyId),
    resolve: (request) => request,
  }),
  auctionChanged: t.field({
    access: { scope: 'auctions:read', public: ['auctionId'] },
    refuses: { codes: ['subscription_limit', 'auction_not_found'] },
    type: Auction,
    description:
      'One of your auctions, now and after each change of it, of its bids or of its settlement. A slow reader gets the latest state only.',
    args: { auctionId: t.arg({ ...objectId('Auction'), required: true, description: 'The auction to follow.' }) },
    subscribe: async (_, { auctionId }, context, info) =>
      eachAnew(context, await checkedFollowing(context, info).auctions(viewerOf(context), [auctionId])),
    resolve: readChanged,
  }),
  auctionsChanged: t.field({
    access: { scope: 'auctions:read', public: ['ids'] },
    refuses: { codes: ['subscription_limit', 'auction_not_found'] },
    type: Auction,
    description: `Several of your auctions in one stream: each now, and after each change, with \`now\` to count down. Without \`ids\`, all of yours, each within a second after its next event: list them once the stream has begun. A slow reader gets the latest state of each.`,
    args: {
      ids: t.arg({
        ...objectIds('Auction'),
        description: `The auctions to follow, at most ${maxFollowed}. A public key must name them.`,
      }),
    },
    subscribe: async (_, { ids }, context, info) =>
      eachAnew(context, await checkedFollowing(context, info).auctions(viewerOf(context), ids ?? null)),
    resolve: readChanged,
  }),
  bidPlaced: t.field({
    access: { scope: 'bids:read', public: ['auctionId', 'afterBidId'] },
    refuses: { codes: ['subscription_limit', 'auction_not_found', 'bid_not_found'] },
    type: Bid,
    description:
      'Each new bid on one of your auctions: once, in the order of placing. To resume after a stream ended, name its last bid; to miss none, list the bids once the stream has begun.',
    args: {
      auctionId: t.arg({ ...objectId('Auction'), required: true, description: 'The auction to follow.' }),
      afterBidId: t.arg({ ...objectId('Bid'), description: 'Start with the bids that were placed after this one.' }),
    },
    subscribe: async (_, { auctionId, afterBidId }, context, info) =>
      eachAnew(context, await checkedFollowing(context, info).bids(viewerOf(context), auctionId, afterBidId ?? null)),
    resolve: (bid, _, context, info) =>
      context.following!.reads.read(planRequestOf(context), info, bid, (parameter) => oneBid(bid, parameter)),
  }),
}));

const readChanged = (auction: AuctionRow, _: object, context: Context, info: GraphQLResolveInfo) =>
  context.following!.reads.read(planRequestOf(context), info, auction, (parameter) => oneAuction(auction, parameter));

/** Returns what a subscription begins with, once the arguments in its selection are checked. */
function checkedFollowing({ following }: Context, info: GraphQLResolveInfo): NonNullable<Context['following']> {
  following!.reads.check(info);
  return following!;
}

/** Gives each event a new context: the loaders of a context cache their reads, and each event needs current data. */
function eachAnew<Event>(context: Context, events: AsyncIterableIterator<Event>): AsyncIterableIterator<Event> {
  return mapAsyncIterator(events, (event) => {
    Object.assign(context, makeContext(context.deps, context.viewer, context.requestId));
    return event;
  });
}
