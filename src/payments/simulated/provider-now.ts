/**
 * Returns SQL of the simulated provider's instant for an account. No other place computes it.
 *
 * @param account SQL that names the account
 */
export function providerNow(account: string): string {
  return `(clock_timestamp() + coalesce((select offset_ms from simulated_clocks c where c.account = ${account}), 0)
    * interval '1 millisecond')`;
}
