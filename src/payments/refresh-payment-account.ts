import type { Logger } from 'pino';
import type { Connection, Database } from '../db/database.ts';
import { type Gateways, gatewayNamed } from './gateways.ts';
import { findPaymentAccount, type PaymentAccount, paymentAccountColumns } from './payment-account.ts';
import type { ProviderName } from './provider-name.ts';
import type { AccountState } from './provider-accounts.ts';

interface Deps {
  readonly db: Database;
  readonly gateways: Gateways;
  readonly log: Logger;
}

/** Two reads of one account rarely overlap, and hardly ever often. */
export const maxReads = 5;

/** More sellers than share one account. */
const maxSellers = 100;

/**
 * Reads the account of a seller at its provider and records its state. A state that was read before another write is read
 * again, so that an older state never replaces a newer one.
 *
 * @returns the recorded account, and `isRead: false` if the provider gave no answer; `null`: the seller has none
 */
export async function refreshPaymentAccount(
  { db, gateways, log }: Deps,
  sellerId: string,
): Promise<{ readonly account: PaymentAccount; readonly isRead: boolean } | null> {
  for (let reads = 0; reads < maxReads; reads++) {
    const before = await findPaymentAccount(db, sellerId);
    if (before === null) return null;
    const read = await gatewayNamed(gateways, before.provider).accounts.read(before.account);
    if (read.outcome === 'unknown') {
      log.warn({ sellerId, account: before.account, reason: read.reason }, 'A payment account could not be read.');
      return { account: before, isRead: false };
    }
    const account = await writeState(db, before, read.outcome === 'none' ? null : read.state);
    if (account === null) continue;
    if (before.chargesEnabled && !account.chargesEnabled) {
      const { account: id, disabledReason } = account;
      log.error({ sellerId, account: id, disabledReason }, 'A payment account takes no charges any more.');
    }
    return { account, isRead: true };
  }
  throw new Error(`The payment account of seller ${sellerId} changes all the time.`);
}

/**
 * Handles an event about an account. The event only names the account: the account itself is read, so late, repeated and
 * reordered events change nothing.
 *
 * @throws when there is no answer, so that the provider sends its event again
 */
export async function followPaymentAccount(deps: Deps, provider: ProviderName, account: string): Promise<void> {
  const { rows } = await deps.db.query<{ sellerId: string }>(
    `select seller_id as "sellerId" from payment_accounts where provider = $1 and provider_reference = $2 limit ${maxSellers}`,
    [provider, account],
  );
  for (const { sellerId } of rows) {
    const refreshed = await refreshPaymentAccount(deps, sellerId);
    if (refreshed?.isRead === false) throw new Error(`The payment account ${account} could not be read.`);
  }
}

/**
 * Records the state of an account.
 *
 * @returns `null`: the account was written since it was read
 */
async function writeState(
  connection: Connection,
  { sellerId, revision }: PaymentAccount,
  state: AccountState | null,
): Promise<PaymentAccount | null> {
  const { rows } = await connection.query<PaymentAccount>(
    `with written as (
       update payment_accounts set is_connected = $3, charges_enabled = $4, details_submitted = $5, requirements = $6,
         disabled_reason = $7, revision = revision + 1, read_at = clock_timestamp()
       where seller_id = $1 and revision = $2
       returning ${paymentAccountColumns}, not old.charges_enabled and new.charges_enabled as is_enabled_again
     ), awaited as (
       -- Captures that were refused for the account are requested again at once.
       update authorizations a set next_attempt_at = clock_timestamp() from written
       where is_enabled_again and a.seller_id = $1 and a.closed_at is null and a.state = 'capturing'
         and a.failure_code = 'seller_cannot_be_paid'
     )
     select * from written`,
    [sellerId, revision, ...stateValues(state)],
  );
  return rows[0] ?? null;
}

/** @param state `null`: the provider no longer lets us use the account */
export function stateValues(state: AccountState | null): unknown[] {
  return [
    state !== null,
    state?.chargesEnabled ?? false,
    state?.detailsSubmitted ?? false,
    state?.requirements ?? [],
    state?.disabledReason ?? null,
  ];
}
