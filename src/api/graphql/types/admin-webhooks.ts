import { disableEndpointInput, disableSellersEndpoint } from '../../../settlement/admin/disable-endpoint.ts';
import { type FailingEndpoint, findFailingEndpoints, maxCounted } from '../../../auctions/webhooks/endpoint-backlog.ts';
import { checkedBy } from '../../plan-host.ts';
import { builder } from '../builder.ts';
import { viewerOf } from '../context.ts';
import { exposed } from './exposed.ts';
import { connectionOf } from './list-connection.ts';
import { SellerModeEnum } from './seller-mode.ts';
import { mutation, payloadOf } from './mutation.ts';
import { objectId } from './object-id.ts';

const FailingWebhookEndpoint = builder.objectRef<FailingEndpoint>('FailingWebhookEndpoint').implement({
  description: 'A webhook endpoint of any seller whose latest attempt has failed.',
  fields: exposed(() => ({
    endpointId: ['UUID', 'Unique identifier.'],
    sellerId: ['UUID', 'The seller of the endpoint.'],
    sellerName: ['String', 'The name of that seller.'],
    sellerMode: [SellerModeEnum, 'Live or test.'],
    url: ['String', 'The address to which events are sent.'],
    failingSince: ['DateTime', 'The first failure since the last success. After three days the endpoint is disabled.'],
    pendingDeliveries: ['Int', `The number of deliveries that are not sent yet; at most ${maxCounted} are counted.`],
  })),
});

const DisabledWebhookEndpoint = builder.objectRef<{ endpointId: string }>('DisabledWebhookEndpoint').implement({
  description: 'A webhook endpoint that an operator has disabled.',
  fields: exposed(() => ({ endpointId: ['UUID', 'Unique identifier.'] })),
});

builder.queryField('failingWebhookEndpoints', (t) =>
  t.connection(
    {
      access: { scope: 'admin' },
      type: FailingWebhookEndpoint,
      description:
        'For admins: the failing webhook endpoints of all sellers, those that have failed for longest first.',
      resolve: (_, args, { deps }) => findFailingEndpoints(deps, args),
    },
    ...connectionOf('FailingWebhookEndpoint', 'failing webhook endpoints'),
  ),
);

mutation('disableSellersWebhookEndpoint', {
  access: { scope: 'admin' },
  description:
    "For admins: disables a seller's webhook endpoint. Its pending deliveries fail. The seller can enable it again and replay them.",
  input: (t) => ({
    endpointId: t.field({ ...objectId('WebhookEndpoint'), required: true, description: 'The endpoint to disable.' }),
    reason: t.string({ required: true, description: 'Why, for the audit log: 3 to 500 characters.' }),
    confirm: t.boolean({ required: true, description: 'Must be true: the pending deliveries fail.' }),
  }),
  refuses: { codes: ['webhook_endpoint_not_found'], check: checkedBy(() => disableEndpointInput) },
  resolve: (args, context) => disableSellersEndpoint(context.deps, viewerOf(context), args),
  payload: payloadOf('webhookEndpoint', DisabledWebhookEndpoint, 'The disabled endpoint.'),
});
