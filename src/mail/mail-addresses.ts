import type { Connection } from '../db/database.ts';

/**
 * Marks the address of a message: as confirmed, as somebody has followed its link, or as one that gets no more messages of this seller.
 *
 * @returns false: there is no such message any more
 */
export async function markAddress(
  connection: Connection,
  eventId: string,
  column: 'confirmed_at' | 'unsubscribed_at',
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: `mark-mail-address-${column}`,
    text: `
      update mail_addresses d set ${column} = coalesce(d.${column}, clock_timestamp())
      from messages m where m.event_id = $1 and d.seller_id = m.seller_id and d.address = m.address`,
    values: [eventId],
  });
  return rowCount === 1;
}

/** Ends messages of all sellers to addresses that take nothing, as a sender of mail reports. @returns how many it knew */
export async function suppressAddresses(connection: Connection, addresses: readonly string[]): Promise<number> {
  const { rowCount } = await connection.query({
    name: 'suppress-mail-addresses',
    text: 'update mail_addresses set bounced_at = clock_timestamp() where address = any($1::text[])',
    values: [addresses],
  });
  return rowCount ?? 0;
}
