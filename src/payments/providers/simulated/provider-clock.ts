import { clockOffset } from '../../../platform/db/seller-clock.ts';

/**
 * Returns SQL of the simulated provider's instant for an account. It goes with the clock of the seller, so that holds lapse at the seller's time. No
 * other place computes it.
 *
 * @param account SQL of the text that names the account: the seller's id
 */
export function providerNow(account: string): string {
  return `(clock_timestamp() + coalesce((select ${clockOffset} from sellers where seller_id = ${account}::uuid), interval '0'))`;
}
