import type { Connection } from '../db/database.ts';

/** The address of a message, confirmed by somebody who has followed its link. @returns false: there is no such message any more */
export async function confirmAddress(connection: Connection, eventId: string): Promise<boolean> {
  return await markAddress(connection, eventId, 'confirmed_at');
}

/** Ends messages of this seller to the address of a message. @returns false: there is no such message any more */
export async function unsubscribeAddress(connection: Connection, eventId: string): Promise<boolean> {
  return await markAddress(connection, eventId, 'unsubscribed_at');
}

async function markAddress(
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
