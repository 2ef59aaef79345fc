import { readClock } from '../db/seller-clock.ts';
import { advanceTestClock } from '../settlement/advance-test-clock.ts';
import { builder, needs } from './builder.ts';
import { committingByItself } from './commits-by-itself.ts';
import { viewerOf } from './context.ts';

const Clock = builder.objectRef<{ now: Date }>('Clock').implement({
  description: 'The time by which your auctions begin and end.',
  fields: (t) => ({
    now: t.expose('now', { type: 'DateTime', description: 'The present instant.' }),
    timestamp: t.field({
      type: 'UnixTimestamp',
      description: 'The same in whole unix seconds, as a bidding period is given.',
      resolve: ({ now }) => Math.floor(now.getTime() / 1000),
    }),
  }),
});

builder.queryFields((t) => ({
  clock: t.field({
    ...needs('auctions:read'),
    type: Clock,
    description: "The service's clock; for a test seller, as far ahead as it was advanced.",
    resolve: async (_, __, context) => ({ now: await readClock(context.deps.db.pool, viewerOf(context).sellerId) }),
  }),
}));

builder.mutationFields((t) => ({
  advanceTestClock: t.field({
    // It settles auctions on the way, which asks payment providers.
    ...committingByItself(needs('auctions:write')),
    type: Clock,
    description:
      'Advances the time of a test seller, forwards only. Whatever is due until then happens now and in order: auctions begin and end, holds are renewed or lapse, winners are captured and losers released. Give one of the two.',
    args: {
      bySeconds: t.arg.int({ description: 'How far, in seconds; at most 366 days.' }),
      toTimestamp: t.arg({ type: 'UnixTimestamp', description: 'To which instant, in unix seconds.' }),
    },
    resolve: async (_, args, context) => ({ now: await advanceTestClock(context.deps, viewerOf(context), args) }),
  }),
}));
