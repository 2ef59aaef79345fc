import type { Connection } from '../../src/platform/db/database.ts';
import type { Gateway, OpenRequest } from '../../src/payments/providers/gateway.ts';
import { type Observed, refused } from '../../src/payments/providers/observation.ts';
import type { AccountState } from '../../src/payments/providers/provider-accounts.ts';

/** The accounts that take no money at present, and give none back. */
const restricted = new Set<string>();

/** The provider restricts an account, or enables it again. It sends no event about that. */
export function restrictAccount(account: string, isRestricted: boolean): void {
  if (isRestricted) restricted.add(account);
  else restricted.delete(account);
}

const state: AccountState = {
  chargesEnabled: false,
  detailsSubmitted: false,
  requirements: ['onboarding.finished'],
  disabledReason: 'requirements.past_due',
};

/** Adds restricted accounts to the simulated provider, whose own accounts take charges from the first moment. */
export function withRestrictedAccounts(gateway: Gateway, db: Connection): Gateway {
  /** A request that was answered before gets its answer again. */
  async function open<Request extends OpenRequest>(
    ask: (request: Request) => Promise<Observed>,
    request: Request,
  ): Promise<Observed> {
    const isRefused = request.payee !== undefined && restricted.has(request.payee.account);
    if (!isRefused || (await gateway.find(request)).reference !== null) return await ask(request);
    return { ...refused('seller_cannot_be_paid'), reference: null };
  }

  async function isPayeeRestricted(reference: string): Promise<boolean> {
    if (restricted.size === 0) return false;
    const { rows } = await db.query<{ payee: string | null }>(
      'select payee from simulated_payments where reference = $1',
      [reference],
    );
    return restricted.has(rows[0]?.payee ?? '');
  }

  return {
    ...gateway,
    accounts: {
      ...gateway.accounts,
      read: async (account) =>
        restricted.has(account) ? { outcome: 'found', state } : await gateway.accounts.read(account),
    },
    hold: (request) => open(gateway.hold, request),
    holdAgain: (request) => open(gateway.holdAgain, request),
    capture: async (request) => {
      const { reference } = request;
      const isRefused =
        (await isPayeeRestricted(reference)) && (await gateway.read({ reference })).outcome === 'authorized';
      return isRefused ? refused('seller_cannot_be_paid') : await gateway.capture(request);
    },
    refund: async (request) =>
      (await isPayeeRestricted(request.reference))
        ? { outcome: 'refused', code: 'not_permitted' }
        : await gateway.refund(request),
  };
}
