import { checkInput } from '../core/check-input.ts';
import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import type { Prisma, WebhookDelivery } from '../db/generated/client.ts';
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

/**
 * Measures the outbox.
 *
 * @returns the seconds for which the oldest due delivery has waited without an attempt; 0: none is due
 */
export async function measureOutbox(db: Connection): Promise<number> {
  const { rows } = await db.query<{ ageInSeconds: number }>({
    name: 'measure-outbox',
    text: `
      select extract(epoch from clock_timestamp() - next_attempt_at)::float8 as "ageInSeconds" from webhook_deliveries
      where next_attempt_at is not null order by next_attempt_at limit 1`,
  });
  return Math.max(0, rows[0]?.ageInSeconds ?? 0);
}
