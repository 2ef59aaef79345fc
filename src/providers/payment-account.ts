import type { Connection } from '../db/database.ts';
import type { AccountState } from './provider-accounts.ts';
import type { ProviderName } from './provider-name.ts';

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
  /** When the provider last described the account. */
  readonly readAt: Date;
}

const paymentAccountStates = ['onboarding', 'pending', 'restricted', 'enabled', 'disconnected'] as const;

export type PaymentAccountState = (typeof paymentAccountStates)[number];

/** The select list of a `PaymentAccount`. */
export const paymentAccountColumns = `
  seller_id as "sellerId", provider, provider_reference as account, is_connected as "isConnected",
  charges_enabled as "chargesEnabled", details_submitted as "detailsSubmitted", requirements,
  disabled_reason as "disabledReason", revision, connected_at as "connectedAt",
  read_at as "readAt"`;

/** Finds the account of a seller; `null`: the seller has none. */
export async function findPaymentAccount(connection: Connection, sellerId: string): Promise<PaymentAccount | null> {
  const { rows } = await connection.query<PaymentAccount>({
    name: 'find-payment-account',
    text: `select ${paymentAccountColumns} from payment_accounts where seller_id = $1`,
    values: [sellerId],
  });
  return rows[0] ?? null;
}

/** Returns the state in one word. */
export function stateOfAccount(
  account: Pick<PaymentAccount, 'isConnected' | 'chargesEnabled' | 'detailsSubmitted' | 'requirements'>,
): PaymentAccountState {
  if (!account.isConnected) return 'disconnected';
  if (account.chargesEnabled) return 'enabled';
  if (!account.detailsSubmitted) return 'onboarding';
  return account.requirements.length === 0 ? 'pending' : 'restricted';
}

/** Returns the part of an account that the audit log shows. */
export function auditedAccount(account: PaymentAccount | null): object | null {
  return account === null ? null : { accountId: account.account, chargesEnabled: account.chargesEnabled };
}
