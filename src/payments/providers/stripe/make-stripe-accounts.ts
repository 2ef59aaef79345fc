import Stripe from 'stripe';
import type { FeeRate } from '../../../platform/config.ts';
import type { AccountRefused, AccountState, ProviderAccounts } from '../provider-accounts.ts';
import type { Unknown } from '../observation.ts';
import { withinDeadline } from '../within-deadline.ts';
import { describe } from './answer-of-error.ts';
import type { Send } from './retry-when-limited.ts';

const maxRequirements = 50;
const maxReasonLength = 200;

export interface StripeOptions {
  readonly deadlineMs: number;
  readonly areUsed: boolean;
  readonly feeRate: FeeRate;
  /** The operator's own account, which cannot be connected to itself; `null`: the key does not name it. */
  readonly ownAccount: string | null;
}

/**
 * Makes the connected accounts of Stripe, for charges on behalf of the seller (destination charges). Sources:
 * https://docs.stripe.com/connect/destination-charges, https://docs.stripe.com/connect/express-accounts,
 * https://docs.stripe.com/api/account_links
 */
export function makeStripeAccounts(
  stripe: Stripe,
  { deadlineMs, areUsed, feeRate, ownAccount }: StripeOptions,
  send: Send,
): ProviderAccounts {
  /** Sends a request, and answers by the deadline. */
  async function ask<Result, Answer>(
    request: () => Promise<Result>,
    answerOf: (result: Result) => Answer,
  ): Promise<Answer | AccountRefused | Unknown> {
    return await withinDeadline(deadlineMs, send('release', request).then(answerOf, answerOfFailure));
  }

  return {
    areUsed,
    feeRate,
    create: ({ sellerId, sellerName, idempotencyKey }) =>
      ask(
        () =>
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
        (made) => ({ outcome: 'created', account: made.id, state: stateOf(made) }) as const,
      ),
    async read(account) {
      if (!/^acct_\w{1,64}$/.test(account) || account === `acct_${ownAccount}`) return { outcome: 'none' };
      const answer = await ask(
        () => stripe.accounts.retrieve(account).catch(noneIfUnknown),
        (found) =>
          found === null ? ({ outcome: 'none' } as const) : ({ outcome: 'found', state: stateOf(found) } as const),
      );
      return answer.outcome === 'refused' ? { outcome: 'unknown', reason: answer.reason } : answer;
    },
    createLink: ({ account, returnUrl, refreshUrl }) =>
      ask(
        () =>
          stripe.accountLinks.create({
            account,
            type: 'account_onboarding',
            return_url: returnUrl,
            refresh_url: refreshUrl,
            // Asked at once, so that the account is not restricted later, in the middle of an auction.
            collection_options: { fields: 'eventually_due' },
          }),
        ({ url, expires_at: expires }) => ({ outcome: 'linked', url, expiresAt: new Date(expires * 1000) }) as const,
      ),
  };
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
function noneIfUnknown(error: unknown): null {
  const { code, statusCode } = error as Stripe.errors.StripeError;
  if (code === 'account_invalid' || (statusCode === 404 && code === 'resource_missing')) return null;
  throw error;
}

/** @throws the error itself, if it is not Stripe's: a bug of ours */
function answerOfFailure(error: unknown): AccountRefused | Unknown {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  // A lock, a rate limit, or a fault of Stripe passes; a request that Stripe does not take, or a key without the right, stays.
  const isDefinite = [400, 401, 403, 404].includes(error.statusCode ?? 500);
  return { outcome: isDefinite ? 'refused' : 'unknown', reason: describe(error) };
}
