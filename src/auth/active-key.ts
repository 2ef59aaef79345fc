/**
 * Returns SQL of an active key's row, as `k`, and of its seller's, as `sellers`, from `from` on: for statements that
 * check the key while they read. `$1` is the seller.
 *
 * @param apiKeyId SQL
 * @param more further tables, after a comma or a join
 */
export function fromActiveKey(apiKeyId: string, more = ''): string {
  // Each row is looked up by its own id: for small tables the planner would join them whole.
  return `from api_keys k, sellers${more}
    where k.api_key_id = ${apiKeyId} and k.seller_id = $1 and sellers.seller_id = $1
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
      and sellers.suspended_at is null`;
}
