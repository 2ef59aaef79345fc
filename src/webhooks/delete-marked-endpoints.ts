import type { Connection } from '../db/database.ts';

/** The number of deliveries that one call deletes, with their attempts. */
export const deliveriesAtOnce = 500;

/**
 * Deletes endpoints that their sellers have deleted: a batch of their deliveries, and those endpoints that have none left. Nobody
 * waits for it: a row that a fact's transaction has locked is left to the next call.
 *
 * @returns the number of deleted deliveries; fewer than `deliveriesAtOnce` when these were all
 */
export async function deleteMarkedEndpoints(db: Connection): Promise<number> {
  const { rowCount } = await db.query({
    name: 'delete-deliveries-of-marked-endpoints',
    text: `
      delete from webhook_deliveries where delivery_id = any (array (
        select delivery_id from webhook_deliveries
        where endpoint_id = any (array (select endpoint_id from webhook_endpoints where deleted_at is not null))
        limit ${deliveriesAtOnce} for update skip locked))`,
  });
  const deleted = rowCount ?? 0;
  if (deleted === deliveriesAtOnce) return deleted;
  await db.query({
    name: 'delete-marked-endpoints',
    text: `
      delete from webhook_endpoints where endpoint_id = any (array (
        select endpoint_id from webhook_endpoints e where deleted_at is not null
          and not exists (select from webhook_deliveries d where d.endpoint_id = e.endpoint_id)
        for update skip locked))`,
  });
  return deleted;
}
