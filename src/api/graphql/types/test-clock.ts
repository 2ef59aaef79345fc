import { readClock } from '../../../platform/db/seller-clock.ts';
import { advanceTestClock, advanceUntil } from '../../../settlement/advance-test-clock.ts';
import { resetTestSeller } from '../../../settlement/reset-test-seller.ts';
import { builder, shownToAll } from '../builder.ts';
import { exposed } from './exposed.ts';
import { viewerOf } from '../context.ts';
import { AuctionPhase } from './settlement.ts';
import { mutation, payloadOf } from './mutation.ts';
import { objectId } from './object-id.ts';

const Clock = builder.objectRef<{ now: Date }>('Clock').implement({
  description: 'The clock by which your auctions begin and end.',
  fields: exposed((t) => ({
    now: ['DateTime', 'The present instant.', shownToAll],
    timestamp: t.field({
      ...shownToAll,
      type: 'UnixTimestamp',
      description: 'The same in whole unix seconds, as a bidding period is given.',
      resolve: ({ now }) => Math.floor(now.getTime() / 1000),
    }),
  })),
});

const UntilAuctionInput = builder.inputType('UntilAuctionInput', {
  description: 'The transition of an auction to which the time advances.',
  fields: (t) => ({
    auctionId: t.field({ ...objectId('Auction'), required: true, description: 'The auction.' }),
    phase: t.field({
      type: AuctionPhase,
      description:
        '`OPEN` moves to the start, `FINAL` to the end; without it, the next of the two. A phase that has passed changes nothing.',
    }),
  }),
});

builder.queryFields((t) => ({
  clock: t.field({
    access: { scope: 'auctions:read', public: [] },
    type: Clock,
    description: "The service's clock; for a test seller, as far ahead as it was advanced.",
    resolve: async (_, __, context) => ({ now: await readClock(context.deps.db, viewerOf(context).sellerId) }),
  }),
}));

mutation('advanceTestClock', {
  // It settles auctions, which calls payment providers.
  access: { scope: 'auctions:write' },
  description:
    'Advances the time of a test seller, forwards only. Everything that is due until then happens now and in order: auctions begin and end, holds are renewed or lapse, winners are captured and losers released.',
  input: (t) => ({
    bySeconds: t.int({ description: 'The number of seconds; at most 366 days.' }),
    toTimestamp: t.field({ type: 'UnixTimestamp', description: 'The instant to advance to, in unix seconds.' }),
    untilAuction: t.field({ type: UntilAuctionInput, description: 'The transition to which the time advances.' }),
  }),
  isOneOf: true,
  refuses: { codes: ['test_mode_only', 'auction_not_found', 'auction_completed'] },
  commitsByItself: true,
  resolve: async ({ untilAuction, ...instant }, context) => {
    const viewer = viewerOf(context);
    const now =
      untilAuction == null
        ? await advanceTestClock(context.deps, viewer, instant)
        : await advanceUntil(context.deps, viewer, untilAuction.auctionId, untilAuction.phase ?? null);
    return { now };
  },
  payload: payloadOf('clock', Clock, 'The clock after the advance.'),
});

mutation('resetTestSeller', {
  // It releases what is held, which calls payment providers.
  access: { scope: 'auctions:write' },
  description:
    'Sets a test seller back to its first day: deletes its auctions with their bids, payments, pictures and events, and its payment account, and sets its clock back. Keys, webhook endpoints, the profile and the audit log stay. No webhook reports it.',
  refuses: { codes: ['test_mode_only', 'auction_settling'] },
  commitsByItself: true,
  resolve: async (_, context) => ({ deletedAuctions: await resetTestSeller(context.deps, viewerOf(context)) }),
  payload: (t) => ({
    deletedAuctions: t.exposeInt('deletedAuctions', {
      nullable: true,
      description: 'The number of auctions that were deleted.',
    }),
  }),
});
