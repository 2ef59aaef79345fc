import { checkInput } from '../../core/check-input.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Prisma, WebhookDelivery } from '../../platform/db/generated/client.ts';
import { findDeliveriesInput } from './endpoint-input.ts';
import { findEndpoint, type Reading } from './endpoints.ts';

/**
 * Lists the deliveries to one of the viewer's endpoints, newest first; `deliveryId` breaks ties.
 *
 * @param input `state`, `eventType`, `limit`, `offset`
 * @param selection the columns and relations to read
 * @throws Refusal `invalid_request`, `webhook_endpoint_not_found`
 */
export async function findDeliveries(
  { db }: Reading,
  viewer: Viewer,
  endpointId: string,
  input: unknown,
  selection: Pick<Prisma.WebhookDeliveryFindManyArgs, 'select'>,
): Promise<WebhookDelivery[]> {
  const { state, eventType, limit, offset } = checkInput(findDeliveriesInput, input);
  await findEndpoint({ db }, viewer, endpointId);
  return await db.prisma.webhookDelivery.findMany({
    ...selection,
    where: { endpointId, ...(state && { state }), ...(eventType && { event: { eventType } }) },
    orderBy: [{ createdAt: 'desc' }, { deliveryId: 'desc' }],
    take: limit,
    skip: offset,
  });
}

/**
 * Reads one delivery to one of the viewer's endpoints.
 *
 * @throws Refusal `webhook_delivery_not_found` for an unknown id and for another seller's alike
 */
export async function findDelivery(
  { db }: Reading,
  { sellerId }: Viewer,
  deliveryId: string,
): Promise<WebhookDelivery> {
  if (!isUuid(deliveryId)) throw new Refusal('webhook_delivery_not_found');
  const where = { deliveryId, endpoint: { sellerId, deletedAt: null } };
  const delivery = await db.prisma.webhookDelivery.findFirst({ where });
  if (delivery === null) throw new Refusal('webhook_delivery_not_found');
  return delivery;
}
