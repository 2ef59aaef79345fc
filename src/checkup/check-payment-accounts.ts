import type { Config } from '../config.ts';
import { type CheckResult, fault, fine, notice } from '../core/check-result.ts';
import type { Connection } from '../db/database.ts';

const maxNamed = 20;

interface Unpaid {
  readonly name: string;
  readonly account: string | null;
  readonly disabledReason: string | null;
  /** Has an auction that is not completed, and that takes no bids. */
  readonly isSelling: boolean;
}

/** Names the live sellers that cannot take bids, because they have no payment account that takes charges. */
export async function checkPaymentAccounts(
  connection: Pick<Connection, 'query'>,
  { paymentAccounts }: Pick<Config, 'paymentAccounts'>,
): Promise<CheckResult[]> {
  if (paymentAccounts === 'operator') return [];
  const subject = 'Payment accounts';
  const { rows } = await connection.query<Unpaid>(
    `select name, provider_reference as account, disabled_reason as "disabledReason",
       exists (select from auctions where auctions.seller_id = sellers.seller_id and status <> 'completed') as "isSelling"
     from sellers left join payment_accounts using (seller_id)
     where mode = 'live' and suspended_at is null and charges_enabled is not true
     order by "isSelling" desc, name limit ${maxNamed + 1}`,
  );
  if (rows.length === 0) return [fine(subject, 'Every live seller can be paid.')];
  const named = rows.slice(0, maxNamed).map(({ name, account, disabledReason }) => {
    const facts = [account ?? 'no account', disabledReason].filter((fact) => fact !== null);
    return `${name} (${facts.join(', ')})`;
  });
  const found = `These live sellers take no bids: ${named.join(', ')}${rows.length > maxNamed ? ' and more' : ''}.`;
  const remedy =
    'Let them finish the onboarding (createPaymentOnboardingLink), or connect an account (connectPaymentAccount).';
  return [rows.some(({ isSelling }) => isSelling) ? fault(subject, found, remedy) : notice(subject, found, remedy)];
}
