import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import { gatewayNamed, type PaymentDeps } from './gateways.ts';
import type { ProviderName } from './provider-name.ts';
import type { AccountState } from './provider-accounts.ts';

/** The account that a seller's sales are paid into, in our books. */
export interface PaymentAccount extends AccountState {
  readonly sellerId: string;
  readonly provider: ProviderName;
  /** The provider's own name for the account. */
  readonly account: string;
  /** False once the provider no longer lets us use the account. */
  readonly isConnected: boolean;
  readonly revision: number;
  readonly connectedAt: Date;
  readonly readAt: Date;
}

export type PaymentAccountState = 'onboarding' | 'pending' | 'restricted' | 'enabled' | 'disconnected';

export const paymentAccountColumns = `
  seller_id as "sellerId", provider, provider_reference as account, is_connected as "isConnected",
  charges_enabled as "chargesEnabled", details_submitted as "detailsSubmitted", requirements,
  disabled_reason as "disabledReason", revision, connected_at as "connectedAt",
  read_at as "readAt"`;

export async function findPaymentAccount(connection: Connection, sellerId: string): Promise<PaymentAccount | null> {
  const { rows } = await connection.query<PaymentAccount>({
    name: 'find-payment-account',
    text: `select ${paymentAccountColumns} from payment_accounts where seller_id = $1`,
    values: [sellerId],
  });
  return rows[0] ?? null;
}

export function stateOfAccount(
  account: Pick<PaymentAccount, 'isConnected' | 'chargesEnabled' | 'detailsSubmitted' | 'requirements'>,
): PaymentAccountState {
  if (!account.isConnected) return 'disconnected';
  if (account.chargesEnabled) return 'enabled';
  if (!account.detailsSubmitted) return 'onboarding';
  return account.requirements.length === 0 ? 'pending' : 'restricted';
}

/** Records in the audit log what a caller has done with the account of a seller. */
export async function auditPaymentAccount(
  tx: Connection,
  viewer: Viewer,
  { action, sellerId }: { readonly action: string; readonly sellerId: string },
  { before, after }: Readonly<Record<'before' | 'after', PaymentAccount | null>>,
): Promise<void> {
  const shown = (one: PaymentAccount | null) => one && { accountId: one.account, chargesEnabled: one.chargesEnabled };
  const change = { action, subjectType: 'seller', subjectId: sellerId, sellerId } as const;
  await recordAudit(tx, viewer, { ...change, before: shown(before), after: shown(after) });
}

/** Two reads of one account rarely overlap, and hardly ever often. */
export const maxReads = 5;

/**
 * Reads the account of a seller at its provider and records its state. A state that was read before another write is read
 * again, so that an older state never replaces a newer one.
 *
 * @returns the recorded account, and `isRead: false` if the provider gave no answer; `null`: the seller has none
 */
export async function refreshPaymentAccount({ db, gateways, log }: PaymentDeps, sellerId: string) {
  for (let reads = 0; reads < maxReads; reads++) {
    const before = await findPaymentAccount(db, sellerId);
    if (before === null) return null;
    const read = await gatewayNamed(gateways, before.provider).accounts.read(before.account);
    if (read.outcome === 'unknown') {
      log.warn({ sellerId, account: before.account, reason: read.reason }, 'A payment account could not be read.');
      return { account: before, isRead: false };
    }
    const account = await recordPaymentAccount(db, before, read.outcome === 'none' ? null : read.state, before);
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
export async function followPaymentAccount(deps: PaymentDeps, provider: ProviderName, account: string): Promise<void> {
  // The limit is more than the sellers that share one account.
  const { rows } = await deps.db.query<{ sellerId: string }>(
    `select seller_id as "sellerId" from payment_accounts where provider = $1 and provider_reference = $2 limit 100`,
    [provider, account],
  );
  for (const { sellerId } of rows) {
    const refreshed = await refreshPaymentAccount(deps, sellerId);
    if (refreshed?.isRead === false) throw new Error(`The payment account ${account} could not be read.`);
  }
}

/**
 * Records the account that a seller's sales are paid into from now on, or its new state. Holds that stand keep the account before.
 *
 * @param state `null`: the provider no longer lets us use the account
 * @param before what stood in the books when `state` was read; `null`: nothing
 * @returns `null`: the account was written since, so that `state` may be older than what stands there
 */
export async function recordPaymentAccount(
  connection: Connection,
  { sellerId, provider, account }: Pick<PaymentAccount, 'sellerId' | 'provider' | 'account'>,
  state: AccountState | null,
  before: PaymentAccount | null,
): Promise<PaymentAccount | null> {
  const { chargesEnabled, detailsSubmitted, requirements, disabledReason } = state ?? noCharges;
  const described = [state !== null, chargesEnabled, detailsSubmitted, requirements, disabledReason];
  const values = [sellerId, provider, account, ...described];
  const { rows } =
    before === null
      ? await connection.query<PaymentAccount>(
          `insert into payment_accounts (seller_id, provider, provider_reference, is_connected, charges_enabled, details_submitted,
             requirements, disabled_reason)
           values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning ${paymentAccountColumns}`,
          values,
        )
      : await connection.query<PaymentAccount>(
          `with written as (
             update payment_accounts set
               page_token = case when provider_reference = $3 then page_token else gen_random_uuid() end,
               connected_at = case when provider_reference = $3 then connected_at else clock_timestamp() end,
               provider = $2, provider_reference = $3, is_connected = $4, charges_enabled = $5, details_submitted = $6,
               requirements = $7, disabled_reason = $8, revision = revision + 1, read_at = clock_timestamp()
             where seller_id = $1 and revision = $9
             returning ${paymentAccountColumns}, not old.charges_enabled and new.charges_enabled as is_enabled_again
           ), awaited as (
             -- Captures that were refused for the account are requested again at once.
             update authorizations a set next_attempt_at = clock_timestamp() from written
             where is_enabled_again and a.seller_id = $1 and a.closed_at is null and a.state = 'capturing'
               and a.failure_code = 'seller_cannot_be_paid'
           )
           select * from written`,
          [...values, before.revision],
        );
  return rows[0] ?? null;
}

/** The state of an account that the provider no longer lets us use. */
const noCharges: AccountState = {
  chargesEnabled: false,
  detailsSubmitted: false,
  requirements: [],
  disabledReason: null,
};
