import type { Context } from 'hono';
import { digestUuid, isUuid } from '../../core/uuid.ts';
import {
  type PaymentAccount,
  paymentAccountColumns,
  refreshPaymentAccount,
} from '../../payments/providers/payment-account.ts';
import type { PageDeps } from './page-deps.ts';
import { sendMessage } from './send-page.ts';

/** A page that is reloaded asks the provider this often at most. */
const readEverySeconds = 5;

/**
 * The pages around the onboarding of a seller, to which the provider sends the seller back. The address names the account by the
 * random token of its latest link, and shows whether the account takes charges, nothing else.
 */
export async function showOnboarding(c: Context, deps: PageDeps): Promise<Response> {
  const account = await accountOf(c, deps);
  if (account === null) return await sendMessage(c, deps, { status: 404, message: 'onboardingLinkExpired' });
  switch (c.req.param('step')) {
    case 'return':
      return await showReturn(c, deps, account);
    case 'refresh':
      return await sendMessage(c, deps, { status: 200, message: 'onboardingLinkExpired' });
    default:
      return await sendMessage(c, deps, { status: 404, message: 'noSuchPage' });
  }
}

async function showReturn(c: Context, deps: PageDeps, known: NamedAccount): Promise<Response> {
  const refreshed = known.isStale
    ? await refreshPaymentAccount(deps, known.sellerId)
    : { account: known, isRead: true };
  c.header('cache-control', 'no-store');
  if (refreshed?.isRead !== true) {
    return await sendMessage(c, deps, { status: 200, message: 'paymentAccountUnread' });
  }
  const { chargesEnabled } = refreshed.account;
  return await sendMessage(c, deps, {
    status: 200,
    message: chargesEnabled ? 'paymentAccountReady' : 'paymentAccountNotReady',
  });
}

interface NamedAccount extends PaymentAccount {
  readonly isStale: boolean;
}

async function accountOf(c: Context, { db }: PageDeps): Promise<NamedAccount | null> {
  const token = c.req.param('token') ?? '';
  if (!isUuid(token)) return null;
  const { rows } = await db.query<NamedAccount>({
    name: 'payment-account-of-page',
    text: `select ${paymentAccountColumns},
        read_at < clock_timestamp() - ${readEverySeconds} * interval '1 second' as "isStale"
      from payment_accounts where page_token = $1`,
    values: [digestUuid('payment account page', token)],
  });
  return rows[0] ?? null;
}
