import { checkInput } from '../core/check-input.ts';
import { type Page, pageOf } from '../core/page-input.ts';
import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection, Database } from '../db/database.ts';
import { deliveryColumns, type DeliveryRow } from './delivery-row.ts';
import { findDeliveriesInput } from './endpoint-input.ts';
import { findEndpoint } from './endpoints.ts';

/**
 * Lists the deliveries to one of the viewer's endpoints, newest first; `deliveryId` breaks ties.
 *
 * @param input `state`, `eventType`, `limit`, `offset`
 * @throws Refusal `invalid_request`, `webhook_endpoint_not_found`
 */
export async function findDeliveries(
  { db }: { db: Pick<Database, 'query' | 'prisma'> },
  viewer: Viewer,
  endpointId: string,
  input: unknown,
): Promise<Page<DeliveryRow>> {
  const { state, eventType, limit, offset } = checkInput(findDeliveriesInput, input);
  await findEndpoint({ db }, viewer, endpointId);
  const { rows } = await db.query<DeliveryRow>({
    name: `find-webhook-deliveries ${state ?? ''} ${eventType === undefined ? '' : 'of type'}`,
    text: `
      select ${deliveryColumns} from webhook_deliveries d join webhook_events v using (event_id)
      where d.endpoint_id = $1
        -- Written out, not a parameter: the few that failed have an index of their own.
        ${state === undefined ? '' : `and d.state = '${state}'`}
        ${eventType === undefined ? '' : 'and v.event_type = $4::webhook_event_type'}
      order by d.created_at desc, d.delivery_id desc
      limit $2 offset $3`,
    values: [endpointId, limit + 1, offset, ...(eventType === undefined ? [] : [eventType])],
  });
  return pageOf(rows, limit);
}

/**
 * Reads one delivery to one of the viewer's endpoints.
 *
 * @throws Refusal `webhook_delivery_not_found` for an unknown id and for another seller's alike
 */
export async function findDelivery(
  connection: Connection,
  { sellerId }: Viewer,
  deliveryId: string,
): Promise<DeliveryRow> {
  if (!isUuid(deliveryId)) throw new Refusal('webhook_delivery_not_found');
  const { rows } = await connection.query<DeliveryRow>({
    name: 'find-webhook-delivery',
    text: `
      select ${deliveryColumns} from webhook_deliveries d join webhook_events v using (event_id)
      where v.seller_id = $1 and d.delivery_id = $2 and exists (
        select from webhook_endpoints e where e.endpoint_id = d.endpoint_id and e.deleted_at is null)`,
    values: [sellerId, deliveryId],
  });
  if (rows[0] === undefined) throw new Refusal('webhook_delivery_not_found');
  return rows[0];
}
