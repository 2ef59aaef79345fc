import type { Page } from '../core/page-input.ts';
import { WebhookDeliveryState, WebhookDisabledReason, WebhookEventType } from '../db/generated/enums.ts';
import { createEndpoint, type EndpointWithSecret, mostEndpoints } from '../webhooks/create-endpoint.ts';
import { deleteEndpoint } from '../webhooks/delete-endpoint.ts';
import type { EndpointRow } from '../webhooks/endpoint-row.ts';
import { findEndpoint } from '../webhooks/find-endpoint.ts';
import { findEndpoints } from '../webhooks/find-endpoints.ts';
import { rotateSecret } from '../webhooks/rotate-secret.ts';
import { updateEndpoint } from '../webhooks/update-endpoint.ts';
import { builder, needs } from './builder.ts';
import { viewerOf } from './context.ts';
import { pageArguments } from './page-arguments.ts';

export const WebhookEventTypeEnum = builder.enumType('WebhookEventType', {
  description: 'What an event tells of.',
  values: {
    [WebhookEventType.auction_started]: { description: 'The bidding period of an auction has begun.' },
    [WebhookEventType.auction_completed]: {
      description: 'An auction has ended and its result is final; the payload has `winningBid`, null where nobody won.',
    },
    [WebhookEventType.auction_cancelled]: { description: 'You have cancelled an auction.' },
    [WebhookEventType.bid_placed]: { description: 'A bid was placed, and its amount is held.' },
    [WebhookEventType.capture_failed]: {
      description:
        "A bid's funds were definitely not captured; the payload has the `reason`. The next highest is asked.",
    },
    [WebhookEventType.test]: { description: 'Sent by hand to try an endpoint out; cannot be subscribed to.' },
  },
});

export const WebhookDeliveryStateEnum = builder.enumType('WebhookDeliveryState', {
  description: 'How far a delivery has got.',
  values: {
    [WebhookDeliveryState.pending]: { description: 'It is tried until the endpoint takes it, for three days.' },
    [WebhookDeliveryState.delivered]: { description: 'The endpoint has answered with a 2xx status.' },
    [WebhookDeliveryState.failed]: {
      description: 'Given up after three days, or because the endpoint was disabled; it can be replayed.',
    },
  },
});

const WebhookDisabledReasonEnum = builder.enumType('WebhookDisabledReason', {
  description: 'Why nothing is sent to an endpoint.',
  values: {
    [WebhookDisabledReason.seller]: { description: 'You have disabled it.' },
    [WebhookDisabledReason.gone]: { description: 'It has answered 410 Gone.' },
    [WebhookDisabledReason.failing]: { description: 'It has failed for three days without a success.' },
  },
});

const WebhookEndpoint = builder.objectRef<EndpointRow>('WebhookEndpoint').implement({
  description: 'An address of yours that hears of events. Its secret is shown when it is made, and never again.',
  fields: (t) => ({
    endpointId: t.expose('endpointId', { type: 'UUID', description: 'Unique identifier.' }),
    url: t.exposeString('url', { description: 'Where events are sent, by POST.' }),
    description: t.exposeString('description', { nullable: true, description: 'Your own words; null if none.' }),
    eventTypes: t.expose('eventTypes', { type: [WebhookEventTypeEnum], description: 'What it hears of.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    isEnabled: t.boolean({
      description: 'Is anything sent to it?',
      resolve: ({ disabledAt }) => disabledAt === null,
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when nothing is sent; null while it is enabled.',
    }),
    disabledReason: t.expose('disabledReason', {
      type: WebhookDisabledReasonEnum,
      nullable: true,
      description: 'Why nothing is sent; null while it is enabled.',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description:
        'The first failure since the last success; null while deliveries succeed. After three days it is disabled.',
    }),
    previousSecretExpiresAt: t.expose('previousSecretExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the secret before the present one signs, too; null where only one signs.',
    }),
  }),
});

const WebhookEndpointList = builder.objectRef<Page<EndpointRow>>('WebhookEndpointList').implement({
  description: 'One page of webhook endpoints.',
  fields: (t) => ({
    webhookEndpoints: t.field({
      type: [WebhookEndpoint],
      description: 'Newest first.',
      resolve: ({ items }) => items,
    }),
    hasNext: t.exposeBoolean('hasNext', { description: 'Is there at least one more endpoint behind this page?' }),
  }),
});

const WebhookEndpointResult = builder.objectRef<EndpointRow>('WebhookEndpointResult').implement({
  description: 'The webhook endpoint asked for, or as it now is.',
  fields: (t) => ({
    webhookEndpoint: t.field({ type: WebhookEndpoint, description: 'The endpoint.', resolve: (endpoint) => endpoint }),
  }),
});

const WebhookSecretResult = builder.objectRef<EndpointWithSecret>('WebhookSecretResult').implement({
  description: 'A webhook endpoint with its new secret.',
  fields: (t) => ({
    webhookEndpoint: t.field({
      type: WebhookEndpoint,
      description: 'The endpoint.',
      resolve: ({ endpoint }) => endpoint,
    }),
    secret: t.exposeString('secret', {
      description: 'Verifies the signature of each request (Standard Webhooks, `whsec_…`). Shown this once: store it.',
    }),
  }),
});

const DeleteWebhookEndpointResult = builder.objectRef<{ success: boolean }>('DeleteWebhookEndpointResult').implement({
  description: 'Whether the endpoint is deleted.',
  fields: (t) => ({ success: t.exposeBoolean('success', { description: 'Always true; a refusal is an error.' }) }),
});

builder.queryFields((t) => ({
  webhookEndpoints: t.field({
    ...needs('webhooks:write'),
    type: WebhookEndpointList,
    description: 'Lists your webhook endpoints, newest first.',
    args: pageArguments(t.arg),
    resolve: (_, args, context) => findEndpoints(context.deps, viewerOf(context), args),
  }),
  webhookEndpoint: t.field({
    ...needs('webhooks:write'),
    type: WebhookEndpointResult,
    description: 'Reads one of your webhook endpoints.',
    args: { endpointId: t.arg({ type: 'UUID', required: true, description: 'The endpoint to read.' }) },
    resolve: (_, { endpointId }, context) => findEndpoint(context.deps, viewerOf(context), endpointId),
  }),
}));

builder.mutationFields((t) => ({
  createWebhookEndpoint: t.field({
    ...needs('webhooks:write'),
    type: WebhookSecretResult,
    description: `Makes an address of yours hear of events from now on; at most ${mostEndpoints} of them. Answers with the secret, this once.`,
    args: {
      url: t.arg.string({
        required: true,
        description:
          'An https address that the internet can reach, 1 to 2048 characters, without credentials or fragment.',
      }),
      eventTypes: t.arg({
        type: [WebhookEventTypeEnum],
        required: true,
        description: 'What it hears of: at least one type, each once.',
      }),
      description: t.arg.string({ description: 'Your own words, at most 200 characters.' }),
    },
    resolve: (_, args, context) => createEndpoint(context.deps, viewerOf(context), args),
  }),
  updateWebhookEndpoint: t.field({
    ...needs('webhooks:write'),
    type: WebhookEndpointResult,
    description:
      'Changes a webhook endpoint: all that is named or nothing. Disabling it gives up what is on its way; enabling it sends nothing of what happened meanwhile.',
    args: {
      endpointId: t.arg({ type: 'UUID', required: true, description: 'The endpoint to change.' }),
      url: t.arg.string({
        description: 'Its new address, as at its creation. What was not delivered goes there, too.',
      }),
      eventTypes: t.arg({ type: [WebhookEventTypeEnum], description: 'What it hears of from now on.' }),
      description: t.arg.string({ description: 'Your own words, at most 200 characters; null removes them.' }),
      isEnabled: t.arg.boolean({ description: 'Whether anything is sent to it.' }),
    },
    resolve: (_, { endpointId, ...changes }, context) =>
      updateEndpoint(context.deps, viewerOf(context), endpointId, changes),
  }),
  deleteWebhookEndpoint: t.field({
    ...needs('webhooks:write'),
    type: DeleteWebhookEndpointResult,
    description: 'Deletes a webhook endpoint with all its deliveries; what is on its way is not sent any more.',
    args: { endpointId: t.arg({ type: 'UUID', required: true, description: 'The endpoint to delete.' }) },
    resolve: async (_, { endpointId }, context) => {
      await deleteEndpoint(context.deps, viewerOf(context), endpointId);
      return { success: true };
    },
  }),
  rotateWebhookSecret: t.field({
    ...needs('webhooks:write'),
    type: WebhookSecretResult,
    description:
      'Makes a new secret and answers with it, this once. The present one signs beside it for a while, so that you change over without losing an event; one from before that signs no more.',
    args: {
      endpointId: t.arg({ type: 'UUID', required: true, description: 'The endpoint whose secret is replaced.' }),
      overlapSeconds: t.arg.int({
        defaultValue: 86_400,
        description: 'How long the present secret goes on signing, in seconds: 0 to 7 days. 0 ends it at once.',
      }),
    },
    resolve: (_, { endpointId, ...input }, context) => rotateSecret(context.deps, viewerOf(context), endpointId, input),
  }),
}));
