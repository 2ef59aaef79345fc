import type { Connection } from '../db/database.ts';
import { type PaymentAccount, paymentAccountColumns } from './payment-account.ts';
import type { ProviderName } from './provider-name.ts';
import type { AccountState } from './provider-accounts.ts';
import { stateValues } from './refresh-payment-account.ts';

/**
 * Records the account that a seller's sales are paid into from now on, in place of the one before. Holds that stand keep theirs.
 *
 * @param recorded.before what stood in the books when `state` was read; `null`: nothing
 * @returns `null`: the account was written since, so that `state` may be older than what stands there
 */
export async function recordPaymentAccount(
  tx: Connection,
  {
    sellerId,
    provider,
    account,
    state,
    before,
  }: {
    readonly sellerId: string;
    readonly provider: ProviderName;
    readonly account: string;
    readonly state: AccountState;
    readonly before: PaymentAccount | null;
  },
): Promise<PaymentAccount | null> {
  const { rows } = await tx.query<PaymentAccount>(
    `insert into payment_accounts as kept (seller_id, provider, provider_reference, is_connected, charges_enabled,
       details_submitted, requirements, disabled_reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (seller_id) do update set
       page_token = case when kept.provider_reference = $3 then kept.page_token else excluded.page_token end,
       connected_at = case when kept.provider_reference = $3 then kept.connected_at else excluded.connected_at end,
       provider = $2, provider_reference = $3, is_connected = $4, charges_enabled = $5, details_submitted = $6,
       requirements = $7, disabled_reason = $8, revision = kept.revision + 1, read_at = clock_timestamp()
     where kept.revision = $9
     returning ${paymentAccountColumns}`,
    [sellerId, provider, account, ...stateValues(state), before?.revision ?? null],
  );
  return rows[0] ?? null;
}
