import type { Connection } from '../../platform/db/database.ts';

/** A mailbox that was full of errors then may be in order again. */
const bounceLasts = `interval '90 days'`;

/**
 * Builds SQL that is true while nothing is sent to an address, as a mail server or sender has said that it takes nothing.
 *
 * @param row names a row of `mail_addresses`, which may be missing
 */
export function hasBounced(row: string): string {
  return `coalesce(${row}.bounced_at > statement_timestamp() - ${bounceLasts}, false)`;
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
