import type { Database } from '../db/database.ts';

const atOnce = 500;

/**
 * Deletes events of more than 30 days ago, with what is known of their deliveries, but for those that are still being
 * delivered. The oldest first, a batch at a time: the next sweep goes on. Where the events are partitioned it leaves them
 * to whoever drops whole partitions.
 *
 * @returns how many
 */
export async function deleteOldEvents({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'delete-old-webhook-events',
    text: `
      with old as (
        select event_id from webhook_events e
        where created_at < statement_timestamp() - interval '30 days'
          and (select relkind from pg_class where oid = 'webhook_events'::regclass) = 'r'
          and not exists (select from webhook_deliveries d where d.event_id = e.event_id and state = 'pending')
        order by created_at limit $1
        for update skip locked
      )
      delete from webhook_events using old where webhook_events.event_id = old.event_id`,
    values: [atOnce],
  });
  return rowCount ?? 0;
}
