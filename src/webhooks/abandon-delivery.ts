import type { Connection } from '../db/database.ts';
import type { DeliveryJob } from '../jobs/delivery-job.ts';

/** Abandons an attempt that has begun and must not be sent, as its endpoint has been disabled meanwhile. */
export async function abandonDelivery(connection: Connection, { deliveryId, attempt }: DeliveryJob): Promise<void> {
  await connection.query({
    name: 'abandon-webhook-delivery',
    text: `
      update webhook_deliveries set
        state = 'failed', closed_at = clock_timestamp(), next_attempt_at = null, is_under_way = false
      where delivery_id = $1 and attempt = $2 and state = 'pending'`,
    values: [deliveryId, attempt],
  });
}
