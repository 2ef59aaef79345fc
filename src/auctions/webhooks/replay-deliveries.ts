import { recordAudit } from '../../platform/audit/record-audit.ts';
import { checkInput } from '../../core/check-input.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Deps } from '../../payments/deps.ts';
import { currentOrigin } from '../../platform/jobs/job-origin.ts';
import { findDelivery } from './deliveries.ts';
import { replayFailedInput } from './endpoint-input.ts';
import { lockEndpoint } from './endpoints.ts';

// A replay is the same delivery, retried for three more days: the event keeps its id, by which the receiver
// recognizes a repetition. `attempt` continues to count, so that a worker that still waits for an earlier answer is
// overtaken.
const tryAnew = `state = 'pending', next_attempt_at = t.now, tried_since = t.now, closed_at = null, is_under_way = false
  from (select clock_timestamp() as now) t`;

/**
 * Sends one delivery again at once, in any state: delivered, failed, or pending.
 *
 * @throws Refusal `webhook_delivery_not_found`, `webhook_endpoint_disabled`
 */
export async function replayDelivery(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  deliveryId: string,
): Promise<{ deliveryId: string }> {
  return db.transaction(async (tx) => {
    const before = await findDelivery({ db }, viewer, deliveryId);
    const endpoint = await lockEndpoint({ db }, tx, viewer, before.endpointId);
    if (endpoint.disabledAt !== null) throw new Refusal('webhook_endpoint_disabled');
    await tx.query(`update webhook_deliveries set ${tryAnew} where delivery_id = $1`, [deliveryId]);
    await recordAudit(tx, viewer, {
      action: 'replayWebhookDelivery',
      subjectType: 'webhook_delivery',
      subjectId: before.deliveryId,
      before: { state: before.state },
      after: { state: 'pending' },
    });
    return { deliveryId: before.deliveryId };
  });
}

/**
 * Sends again all deliveries to an endpoint that failed since an instant.
 *
 * @param raw the arguments, unchecked: `sinceTimestamp`, unix seconds by the service's clock, never a test clock
 * @returns how many deliveries are tried again
 * @throws Refusal `invalid_request`, `webhook_endpoint_not_found`, `webhook_endpoint_disabled`
 */
export async function replayFailedDeliveries(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  endpointId: string,
  raw: unknown,
): Promise<number> {
  const { sinceTimestamp } = checkInput(replayFailedInput, raw);
  return db.transaction(async (tx) => {
    const endpoint = await lockEndpoint({ db }, tx, viewer, endpointId);
    if (endpoint.disabledAt !== null) throw new Refusal('webhook_endpoint_disabled');
    const { rowCount } = await tx.query(
      `update webhook_deliveries set ${tryAnew}
       where endpoint_id = $1 and state = 'failed' and created_at >= to_timestamp($2)`,
      [endpointId, sinceTimestamp],
    );
    const replayed = rowCount ?? 0;
    await recordAudit(tx, viewer, {
      action: 'replayFailedWebhookDeliveries',
      subjectType: 'webhook_endpoint',
      subjectId: endpoint.endpointId,
      after: { sinceTimestamp, replayed },
    });
    return replayed;
  });
}

/**
 * Sends an event of type `test` to one endpoint, whatever event types it subscribes to, in the same way as other
 * events.
 *
 * @returns the pending delivery's id
 * @throws Refusal `webhook_endpoint_not_found`, `webhook_endpoint_disabled`
 */
export async function sendTestEvent(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  endpointId: string,
): Promise<{ deliveryId: string }> {
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
    const { deliveryId } = rows[0]!;
    await recordAudit(tx, viewer, {
      action: 'sendTestWebhook',
      subjectType: 'webhook_delivery',
      subjectId: deliveryId,
      after: { endpointId: endpoint.endpointId, eventType: 'test' },
    });
    return { deliveryId };
  });
}
