import type Stripe from 'stripe';
import type { ListAnswer, ListedPayment } from '../listed-payment.ts';
import { answerOfError } from './answer-of-error.ts';
import { answerOfIntent } from './answer-of-intent.ts';

const pageSize = 100;
/** The calls that one page of ours takes at the most. */
const maxCalls = 10;

/**
 * Lists PaymentIntents that were created since an instant and carry our metadata.
 *
 * @param request.after the id of the last PaymentIntent of the page before
 * @param send sends each request when the limiter lets it start
 *
 * Source: https://docs.stripe.com/api/payment_intents/list
 */
export async function listStripePayments(
  stripe: Stripe,
  { since, after: first }: { readonly since: Date; readonly after: string | null },
  send: <Answer>(request: () => Promise<Answer>) => Promise<Answer>,
): Promise<ListAnswer> {
  const payments: ListedPayment[] = [];
  let after = first;
  try {
    for (let call = 1; ; call += 1) {
      const page: Stripe.ApiList<Stripe.PaymentIntent> = await send(() =>
        stripe.paymentIntents.list({
          created: { gte: Math.floor(since.getTime() / 1000) },
          limit: pageSize,
          expand: ['data.latest_charge'],
          ...(after !== null && { starting_after: after }),
        }),
      );
      payments.push(...page.data.filter(isOurs).map(asListed));
      after = page.data.at(-1)?.id ?? null;
      if (!page.has_more || after === null) return { outcome: 'listed', payments, next: null };
      if (call === maxCalls) return { outcome: 'listed', payments, next: after };
    }
  } catch (error) {
    const answer = answerOfError(error);
    if (answer !== 'look' && answer.outcome === 'unknown') return answer;
    return { outcome: 'unknown', reason: 'Stripe does not list PaymentIntents' };
  }
}

function isOurs({ metadata }: Stripe.PaymentIntent): boolean {
  return metadata['authorization_id'] !== undefined;
}

function asListed(intent: Stripe.PaymentIntent): ListedPayment {
  const { id, metadata, amount, amount_received: capturedInCents, latest_charge: charge } = intent;
  return {
    reference: id,
    authorizationId: metadata['authorization_id'] ?? null,
    auctionId: metadata['auction_id'] ?? null,
    sellerId: metadata['seller_id'] ?? null,
    renews: metadata['renews'] ?? null,
    amountInCents: amount,
    capturedInCents,
    state: answerOfIntent(intent).outcome,
    isReversed:
      charge !== null &&
      typeof charge !== 'string' &&
      charge.captured &&
      (charge.amount_refunded > 0 || charge.disputed),
  };
}
