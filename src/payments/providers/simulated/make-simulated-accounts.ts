import { randomBytes } from 'node:crypto';
import type { FeeRate } from '../../../platform/config.ts';
import type { Connection } from '../../../platform/db/database.ts';
import type { ProviderAccounts } from '../provider-accounts.ts';

/** Makes the accounts of the simulated provider, whose onboarding is one page with a button. */
export function makeSimulatedAccounts(db: Connection, feeRate: FeeRate): ProviderAccounts {
  return {
    areUsed: true,
    feeRate,
    async create({ idempotencyKey }) {
      const { rows } = await db.query<{ account: string }>(
        `insert into simulated_accounts (account, idempotency_key) values ($1, $2)
         on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
         returning account`,
        [`simacct_${randomBytes(8).toString('hex')}`, idempotencyKey],
      );
      return { outcome: 'created', account: rows[0]!.account };
    },
    async read(account) {
      const { rows } = await db.query<{ isOnboarded: boolean }>(
        'select is_onboarded as "isOnboarded" from simulated_accounts where account = $1',
        [account],
      );
      if (rows[0] === undefined) return { outcome: 'none' };
      const { isOnboarded } = rows[0];
      const state = {
        chargesEnabled: isOnboarded,
        detailsSubmitted: isOnboarded,
        requirements: isOnboarded ? [] : ['onboarding.finished'],
        disabledReason: isOnboarded ? null : 'requirements.past_due',
      };
      return { outcome: 'found', state };
    },
    async createLink({ account, onboardingUrl }) {
      // The link lasts as short as at real providers, so that an expired one is seen in a trial.
      const { rows } = await db.query<{ expiresAt: Date }>(
        `update simulated_accounts set link_expires_at = clock_timestamp() + interval '5 minutes' where account = $1
         returning link_expires_at as "expiresAt"`,
        [account],
      );
      if (rows[0] === undefined) return { outcome: 'refused', reason: `there is no account ${account}` };
      return { outcome: 'linked', url: onboardingUrl, expiresAt: rows[0].expiresAt };
    },
  };
}

/**
 * Builds SQL that is true while an account takes no money.
 *
 * @param account SQL of the account; null: the operator's own
 */
export function isRestricted(account: string): string {
  return `exists (select from simulated_accounts s where s.account = ${account} and not s.is_onboarded)`;
}
