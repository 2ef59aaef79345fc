/**
 * The simulated provider's instant for an account, as SQL: the only place that says what time it is there.
 *
 * @param account SQL that names the account
 */
export function providerNow(account: string): string {
  return `(clock_timestamp() + coalesce((select offset_ms from simulated_clocks c where c.account = ${account}), 0)
    * interval '1 millisecond')`;
}
