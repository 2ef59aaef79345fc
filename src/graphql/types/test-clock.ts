import { readClock } from '../../db/seller-clock.ts';
import { advanceTestClock, advanceUntil } from '../../settlement/advance-test-clock.ts';
import { resetTestSeller } from '../../settlement/reset-test-seller.ts';
import { builder, shownToAll } from '../builder.ts';
import { exposed } from './exposed.ts';
import { viewerOf } from '../context.ts';
import { AuctionPhase } from './settlement.ts';

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

const ResetTestSellerResult = builder.objectRef<{ deletedAuctions: number }>('ResetTestSellerResult').implement({
  description: 'The result of a reset.',
  fields: exposed(() => ({
    deletedAuctions: ['Int', 'The number of auctions that were deleted.'],
  })),
});

builder.queryFields((t) => ({
  clock: t.field({
    access: { scope: 'auctions:read', public: [] },
    type: Clock,
    description: "The service's clock; for a test seller, as far ahead as it was advanced.",
    resolve: async (_, __, context) => ({ now: await readClock(context.deps.db, viewerOf(context).sellerId) }),
  }),
}));

builder.mutationFields((t) => ({
  advanceTestClock: t.field({
    // It settles auctions, which calls payment providers.
    access: { scope: 'auctions:write' },
    refuses: { codes: ['test_mode_only', 'auction_not_found', 'auction_completed'] },
    extensions: { commitsByItself: true },
    type: Clock,
    description:
      'Advances the time of a test seller, forwards only. Everything that is due until then happens now and in order: auctions begin and end, holds are renewed or lapse, winners are captured and losers released. Give one of the three.',
    args: {
      bySeconds: t.arg.int({ description: 'The number of seconds; at most 366 days.' }),
      toTimestamp: t.arg({ type: 'UnixTimestamp', description: 'The instant to advance to, in unix seconds.' }),
      untilAuction: t.arg({
        type: 'UUID',
        description: 'The auction to whose next transition the time advances: its start, or once it has begun its end.',
      }),
      phase: t.arg({
        type: AuctionPhase,
        description:
          'With `untilAuction`: `OPEN` moves to the start, `FINAL` to the end. A phase that has passed changes nothing.',
      }),
    },
    resolve: async (_, { untilAuction, phase, ...args }, context) => {
      const viewer = viewerOf(context);
      const isAlone = untilAuction != null && args.bySeconds === undefined && args.toTimestamp === undefined;
      if (isAlone) return { now: await advanceUntil(context.deps, viewer, untilAuction, phase ?? null) };
      // A phase needs an auction: without one, the input is refused like every unknown combination.
      return { now: await advanceTestClock(context.deps, viewer, untilAuction == null && phase == null ? args : {}) };
    },
  }),
  resetTestSeller: t.field({
    // It releases what is held, which calls payment providers.
    access: { scope: 'auctions:write' },
    refuses: { codes: ['test_mode_only', 'auction_settling'] },
    extensions: { commitsByItself: true },
    type: ResetTestSellerResult,
    description:
      'Sets a test seller back to its first day: deletes its auctions with their bids, payments, pictures and events, and its payment account, and sets its clock back. Keys, webhook endpoints, the profile and the audit log stay. No webhook reports it.',
    resolve: async (_, __, context) => ({ deletedAuctions: await resetTestSeller(context.deps, viewerOf(context)) }),
  }),
}));
