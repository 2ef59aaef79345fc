import { pageSizeLimit } from '../../../core/page-input.ts';
import { findEvents, findLatestEvent, followEvents } from '../../../auctions/webhooks/events.ts';
import { builder } from '../builder.ts';
import { viewerOf } from '../context.ts';
import { WebhookEvent } from './webhook-deliveries.ts';
import { objectId } from './object-id.ts';

const after = {
  ...objectId('WebhookEvent'),
  description:
    'The `eventId` of the last event that you have. Without it, the feed begins with the oldest event that is kept.',
} as const;

builder.queryFields((t) => ({
  events: t.field({
    access: { scope: 'webhooks:write' },
    type: [WebhookEvent],
    description:
      'Lists everything that happened to your auctions, the oldest first, whether or not an endpoint wanted to hear of it. Events are kept for 30 days unless the service is set up otherwise.',
    args: {
      after: t.arg(after),
      limit: t.arg.int({
        defaultValue: pageSizeLimit,
        description: `The number of events, 1 to ${pageSizeLimit}.`,
      }),
    },
    resolve: (_, input, context) => findEvents(context.deps, viewerOf(context), input),
  }),
  latestEvent: t.field({
    access: { scope: 'webhooks:write' },
    type: WebhookEvent,
    nullable: true,
    description:
      'The newest of your events, null where there is none. To follow only what is yet to happen, begin after it.',
    resolve: (_, __, context) => findLatestEvent(context.deps, viewerOf(context)),
  }),
}));

builder.subscriptionFields((t) => ({
  eventRecorded: t.field({
    access: { scope: 'webhooks:write' },
    refuses: { codes: ['subscription_limit'] },
    type: WebhookEvent,
    description:
      'The feed of your events, and each event within a second after it happens. After a cut, name the last event that you have as `after`: none is missed.',
    args: { after: t.arg(after) },
    subscribe: async (_, args, context) => followEvents(context.deps, viewerOf(context), args.after ?? null),
    resolve: (event) => event,
  }),
}));
