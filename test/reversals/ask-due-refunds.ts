import { askRefund, claimRefunds } from '../../src/settlement/reversals/ask-refund.ts';

/** Asks the provider for every refund that is due, and waits for the answers. The worker does the same without waiting. */
export async function askDueRefunds(deps: Parameters<typeof askRefund>[0]): Promise<void> {
  const claimed = await claimRefunds(deps.db, 50);
  await Promise.all(claimed.map((refund) => askRefund(deps, refund)));
}
