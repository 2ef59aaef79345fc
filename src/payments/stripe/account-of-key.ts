/**
 * Reads the account from a key of Stripe.
 *
 * @returns `null`: the key does not contain its account
 */
export function accountOfKey(key: string): string | null {
  return /^[a-z]k_(?:test|live)_5(1\w{15})/.exec(key)?.[1] ?? null;
}
