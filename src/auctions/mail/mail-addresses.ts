import type { Connection } from '../../platform/db/database.ts';
import { newsNamed } from './message-kinds.ts';

/** Whether news reaches an address: it waits for a click, is sent, or was ended, all of it or the kind of the message. */
export type News = 'waiting' | 'sent' | 'ended';

/** Builds SQL of the `News` of a bidder's address. @param row names a row of `mail_addresses`, which may be missing */
export function newsOfAddress(row: string): string {
  return `case when ${row}.unsubscribed_at is not null then 'ended' when ${row}.confirmed_at is not null then 'sent' else 'waiting' end`;
}

/**
 * Builds SQL of the `News` of a message `m`, with the row `d` of `mail_addresses` and `p` of `seller_profiles`, which may be missing.
 *
 * @param event SQL of the message's event
 */
export function newsOfMessage(event: string): string {
  return `case when d.unsubscribed_at is not null or m.is_to_seller and not ${newsNamed(event)} = any(p.news) then 'ended'
    when m.is_to_seller then 'sent' else ${newsOfAddress('d')} end`;
}

const changes = {
  /** The reader has asked for news. The message has arrived, so the address takes messages. */
  ask: 'confirmed_at = coalesce(d.confirmed_at, clock_timestamp()), unsubscribed_at = null, bounced_at = null',
  end: 'unsubscribed_at = case when told.news is null then coalesce(d.unsubscribed_at, clock_timestamp()) else d.unsubscribed_at end',
} as const;

/** How the switch of the profile changes that ends a message by itself. */
const switches = {
  ask: 'array_append(array_remove(p.news, told.news), told.news)',
  end: 'array_remove(p.news, told.news)',
} as const;

/**
 * Begins or ends news to the address of a message: all of it, or the kind of the message where the profile has a switch for it.
 *
 * @returns false: there is no such message any more
 */
export async function changeNews(
  connection: Connection,
  eventId: string,
  change: keyof typeof changes,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: `change-news-${change}`,
    text: `
      with told as materialized (
        select m.seller_id, m.address, ${newsNamed('event_type')} as news
        from messages m join webhook_events using (event_id) where event_id = $1
      ), switched as (
        update seller_profiles p set news = ${switches[change]}
        from told where told.news is not null and p.seller_id = told.seller_id and p.confirmed_email = told.address
      )
      update mail_addresses d set ${changes[change]}
      from told where d.seller_id = told.seller_id and d.address = told.address`,
    values: [eventId],
  });
  return rowCount === 1;
}

/** The reader of a message may ask for it once more so often. */
const maxCopies = 3;

/**
 * Sends the latest message about one of these bids once more, to an address whose reader may have lost it.
 *
 * @returns false: it has been sent often enough, or there is none
 */
export async function sendOnceMore(connection: Connection, bidIds: readonly string[]): Promise<boolean> {
  const { rows } = await connection.query<{ isOnItsWay: boolean }>({
    name: 'send-once-more',
    text: `
      with latest as materialized (
        select m.event_id, state, copies from webhook_events v join messages m using (event_id)
        where v.bid_id = any($1::uuid[]) and event_type = 'bid_placed' order by event_id desc limit 1
      ), again as (
        update messages m set state = 'pending', reason = null, closed_at = null, copies = m.copies + 1,
          created_at = clock_timestamp(), next_attempt_at = clock_timestamp()
        from latest where m.event_id = latest.event_id and m.state <> 'pending' and m.copies < ${maxCopies}
      )
      select state = 'pending' or copies < ${maxCopies} as "isOnItsWay" from latest`,
    values: [bidIds],
  });
  return rows[0]?.isOnItsWay ?? false;
}

/** A mail sender's report about addresses: they take nothing, or their owner calls a message junk. */
export interface MailReport {
  readonly bounced: readonly string[];
  readonly complained: readonly string[];
}

/**
 * Stops messages to addresses that take nothing, and ends news to those whose owner has complained: of all sellers.
 *
 * @returns how many it knew
 */
export async function recordReport(connection: Connection, { bounced, complained }: MailReport): Promise<number> {
  const { rowCount } = await connection.query({
    name: 'record-mail-report',
    text: `
      update mail_addresses set
        bounced_at = case when address = any($1::text[]) then clock_timestamp() else bounced_at end,
        unsubscribed_at = case when address = any($2::text[]) then coalesce(unsubscribed_at, clock_timestamp()) else unsubscribed_at end
      where address = any($1::text[] || $2::text[])`,
    values: [bounced, complained],
  });
  return rowCount ?? 0;
}
