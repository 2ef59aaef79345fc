import type { Page } from '../../core/page-input.ts';
import type { DeliveryRow } from '../../webhooks/delivery-row.ts';
import type { EventRow } from '../../webhooks/event-row.ts';
import { eventBody } from '../../webhooks/event-body.ts';
import { type AttemptRow, maxAttempts } from '../../webhooks/find-attempts.ts';
import { findDeliveries } from '../../webhooks/find-deliveries.ts';
import { replayDelivery, replayFailedDeliveries } from '../../webhooks/replay-deliveries.ts';
import { sendTestEvent } from '../../webhooks/send-test-event.ts';
import { builder, needs } from '../builder.ts';
import { viewerOf } from '../context.ts';
import { pageArguments } from './page-arguments.ts';
import { WebhookDeliveryStateEnum, WebhookEventTypeEnum } from './webhooks.ts';

export const WebhookEvent = builder.objectRef<EventRow>('WebhookEvent').implement({
  description: 'An event of one of your auctions.',
  fields: (t) => ({
    eventId: t.expose('eventId', {
      type: 'UUID',
      description:
        'Sent as `webhook-id`, the same at each attempt and replay, so that a receiver recognizes a repetition.',
    }),
    eventType: t.expose('eventType', { type: WebhookEventTypeEnum, description: 'The event.' }),
    createdAt: t.expose('eventCreatedAt', { type: 'DateTime', description: 'When it happened.' }),
    auctionId: t.expose('auctionId', { type: 'UUID', nullable: true, description: 'The auction; null for a test.' }),
    bidId: t.expose('bidId', {
      type: 'UUID',
      nullable: true,
      description: 'The bid; null if the event is about none.',
    }),
    body: t.string({
      description: 'The body of the request, to the byte: `{ "eventType", "payload" }`.',
      resolve: (event, _, { deps }) => eventBody(event, deps.config),
    }),
  }),
});

const HttpHeader = builder.objectRef<{ name: string; value: string }>('HttpHeader').implement({
  description: 'A header of a request.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name in lower case.' }),
    value: t.exposeString('value', { description: 'The value as it was sent.' }),
  }),
});

const WebhookAttempt = builder.objectRef<AttemptRow>('WebhookAttempt').implement({
  description: 'One request to an endpoint, and its answer.',
  fields: (t) => ({
    requestedAt: t.expose('requestedAt', { type: 'DateTime', description: 'When the request was sent.' }),
    durationMs: t.exposeInt('durationMs', { description: 'The duration in milliseconds.' }),
    url: t.exposeString('url', { description: 'The address of the request.' }),
    requestHeaders: t.field({
      type: [HttpHeader],
      description: 'The headers of the request.',
      // It comes with the attempt's row.
      extensions: { rows: 0 },
      resolve: ({ requestHeaders }) => Object.entries(requestHeaders).map(([name, value]) => ({ name, value })),
    }),
    status: t.exposeInt('status', { nullable: true, description: 'The status of the answer; null if none came.' }),
    responseBody: t.exposeString('responseBody', {
      nullable: true,
      description: 'The first 4 KiB of the answer; null if none came.',
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'The fault if no answer came, or only a part of one; null otherwise.',
    }),
  }),
});

const WebhookDelivery = builder.objectRef<DeliveryRow>('WebhookDelivery').implement({
  description: 'An event on its way to one endpoint: sent at least once, in no promised order.',
  fields: (t) => ({
    deliveryId: t.expose('deliveryId', { type: 'UUID', description: 'Unique identifier.' }),
    endpointId: t.expose('endpointId', { type: 'UUID', description: 'The endpoint that gets the event.' }),
    event: t.field({ type: WebhookEvent, description: 'The event.', resolve: (delivery) => delivery }),
    state: t.expose('state', { type: WebhookDeliveryStateEnum, description: 'The state of the delivery.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'The instant of the next attempt; null unless it is `pending`. While a request is in flight, the instant at which the request counts as lost.',
    }),
    closedAt: t.expose('closedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The instant at which it was delivered or given up; null while it is `pending`.',
    }),
    attempts: t.field({
      type: [WebhookAttempt],
      extensions: { rows: maxAttempts },
      description: `The latest requests, at most ${maxAttempts}, newest first.`,
      resolve: ({ deliveryId }, _, { attemptsOfDelivery }) => attemptsOfDelivery.load(deliveryId),
    }),
  }),
});

const WebhookDeliveryList = builder.objectRef<Page<DeliveryRow>>('WebhookDeliveryList').implement({
  description: 'One page of webhook deliveries.',
  fields: (t) => ({
    webhookDeliveries: t.field({
      type: [WebhookDelivery],
      description: 'Newest first.',
      resolve: ({ items }) => items,
    }),
    hasNext: t.exposeBoolean('hasNext', { description: 'Is there at least one more delivery after this page?' }),
  }),
});

const WebhookDeliveryResult = builder.objectRef<DeliveryRow>('WebhookDeliveryResult').implement({
  description: 'The webhook delivery in its current state.',
  fields: (t) => ({
    webhookDelivery: t.field({ type: WebhookDelivery, description: 'The delivery.', resolve: (delivery) => delivery }),
  }),
});

const ReplayFailedWebhookDeliveriesResult = builder
  .objectRef<{ replayed: number }>('ReplayFailedWebhookDeliveriesResult')
  .implement({
    description: 'The result of a replay.',
    fields: (t) => ({
      replayed: t.exposeInt('replayed', { description: 'The number of deliveries that are sent again.' }),
    }),
  });

builder.queryFields((t) => ({
  webhookDeliveries: t.field({
    ...needs('webhooks:write'),
    type: WebhookDeliveryList,
    description: 'Lists the deliveries to one of your webhook endpoints, newest first. Filters may be combined.',
    args: {
      endpointId: t.arg({ type: 'UUID', required: true, description: 'The endpoint.' }),
      state: t.arg({ type: WebhookDeliveryStateEnum, description: 'Only deliveries in this state.' }),
      eventType: t.arg({ type: WebhookEventTypeEnum, description: 'Only events of this type.' }),
      ...pageArguments(t.arg),
    },
    resolve: (_, { endpointId, ...input }, context) =>
      findDeliveries(context.deps, viewerOf(context), endpointId, input),
  }),
}));

builder.mutationFields((t) => ({
  sendTestWebhook: t.field({
    ...needs('webhooks:write'),
    type: WebhookDeliveryResult,
    description:
      'Sends an event of type `test` to an endpoint, whatever it subscribes to. Read the delivery to see the result.',
    args: { endpointId: t.arg({ type: 'UUID', required: true, description: 'The endpoint to try out.' }) },
    resolve: (_, { endpointId }, context) => sendTestEvent(context.deps, viewerOf(context), endpointId),
  }),
  replayWebhookDelivery: t.field({
    ...needs('webhooks:write'),
    type: WebhookDeliveryResult,
    description:
      'Sends a delivery again at once, in any state, and retries for three more days. Its `webhook-id` stays the same.',
    args: { deliveryId: t.arg({ type: 'UUID', required: true, description: 'The delivery to send again.' }) },
    resolve: (_, { deliveryId }, context) => replayDelivery(context.deps, viewerOf(context), deliveryId),
  }),
  replayFailedWebhookDeliveries: t.field({
    ...needs('webhooks:write'),
    type: ReplayFailedWebhookDeliveriesResult,
    description: 'Sends again all events since an instant that could not be delivered to an endpoint.',
    args: {
      endpointId: t.arg({ type: 'UUID', required: true, description: 'The endpoint.' }),
      sinceTimestamp: t.arg({
        type: 'UnixTimestamp',
        required: true,
        description: "Events from then on, by the service's clock even if a test clock was advanced.",
      }),
    },
    resolve: async (_, { endpointId, ...input }, context) => ({
      replayed: await replayFailedDeliveries(context.deps, viewerOf(context), endpointId, input),
    }),
  }),
}));
