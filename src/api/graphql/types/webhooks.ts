import { encodeGlobalID } from '@pothos/plugin-relay';
import type { ObjectFieldBuilder } from '@pothos/core';
import { webhookEvents } from '../../../auctions/webhooks/webhook-events.ts';
import type { WebhookDeliveryState, WebhookDisabledReason } from '../../../platform/db/generated/enums.ts';
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointWithSecret,
  maxEndpoints,
  rotateSecret,
  updateEndpoint,
} from '../../../auctions/webhooks/change-endpoints.ts';
import { rotateSecretInput, updateEndpointInput } from '../../../auctions/webhooks/endpoint-input.ts';
import { findEndpoint, findEndpoints, unlessPassed } from '../../../auctions/webhooks/endpoints.ts';
import { checkedBy } from '../../plan-host.ts';
import { builder, type Types } from '../builder.ts';
import { enumInCapitals } from './enum-of.ts';
import { columnsOf, orNull } from './exposed.ts';
import { showOnce, viewerOf } from '../context.ts';
import { identify } from './node.ts';
import { connectionOf } from './list-connection.ts';
import { mutation, payloadOf } from './mutation.ts';
import { objectId } from './object-id.ts';

export const WebhookEventTypeEnum = builder.enumType('WebhookEventType', {
  description: 'The kind of an event.',
  values: webhookEvents,
});

export const WebhookDeliveryStateEnum = enumInCapitals<WebhookDeliveryState>(
  'WebhookDeliveryState',
  'The state of a delivery.',
  {
    pending: 'Attempts continue until the endpoint accepts it, for three days.',
    delivered: 'The endpoint has answered with a 2xx status.',
    failed: 'Given up after three days, or because the endpoint was disabled; it can be replayed.',
  },
);

export const WebhookDisabledReasonEnum = enumInCapitals<WebhookDisabledReason>(
  'WebhookDisabledReason',
  'The reason for which no events are sent to an endpoint.',
  {
    seller: 'You have disabled it.',
    gone: 'It has answered 410 Gone.',
    failing: 'It has failed for three days without a success.',
    operator: 'An operator of the service has disabled it. You can enable it again.',
  },
);

const WebhookEndpoint = builder.prismaObject('WebhookEndpoint', {
  select: { endpointId: true },
  findUnique: ({ endpointId }, context) => ({ endpointId, sellerId: viewerOf(context).sellerId }),
  description: 'An address of yours that receives events. Its secret is returned once, when it is created.',
  fields: (t) =>
    columnsOf('WebhookEndpoint', t, {
      endpointId: ['UUID', 'Unique identifier.'],
      url: ['String', 'The address to which events are sent, by POST.'],
      description: [orNull('String'), 'Your own words; null: you have set none.'],
      eventTypes: [[WebhookEventTypeEnum], 'The event types that it receives.'],
      createdAt: ['DateTime', 'Creation time.'],
      isEnabled: t.boolean({
        description: 'Are events sent to it?',
        select: { disabledAt: true },
        resolve: ({ disabledAt }) => disabledAt === null,
      }),
      disabledAt: [orNull('DateTime'), 'The instant since which no events are sent; null while it is enabled.'],
      disabledReason: [
        orNull(WebhookDisabledReasonEnum),
        'The reason for which no events are sent; null while it is enabled.',
      ],
      failingSince: [
        orNull('DateTime'),
        'The first failure since the last success; null while deliveries succeed. After three days it is disabled.',
      ],
      previousSecretExpiresAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'The instant until which the previous secret signs, too; null if only one signs.',
        select: { previousSecretExpiresAt: true },
        resolve: ({ previousSecretExpiresAt }, _, { deps }) => unlessPassed(deps.db, previousSecretExpiresAt),
      }),
    }),
});

identify(WebhookEndpoint, {
  by: 'endpointId',
  access: { scope: 'webhooks:write' },
  find: (endpointId, context) => findEndpoint(context.deps, viewerOf(context), endpointId),
});

const withSecret = (t: ObjectFieldBuilder<Types, EndpointWithSecret>) => ({
  webhookEndpoint: t.field({
    type: WebhookEndpoint,
    nullable: true,
    description: 'The endpoint.',
    resolve: ({ endpoint }) => endpoint,
  }),
  secret: t.string({
    nullable: true,
    resolve: ({ secret }, _, context) => showOnce(secret, context),
    description:
      'Verifies the signature of each request (Standard Webhooks, `whsec_…`). Shown once: store it. A repetition under the same Idempotency-Key returns a note instead.',
  }),
});

builder.queryFields((t) => ({
  webhookEndpoints: t.connection(
    {
      access: { scope: 'webhooks:write' },
      type: WebhookEndpoint,
      description: 'Your webhook endpoints, newest first.',
      resolve: (_, args, context) => findEndpoints(context.deps, viewerOf(context), args),
    },
    ...connectionOf('WebhookEndpoint', 'webhook endpoints'),
  ),
  webhookEndpoint: t.field({
    access: { scope: 'webhooks:write' },
    refuses: { codes: ['webhook_endpoint_not_found'] },
    type: WebhookEndpoint,
    description: 'Reads one of your webhook endpoints.',
    args: {
      endpointId: t.arg({ ...objectId('WebhookEndpoint'), required: true, description: 'The endpoint to read.' }),
    },
    resolve: (_, { endpointId }, context) => findEndpoint(context.deps, viewerOf(context), endpointId),
  }),
}));

mutation('createWebhookEndpoint', {
  access: { scope: 'webhooks:write' },
  description: `Creates an endpoint, which receives events from now on; a seller may have ${maxEndpoints}. Returns its secret, only this once.`,
  input: (t) => ({
    url: t.string({
      required: true,
      description:
        'An https address that the internet can reach, 1 to 2048 characters, without credentials or fragment.',
    }),
    eventTypes: t.field({
      type: [WebhookEventTypeEnum],
      required: true,
      description: 'The event types that it receives: at least one, each once.',
    }),
    description: t.string({ description: 'Your own words, at most 200 characters.' }),
  }),
  refuses: { codes: ['webhook_endpoint_limit'] },
  resolve: (args, context) => createEndpoint(context.deps, viewerOf(context), args),
  payload: withSecret,
});

mutation('updateWebhookEndpoint', {
  access: { scope: 'webhooks:write' },
  description:
    'Changes a webhook endpoint: all named fields or none. Disabling it gives up pending deliveries; enabling it does not send the events of the time in between.',
  input: (t) => ({
    endpointId: t.field({ ...objectId('WebhookEndpoint'), required: true, description: 'The endpoint to change.' }),
    url: t.string({
      description: 'Its new address, as at its creation. Pending deliveries go there, too.',
    }),
    eventTypes: t.field({ type: [WebhookEventTypeEnum], description: 'The event types that it receives from now on.' }),
    description: t.string({ description: 'Your own words, at most 200 characters; null removes them.' }),
    isEnabled: t.boolean({ description: 'Are events sent to it?' }),
  }),
  nullRemoves: ['description'],
  refuses: {
    codes: ['webhook_endpoint_not_found'],
    check: checkedBy(({ deps, viewer }) => updateEndpointInput(deps.config, viewer)),
  },
  resolve: ({ endpointId, ...changes }, context) =>
    updateEndpoint(context.deps, viewerOf(context), endpointId, changes),
  payload: payloadOf('webhookEndpoint', WebhookEndpoint, 'The endpoint.'),
});

mutation('deleteWebhookEndpoint', {
  access: { scope: 'webhooks:write' },
  description: 'Deletes a webhook endpoint with all its deliveries; pending deliveries are not sent any more.',
  input: (t) => ({
    endpointId: t.field({ ...objectId('WebhookEndpoint'), required: true, description: 'The endpoint to delete.' }),
  }),
  refuses: { codes: ['webhook_endpoint_not_found'] },
  resolve: async ({ endpointId }, context) => {
    await deleteEndpoint(context.deps, viewerOf(context), endpointId);
    return { endpointId: endpointId.toLowerCase() };
  },
  payload: (t) => ({
    deletedWebhookEndpointId: t.id({
      nullable: true,
      description: 'The `id` of the deleted endpoint.',
      resolve: ({ endpointId }) => encodeGlobalID(WebhookEndpoint.name, endpointId),
    }),
  }),
});

mutation('rotateWebhookSecret', {
  access: { scope: 'webhooks:write' },
  description:
    'Creates a new secret and returns it, only this once. The previous secret signs as well for a while, so that you can switch without losing an event; an older one no longer signs.',
  input: (t) => ({
    endpointId: t.field({
      ...objectId('WebhookEndpoint'),
      required: true,
      description: 'The endpoint whose secret is replaced.',
    }),
    overlapSeconds: t.int({
      defaultValue: 86_400,
      description: 'The seconds for which the present secret continues to sign: 0 to 7 days. 0 ends it at once.',
    }),
  }),
  refuses: { codes: ['webhook_endpoint_not_found'], check: checkedBy(() => rotateSecretInput) },
  resolve: ({ endpointId, ...input }, context) => rotateSecret(context.deps, viewerOf(context), endpointId, input),
  payload: withSecret,
});
