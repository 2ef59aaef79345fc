import type { Connection } from '../db/database.ts';

/** Marks the pending deliveries of a disabled endpoint as failed; they can be replayed. */
export async function failPendingDeliveries(tx: Connection, endpointId: string): Promise<void> {
  await tx.query({
    name: 'fail-pending-webhook-deliveries',
    text: `
      update webhook_deliveries set state = 'failed', closed_at = clock_timestamp(), next_attempt_at = null, is_under_way = false
      where endpoint_id = $1 and state = 'pending'`,
    values: [endpointId],
  });
}
