import { expect } from 'vitest';
import type { Seller } from '../support/seller.ts';

/** A root field's value; fails the test with the refusal where there is one. */
export async function ask(seller: Seller, document: string, variables: object = {}): Promise<any> {
  const { status, body } = await seller.graphql(document, variables);
  expect(body.errors).toBeUndefined();
  expect(status).toBe(200);
  return Object.values(body.data)[0];
}

/** What an operation is refused with: the code, then each fault as `/url invalid_value`, sorted. */
export async function refusalOf(seller: Seller, document: string, variables: object = {}): Promise<string[]> {
  const { body } = await seller.graphql(document, variables);
  expect(Object.values(body.data ?? {}).filter((value) => value !== null)).toEqual([]);
  expect(body.errors).toHaveLength(1);
  const { code, errors = [] } = body.errors[0].extensions;
  return [code, ...errors.map((fault: any) => `${fault.pointer} ${fault.code}`).sort()];
}

const endpointFields = `endpointId url description eventTypes createdAt isEnabled disabledAt disabledReason failingSince
  previousSecretExpiresAt`;
const deliveryFields = `deliveryId endpointId state createdAt nextAttemptAt closedAt
  event { eventId eventType createdAt auctionId bidId body }
  attempts { requestedAt durationMs url requestHeaders { name value } status responseBody error }`;

export const create = `mutation ($url: String!, $eventTypes: [WebhookEventType!]!, $description: String) {
  createWebhookEndpoint(input: { url: $url, eventTypes: $eventTypes, description: $description }) {
    webhookEndpoint { ${endpointFields} } secret errors { code fault message path }
  }
}`;
export const update = `mutation (
  $endpointId: ID!, $url: String, $eventTypes: [WebhookEventType!], $description: String, $isEnabled: Boolean
) {
  updateWebhookEndpoint(input: {
    endpointId: $endpointId, url: $url, eventTypes: $eventTypes, description: $description, isEnabled: $isEnabled
  }) { webhookEndpoint { ${endpointFields} } errors { code fault message path } }
}`;
export const remove =
  'mutation ($endpointId: ID!) { deleteWebhookEndpoint(input: { endpointId: $endpointId }) { deletedWebhookEndpointId errors { code fault message path } } }';
export const rotate = `mutation ($endpointId: ID!, $overlapSeconds: Int) {
  rotateWebhookSecret(input: { endpointId: $endpointId, overlapSeconds: $overlapSeconds }) {
    webhookEndpoint { ${endpointFields} } secret errors { code fault message path }
  }
}`;
export const read = `query ($endpointId: ID!) {
  webhookEndpoint(endpointId: $endpointId) { ${endpointFields} }
}`;
export const list = `query ($first: Int, $after: String) {
  webhookEndpoints(first: $first, after: $after) { pageInfo { hasNextPage endCursor } nodes { ${endpointFields} } }
}`;
export const deliveries = `query (
  $endpointId: ID!, $state: WebhookDeliveryState, $eventType: WebhookEventType, $first: Int, $after: String
) {
  webhookDeliveries(endpointId: $endpointId, state: $state, eventType: $eventType, first: $first, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { ${deliveryFields} }
  }
}`;
export const sendTest = `mutation ($endpointId: ID!) {
  sendTestWebhook(input: { endpointId: $endpointId }) { webhookDelivery { ${deliveryFields} } errors { code fault message path } }
}`;
export const replay = `mutation ($deliveryId: ID!) {
  replayWebhookDelivery(input: { deliveryId: $deliveryId }) { webhookDelivery { ${deliveryFields} } errors { code fault message path } }
}`;
export const replayFailed = `mutation ($endpointId: ID!, $sinceTimestamp: UnixTimestamp!) {
  replayFailedWebhookDeliveries(input: { endpointId: $endpointId, sinceTimestamp: $sinceTimestamp }) { replayed errors { code fault message path } }
}`;
