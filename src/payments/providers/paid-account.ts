import type { Gateways } from './gateways.ts';

/**
 * Returns SQL of the account that new bids of a seller are paid into, for a `lateral` join: `account`, null for the
 * operator's own, and `can_be_paid`. No other place decides this.
 *
 * A live seller is paid into an account of its own if the operator has set so, and then needs one that takes charges. A test
 * seller needs none; once it has one, it is treated like such a live seller, so that accounts can be tried out.
 *
 * @param seller SQL of the seller's id and mode
 * @param liveUseOwn SQL of a boolean: `liveSellersUseOwn`
 */
export function paidAccount(seller: { readonly id: string; readonly mode: string }, liveUseOwn: string): string {
  return `(select case when uses_own then own.provider_reference end as account,
        not uses_own or coalesce(own.charges_enabled, ${seller.mode} = 'test') as can_be_paid
      from (select ${seller.mode} = 'test' or ${liveUseOwn}::boolean as uses_own) paying
        left join payment_accounts own on own.seller_id = ${seller.id})`;
}

/** Whether live sellers are paid into accounts of their own. */
export function liveSellersUseOwn(gateways: Gateways): boolean {
  return Object.values(gateways).some((gateway) => gateway?.mode === 'live' && gateway.accounts.areUsed);
}
