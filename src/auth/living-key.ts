/**
 * Whether a request may still be made with a key, as SQL: for statements that ask in the same breath as they read.
 *
 * @param apiKeyId SQL
 */
export function isLivingKey(apiKeyId: string): string {
  return `exists (
    select from api_keys k join sellers s using (seller_id)
    where k.api_key_id = ${apiKeyId} and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
      and s.suspended_at is null)`;
}
