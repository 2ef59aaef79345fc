import Stripe from 'stripe';
import type { FeeRate } from '../../config.ts';
import type { AccountRefused, AccountState, ProviderAccounts } from '../provider-accounts.ts';
import type { Unknown } from '../observation.ts';
import { withinDeadline } from '../within-deadline.ts';

const maxRequirements = 50;
const maxReasonLength = 200;

export interface StripeAccountOptions {
  readonly areUsed: boolean;
  readonly feeRate: FeeRate;
  readonly deadlineMs: number;
  /** The operator's own account, which cannot be connected to itself; `null`: the key does not name it. */
  readonly ownAccount: string | null;
  /** Sends each request when the limiter lets it start. */
  readonly send: <Answer>(request: () => Promise<Answer>) => Promise<Answer>;
}

/**
 * Makes the connected accounts of Stripe, for charges on behalf of the seller (destination charges). Sources:
 * https://docs.stripe.com/connect/destination-charges, https://docs.stripe.com/connect/express-accounts,
 * https://docs.stripe.com/api/account_links
 */
export function makeStripeAccounts(stripe: Stripe, options: StripeAccountOptions): ProviderAccounts {
  const { areUsed, feeRate, deadlineMs, ownAccount, send } = options;
  return {
    areUsed,
    feeRate,
    create: ({ sellerId, sellerName, idempotencyKey }) =>
      withinDeadline(
        deadlineMs,
        catching(async () => {
          const { id } = await send(() =>
            stripe.accounts.create(
              {
                // With destination charges, fees, refunds and disputes are taken from the operator's balance.
                controller: {
                  stripe_dashboard: { type: 'express' },
                  fees: { payer: 'application' },
                  losses: { payments: 'application' },
                },
                capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
                business_profile: { name: sellerName },
                metadata: { seller_id: sellerId },
              },
              { idempotencyKey },
            ),
          );
          return { outcome: 'created', account: id } as const;
        }),
      ),
    read: async (account) => {
      if (!/^acct_\w{1,64}$/.test(account) || account === `acct_${ownAccount}`) return { outcome: 'none' };
      return await withinDeadline(deadlineMs, read(account));
    },
    createLink: ({ account, returnUrl, refreshUrl }) =>
      withinDeadline(
        deadlineMs,
        catching(async () => {
          const { url, expires_at: expires } = await send(() =>
            stripe.accountLinks.create({
              account,
              type: 'account_onboarding',
              return_url: returnUrl,
              refresh_url: refreshUrl,
              // Asked at once, so that the account is not restricted later, in the middle of an auction.
              collection_options: { fields: 'eventually_due' },
            }),
          );
          return { outcome: 'linked', url, expiresAt: new Date(expires * 1000) } as const;
        }),
      ),
  };

  async function read(account: string): ReturnType<ProviderAccounts['read']> {
    try {
      const found = await send(() => stripe.accounts.retrieve(account));
      return { outcome: 'found', state: stateOf(found) };
    } catch (error) {
      if (isUnknownAccount(error)) return { outcome: 'none' };
      const { reason } = answerOf(error);
      return { outcome: 'unknown', reason };
    }
  }
}

function stateOf(account: Stripe.Account): AccountState {
  const { charges_enabled: charges, details_submitted: detailsSubmitted, capabilities = {}, requirements } = account;
  // Charges on behalf of the account need the first, and the transfer of their money the second.
  const inactive = (['card_payments', 'transfers'] as const).find((name) => capabilities[name] !== 'active');
  const due = new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])]);
  const reason = requirements?.disabled_reason ?? (inactive === undefined ? null : `${inactive} is not active`);
  return {
    chargesEnabled: charges && inactive === undefined,
    detailsSubmitted,
    requirements: [...due].slice(0, maxRequirements),
    disabledReason: reason?.slice(0, maxReasonLength) ?? null,
  };
}

/** Stripe answers 403 for an account of another platform, of another mode, and for one that was disconnected. */
function isUnknownAccount(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return error.code === 'account_invalid' || (error.statusCode === 404 && error.code === 'resource_missing');
}

async function catching<Answer>(request: () => Promise<Answer>): Promise<Answer | AccountRefused | Unknown> {
  try {
    return await request();
  } catch (error) {
    return answerOf(error);
  }
}

/** @throws the error itself, if it is not Stripe's: a bug of ours */
function answerOf(error: unknown): AccountRefused | Unknown {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { type, statusCode = 500, code, message } = error;
  const reason = [type, statusCode, code, message].filter((part) => part !== undefined && part !== '').join(' ');
  // A lock, a rate limit, or a fault of Stripe passes; a request that Stripe does not take, or a key without the right, stays.
  const isDefinite = [400, 401, 403, 404].includes(statusCode);
  return { outcome: isDefinite ? 'refused' : 'unknown', reason };
}
