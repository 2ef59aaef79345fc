import type { Connection } from '../db/database.ts';

/** Whether news reaches an address: it waits for a click, is sent, or was ended. */
export type News = 'waiting' | 'sent' | 'ended';

/**
 * Builds SQL of the `News` of an address.
 *
 * @param row names a row of `mail_addresses`, which may be missing
 * @param isToSeller SQL
 */
export function newsOfAddress(row: string, isToSeller: string): string {
  return `case when ${row}.unsubscribed_at is not null then 'ended'
    when ${row}.confirmed_at is not null or ${isToSeller} then 'sent' else 'waiting' end`;
}

const changes = {
  /** The reader has asked for news. The message has arrived, so the address takes messages. */
  ask: 'confirmed_at = coalesce(d.confirmed_at, clock_timestamp()), unsubscribed_at = null, bounced_at = null',
  end: 'unsubscribed_at = coalesce(d.unsubscribed_at, clock_timestamp())',
} as const;

/**
 * Begins or ends news to the address of a message.
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
      update mail_addresses d set ${changes[change]}
      from messages m where m.event_id = $1 and d.seller_id = m.seller_id and d.address = m.address`,
    values: [eventId],
  });
  return rowCount === 1;
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

/** Lets messages of a seller go again to addresses that have bounced. */
export async function reviveAddresses(
  connection: Connection,
  sellerId: string,
  addresses: readonly string[],
): Promise<void> {
  await connection.query({
    name: 'revive-mail-addresses',
    text: 'update mail_addresses set bounced_at = null where seller_id = $1 and address = any($2::text[])',
    values: [sellerId, addresses],
  });
}
