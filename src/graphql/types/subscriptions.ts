import { mapAsyncIterator } from 'graphql-yoga';
import { Auction } from './auction.ts';
import { Bid } from './bid.ts';
import { builder, needs } from '../builder.ts';
import { type Context, makeContext, viewerOf } from '../context.ts';

builder.subscriptionType({
  description:
    'Follows your auctions as server-sent events: send "Accept: text/event-stream". After a stream that ends without "complete", send the request again.',
});

builder.subscriptionFields((t) => ({
  auctionChanged: t.field({
    ...needs('auctions:read'),
    type: Auction,
    description:
      'One of your auctions, now and after each change of it, of its bids or of its settlement. A slow reader gets the latest state only.',
    args: { auctionId: t.arg({ type: 'UUID', required: true, description: 'The auction to follow.' }) },
    subscribe: async (_, { auctionId }, context) =>
      eachAnew(context, await followingOf(context).auction(viewerOf(context), auctionId)),
    resolve: (auction) => auction,
  }),
  bidPlaced: t.field({
    ...needs('bids:read'),
    type: Bid,
    description:
      'Each new bid on one of your auctions: once, in the order of placing. To resume after a stream ended, name its last bid; to miss none, list the bids once the stream has begun.',
    args: {
      auctionId: t.arg({ type: 'UUID', required: true, description: 'The auction to follow.' }),
      afterBidId: t.arg({ type: 'UUID', description: 'Start with the bids that were placed after this one.' }),
    },
    subscribe: async (_, { auctionId, afterBidId }, context) =>
      eachAnew(context, await followingOf(context).bids(viewerOf(context), auctionId, afterBidId ?? null)),
    resolve: (bid) => bid,
  }),
}));

function followingOf({ following }: Context): NonNullable<Context['following']> {
  if (following === undefined) throw new Error('There is nothing to follow with here.');
  return following;
}

/** Gives each event a new context: the loaders of a context cache their reads, and each event needs current data. */
function eachAnew<Event>(context: Context, events: AsyncIterableIterator<Event>): AsyncIterableIterator<Event> {
  return mapAsyncIterator(events, (event) => {
    Object.assign(context, makeContext(context.deps, context.viewer, context.requestId));
    return event;
  });
}
