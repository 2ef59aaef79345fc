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
