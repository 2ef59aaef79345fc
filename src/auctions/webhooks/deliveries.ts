import { type ListPage, descending, readListPage } from '../../core/cursor-page.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Prisma, WebhookDelivery } from '../../platform/db/generated/client.ts';
import { prismaPage } from '../../platform/db/prisma-page.ts';
import { findDeliveriesInput } from './endpoint-input.ts';
import { findEndpoint, type Reading } from './endpoints.ts';

const newestDeliveries = descending('webhook-deliveries', { created_at: 'timestamptz', delivery_id: 'uuid' });

/**
 * Lists the deliveries to one of the viewer's endpoints, newest first; `deliveryId` breaks ties.
 *
 * @param raw `state`, `eventType`, and `first` and `after` or `last` and `before`
 * @param selection the columns and relations to read
 * @throws Refusal `invalid_request`, `webhook_endpoint_not_found`
 */
export async function findDeliveries(
  { db }: Reading,
  viewer: Viewer,
  endpointId: string,
  raw: unknown,
  selection: Pick<Prisma.WebhookDeliveryFindManyArgs, 'select'>,
): Promise<ListPage<WebhookDelivery>> {
  return await readListPage(findDeliveriesInput, newestDeliveries, raw, async (page, { state, eventType }) => {
    await findEndpoint({ db }, viewer, endpointId);
    const { AND, orderBy, take } = prismaPage<Prisma.WebhookDeliveryFindManyArgs>(page);
    const where = { endpointId, AND, ...(state && { state }), ...(eventType && { event: { eventType } }) };
    return { rows: await db.prisma.webhookDelivery.findMany({ ...selection, where, orderBy, take }) };
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
