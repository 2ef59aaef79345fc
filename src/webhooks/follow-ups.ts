import type { Connection } from '../db/database.ts';

/** The number of events that one transaction follows up. */
export const followUpsAtOnce = 200;

/**
 * Claims events whose consequences are not recorded yet, the oldest first, until the end of the caller's transaction. Any number of
 * processes may do so: a claimed event is left out by the others. Old events, which a version without follow-ups has left behind, are
 * no news any more.
 *
 * @returns the ids of those that are news, and all ids, for `closeFollowUps`
 */
export async function claimFollowUps(tx: Connection): Promise<{ news: string[]; all: string[] }> {
  const { rows } = await tx.query<{ eventId: string; isNews: boolean }>({
    name: 'claim-follow-ups',
    text: `
      select event_id as "eventId", created_at > statement_timestamp() - interval '1 day' as "isNews" from webhook_events
      where follow_up_at <= statement_timestamp() order by follow_up_at limit ${followUpsAtOnce}
      for no key update skip locked`,
  });
  return {
    news: rows.filter(({ isNews }) => isNews).map(({ eventId }) => eventId),
    all: rows.map(({ eventId }) => eventId),
  };
}

/** Marks events as followed up, in the transaction that has recorded their consequences. */
export async function closeFollowUps(tx: Connection, eventIds: readonly string[]): Promise<void> {
  await tx.query({
    name: 'close-follow-ups',
    text: 'update webhook_events set follow_up_at = null where event_id = any($1::uuid[])',
    values: [eventIds],
  });
}
