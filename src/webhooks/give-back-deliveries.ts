import type { Connection } from '../db/database.ts';

/** A delivery whose lease came to nothing. */
export interface GivenBack {
  readonly deliveryId: string;
  /** How many tries of it have begun, as far as its holder knows. */
  readonly begun: number;
  readonly dueAt: Date;
}

/** Ends leases early, so that others need not wait for their end. What somebody else has begun meanwhile stays. */
export async function giveBackDeliveries(connection: Connection, deliveries: readonly GivenBack[]): Promise<void> {
  await connection.query({
    name: 'give-back-webhook-deliveries',
    text: `
      update webhook_deliveries set is_under_way = false, next_attempt_at = given.due_at
      from unnest($1::uuid[], $2::int[], $3::timestamptz[]) as given (delivery_id, begun, due_at)
      where webhook_deliveries.delivery_id = given.delivery_id and attempt = given.begun and is_under_way
        and state = 'pending'`,
    values: [
      deliveries.map(({ deliveryId }) => deliveryId),
      deliveries.map(({ begun }) => begun),
      deliveries.map(({ dueAt }) => dueAt),
    ],
  });
}
