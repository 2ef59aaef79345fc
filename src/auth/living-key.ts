/**
 * A key's row, as `k`, and its seller's, as `sellers`, where requests may still be made with it: SQL from `from` on, for
 * statements that ask in the same breath as they read.
 *
 * @param apiKeyId SQL
 * @param more of the row, after a comma
 */
export function fromLivingKey(apiKeyId: string, more = ''): string {
  return `from api_keys k join sellers using (seller_id)${more}
    where k.api_key_id = ${apiKeyId} and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
      and sellers.suspended_at is null`;
}

/** Whether there is such a row. */
export function isLivingKey(apiKeyId: string): string {
  return `exists (select ${fromLivingKey(apiKeyId)})`;
}
