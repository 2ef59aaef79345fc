import { hash } from 'node:crypto';
import type { FeeRate } from '../../../platform/config.ts';
import type { Connection } from '../../../platform/db/database.ts';
import type { AccountState, ProviderAccounts } from '../provider-accounts.ts';

const prefix = 'simacct_';

const state: AccountState = { chargesEnabled: true, detailsSubmitted: true, requirements: [], disabledReason: null };

/** Makes the accounts of the simulated provider. It asks a seller nothing: an account takes charges at once, and its link leads back. */
export function makeSimulatedAccounts(db: Connection, feeRate: FeeRate): ProviderAccounts {
  return {
    areUsed: true,
    feeRate,
    create: async ({ idempotencyKey }) => ({
      outcome: 'created',
      account: prefix + hash('sha256', idempotencyKey).slice(0, 16),
      state,
    }),
    read: async (account) => (account.startsWith(prefix) ? { outcome: 'found', state } : { outcome: 'none' }),
    async createLink({ returnUrl }) {
      const { rows } = await db.query<{ expiresAt: Date }>(
        `select clock_timestamp() + interval '5 minutes' as "expiresAt"`,
      );
      return { outcome: 'linked', url: returnUrl, expiresAt: rows[0]!.expiresAt };
    },
  };
}
