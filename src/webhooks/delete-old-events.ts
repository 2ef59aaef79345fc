import type { Connection } from '../db/database.ts';

/** The number of events that one call deletes. */
export const oldEventsAtOnce = 500;

/**
 * Deletes events past their retention with their deliveries, except events that are still being delivered. One call deletes a
 * batch, the oldest first: the next sweep continues.
 *
 * @param retentionDays `EVENT_RETENTION_DAYS`
 * @returns how many
 */
export async function deleteOldEvents(db: Connection, retentionDays: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'delete-old-webhook-events',
    text: `
      with old as (
        select event_id from webhook_events e
        where created_at < statement_timestamp() - $2 * interval '1 day'
          and not exists (select from webhook_deliveries d where d.event_id = e.event_id and state = 'pending')
        order by created_at limit $1
        for update skip locked
      )
      delete from webhook_events using old where webhook_events.event_id = old.event_id`,
    values: [oldEventsAtOnce, retentionDays],
  });
  return rowCount ?? 0;
}
