import type { Connection } from '../db/database.ts';

/** A delivery whose lease is given back unused. */
export interface GivenBack {
  readonly deliveryId: string;
  /** The number of attempts that have begun, as far as the lease's holder knows. */
  readonly begun: number;
  readonly dueAt: Date;
}

/** Ends leases early, so that other processes need not wait for their end. Attempts that others have begun stay. */
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
