import type { SellerMode } from '../../../core/viewer.ts';
import { replayFailedInput } from '../../../auctions/webhooks/endpoint-input.ts';
import { findDeliveries, findDelivery } from '../../../auctions/webhooks/deliveries.ts';
import { type EventRow, findEvent } from '../../../auctions/webhooks/events.ts';
import { eventBody } from '../../../auctions/webhooks/event-body.ts';
import { keptAttempts } from '../../../auctions/webhooks/record-attempt.ts';
import { replayDelivery, replayFailedDeliveries, sendTestEvent } from '../../../auctions/webhooks/replay-deliveries.ts';
import { readAuction } from '../read-auction.ts';
import { Auction } from './auction.ts';
import { checkedBy } from '../../plan-host.ts';
import { builder } from '../builder.ts';
import { SellerModeEnum } from './seller-mode.ts';
import { columnsOf, exposed, orNull } from './exposed.ts';
import { type Context, viewerOf } from '../context.ts';
import { EventPayload, typedPayload } from './event-payload.ts';
import { identify } from './node.ts';
import { connectionOf, selectionOf } from './list-connection.ts';
import { WebhookDeliveryStateEnum, WebhookEventTypeEnum } from './webhooks.ts';
import { mutation, payloadOf } from './mutation.ts';
import { objectId } from './object-id.ts';

export const WebhookEvent = builder.objectRef<EventRow>('WebhookEvent').implement({
  description: 'An event of one of your auctions.',
  fields: exposed((t) => ({
    eventId: [
      'UUID',
      'Sent as `webhook-id`, the same at each attempt and replay, so that a receiver recognizes a repetition.',
    ],
    eventType: [WebhookEventTypeEnum, 'The event.'],
    mode: t.field({
      type: SellerModeEnum,
      description: 'Yours: whether its money is real.',
      resolve: modeOf,
    }),
    createdAt: ['DateTime', 'When it happened: the `timestamp` of the body.'],
    sequence: [
      orNull('Int'),
      'The number of the change of its auction, from 1 on. Events that follow from one change have its number, as `bid_outbid` has that of the bid. A missing number is a change that your endpoint does not subscribe to, or whose event is still under way. Null without an auction, and for an event of an earlier version.',
    ],
    auctionId: [orNull('UUID'), 'The auction; null for a test.'],
    auction: t.field({
      access: { scope: 'auctions:read', or: 'admin' },
      type: Auction,
      nullable: true,
      description: 'The same as an object, as it is now; null for a test.',
      resolve: ({ auctionId }, _, context, info) => (auctionId === null ? null : readAuction(context, info, auctionId)),
    }),
    bidId: [orNull('UUID'), 'The bid; null if the event is about none.'],
    payload: t.field({
      type: EventPayload,
      description: 'What the event tells of, as it was then.',
      resolve: (event, _, { deps }) => typedPayload(event, deps.config),
    }),
    body: t.string({
      description: 'The body of the request, to the byte, as a signature is made of it.',
      resolve: (event, _, context) => eventBody(event, modeOf(event, {}, context), context.deps.config),
    }),
  })),
});

function modeOf({ mode }: EventRow, _: object, context: Context): SellerMode {
  return mode ?? viewerOf(context).mode;
}

identify(WebhookEvent, {
  by: 'eventId',
  access: { scope: 'webhooks:write' },
  find: (eventId, context) => findEvent(context.deps, viewerOf(context), eventId),
});

const HttpHeader = builder.objectRef<{ name: string; value: string }>('HttpHeader').implement({
  description: 'A header of a request.',
  fields: exposed(() => ({
    name: ['String', 'The name in lower case.'],
    value: ['String', 'The value as it was sent.'],
  })),
});

builder.prismaObject('WebhookAttempt', {
  select: { requestHeaders: true },
  description: 'One request to an endpoint, and its answer.',
  fields: (t) =>
    columnsOf('WebhookAttempt', t, {
      requestedAt: ['DateTime', 'When the request was sent.'],
      durationMs: ['Int', 'The duration in milliseconds.'],
      url: ['String', 'The address of the request.'],
      requestHeaders: t.field({
        type: [HttpHeader],
        description: 'The headers of the request.',
        // It comes with the attempt's row.
        extensions: { rows: 0 },
        resolve: ({ requestHeaders }) =>
          Object.entries(requestHeaders as Record<string, string>).map(([name, value]) => ({ name, value })),
      }),
      status: [orNull('Int'), 'The status of the answer; null: no answer came.'],
      responseBody: [orNull('String'), 'The first 4 KiB of the answer; null: no answer came.'],
      error: [orNull('String'), 'The fault if no answer came, or only a part of one; null otherwise.'],
    }),
});

const WebhookDelivery = builder.prismaObject('WebhookDelivery', {
  select: { deliveryId: true },
  description: 'An event on its way to one endpoint: sent at least once, in no promised order.',
  fields: (t) =>
    columnsOf('WebhookDelivery', t, {
      deliveryId: ['UUID', 'Unique identifier.'],
      endpointId: ['UUID', 'The endpoint that gets the event.'],
      endpoint: t.relation('endpoint', { description: 'The same as an object.' }),
      event: t.field({
        type: WebhookEvent,
        description: 'The event.',
        select: { event: true },
        resolve: ({ event }) => event,
      }),
      state: [WebhookDeliveryStateEnum, 'The state of the delivery.'],
      createdAt: ['DateTime', 'Creation time.'],
      nextAttemptAt: [
        orNull('DateTime'),
        'The instant of the next attempt; null unless it is `PENDING`. While a request is in flight, the instant at which the request counts as lost.',
      ],
      closedAt: [orNull('DateTime'), 'The instant at which it was delivered or given up; null while it is `PENDING`.'],
      attempts: t.relation('attempts', {
        extensions: { rows: keptAttempts },
        description: `The latest requests, at most ${keptAttempts}, newest first.`,
        query: { orderBy: { attempt: 'desc' }, take: keptAttempts },
      }),
    }),
});

identify(WebhookDelivery, {
  by: 'deliveryId',
  access: { scope: 'webhooks:write' },
  find: (deliveryId, context) => findDelivery(context.deps, viewerOf(context), deliveryId),
});

builder.queryFields((t) => ({
  webhookDeliveries: t.connection(
    {
      access: { scope: 'webhooks:write' },
      refuses: { codes: ['webhook_endpoint_not_found'] },
      type: WebhookDelivery,
      description: 'The deliveries to one of your webhook endpoints, newest first. Filters may be combined.',
      args: {
        endpointId: t.arg({ ...objectId('WebhookEndpoint'), required: true, description: 'The endpoint.' }),
        state: t.arg({ type: WebhookDeliveryStateEnum, description: 'Only deliveries in this state.' }),
        eventType: t.arg({ type: WebhookEventTypeEnum, description: 'Only events of this type.' }),
      },
      resolve: (_, { endpointId, ...input }, context, info) =>
        findDeliveries(
          context.deps,
          viewerOf(context),
          endpointId,
          input,
          selectionOf(context, info, { createdAt: true, deliveryId: true }),
        ),
    },
    ...connectionOf('WebhookDelivery', 'deliveries'),
  ),
}));

mutation('sendTestWebhook', {
  access: { scope: 'webhooks:write' },
  description:
    'Sends an event of type `test` to an endpoint, whatever it subscribes to. Read the delivery to see the result.',
  input: (t) => ({
    endpointId: t.field({ ...objectId('WebhookEndpoint'), required: true, description: 'The endpoint to try out.' }),
  }),
  refuses: { codes: ['webhook_endpoint_not_found', 'webhook_endpoint_disabled'] },
  resolve: ({ endpointId }, context) => sendTestEvent(context.deps, viewerOf(context), endpointId),
  payload: payloadOf('webhookDelivery', WebhookDelivery, 'The delivery.'),
});

mutation('replayWebhookDelivery', {
  access: { scope: 'webhooks:write' },
  description:
    'Sends a delivery again at once, in any state, and retries for three more days. Its `webhook-id` stays the same.',
  input: (t) => ({
    deliveryId: t.field({ ...objectId('WebhookDelivery'), required: true, description: 'The delivery to send again.' }),
  }),
  refuses: { codes: ['webhook_delivery_not_found', 'webhook_endpoint_disabled'] },
  resolve: ({ deliveryId }, context) => replayDelivery(context.deps, viewerOf(context), deliveryId),
  payload: payloadOf('webhookDelivery', WebhookDelivery, 'The delivery.'),
});

mutation('replayFailedWebhookDeliveries', {
  access: { scope: 'webhooks:write' },
  description: 'Sends again all events since an instant that could not be delivered to an endpoint.',
  input: (t) => ({
    endpointId: t.field({ ...objectId('WebhookEndpoint'), required: true, description: 'The endpoint.' }),
    sinceTimestamp: t.field({
      type: 'UnixTimestamp',
      required: true,
      description: "Events from then on, by the service's clock even if a test clock was advanced.",
    }),
  }),
  refuses: {
    codes: ['webhook_endpoint_not_found', 'webhook_endpoint_disabled'],
    check: checkedBy(() => replayFailedInput),
  },
  resolve: async ({ endpointId, ...input }, context) => ({
    replayed: await replayFailedDeliveries(context.deps, viewerOf(context), endpointId, input),
  }),
  payload: (t) => ({
    replayed: t.exposeInt('replayed', { nullable: true, description: 'The number of deliveries that are sent again.' }),
  }),
});
