import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { currentOrigin } from '../jobs/job-origin.ts';
import type { DeliveryRow } from './delivery-row.ts';
import { findDelivery } from './find-deliveries.ts';
import { lockEndpoint } from './endpoints.ts';

/**
 * Sends an event of type `test` to one endpoint, whatever event types it subscribes to, in the same way as other
 * events.
 *
 * @returns the pending delivery
 * @throws Refusal `webhook_endpoint_not_found`, `webhook_endpoint_disabled`
 */
export async function sendTestEvent(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  endpointId: string,
): Promise<DeliveryRow> {
  return db.transaction(async (tx) => {
    const endpoint = await lockEndpoint({ db }, tx, viewer, endpointId);
    if (endpoint.disabledAt !== null) throw new Refusal('webhook_endpoint_disabled');
    const { requestId, traceparent } = currentOrigin();
    const { rows } = await tx.query<{ deliveryId: string }>({
      name: 'send-test-webhook',
      text: `
        with event as (
          insert into webhook_events (seller_id, event_type, snapshot, request_id, traceparent)
          values ($1, 'test', $3, $4, $5) returning event_id
        )
        insert into webhook_deliveries (event_id, endpoint_id) select event_id, $2 from event
        returning delivery_id as "deliveryId"`,
      values: [
        viewer.sellerId,
        endpointId,
        { message: 'This is a test: nothing has happened.' },
        requestId,
        traceparent,
      ],
    });
    const delivery = await findDelivery(tx, viewer, rows[0]!.deliveryId);
    await recordAudit(tx, viewer, {
      action: 'sendTestWebhook',
      subjectType: 'webhook_delivery',
      subjectId: delivery.deliveryId,
      before: null,
      after: { endpointId: delivery.endpointId, eventType: delivery.eventType },
    });
    return delivery;
  });
}
