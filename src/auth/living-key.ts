/**
 * A key's row, as `k`, and the one of its seller, as `sellers`, where requests may still be made with it: SQL from `from`
 * on, for statements that ask in the same breath as they read. `$1` is the seller.
 *
 * @param apiKeyId SQL
 * @param more of the row, after a comma
 */
export function fromLivingKey(apiKeyId: string, more = ''): string {
  // Each by its own id: a join between them would be planned as one of whole tables where these are small.
  return `from api_keys k, sellers${more}
    where k.api_key_id = ${apiKeyId} and k.seller_id = $1 and sellers.seller_id = $1
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
      and sellers.suspended_at is null`;
}
