import type Stripe from 'stripe';
import type { ReversalState } from '../../db/generated/client.ts';
import type { ListAnswer, ListedPayment, Reversal, ReversalsAnswer } from '../gateway.ts';
import { unknownOf } from './answer-of-error.ts';
import { answerOfIntent } from './intent.ts';
import type { Send } from './retry-when-limited.ts';

/** The most objects that Stripe lists in an answer. */
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
  send: Send,
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
    return unknownOf(error, 'Stripe does not list PaymentIntents');
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
      typeof charge === 'object' && charge?.captured === true && (charge.amount_refunded > 0 || charge.disputed),
  };
}

/**
 * Reads the refunds, disputes and early fraud warnings of a PaymentIntent.
 *
 * @param send sends each request when the limiter lets it start
 *
 * Sources: https://docs.stripe.com/api/refunds/list, https://docs.stripe.com/api/disputes/list,
 * https://docs.stripe.com/api/radar/early_fraud_warnings/list
 */
export async function findStripeReversals(stripe: Stripe, reference: string, send: Send): Promise<ReversalsAnswer> {
  const ofIntent = { payment_intent: reference, limit: pageSize };
  try {
    const [refunds, disputes, warnings] = await Promise.all([
      send(() => stripe.refunds.list(ofIntent)),
      send(() => stripe.disputes.list(ofIntent)),
      send(() => stripe.radar.earlyFraudWarnings.list({ ...ofIntent, expand: ['data.charge'] })),
    ]);
    return {
      outcome: 'found',
      reversals: [
        ...refunds.data.map(asRefund),
        ...disputes.data.map(asDispute),
        ...warnings.data.flatMap((warning) => asWarning(warning)),
      ],
    };
  } catch (error) {
    return unknownOf(error, `Stripe does not list what became of ${reference}`);
  }
}

function asRefund({ id, status, amount, created }: Stripe.Refund): Reversal {
  return { reference: id, kind: 'refund', state: stateOfRefund(status), amountInCents: amount, madeAt: at(created) };
}

/** A refund takes the money when it is made; it comes back when the refund fails. */
function stateOfRefund(status: string | null): ReversalState {
  switch (status) {
    case 'succeeded':
      return 'succeeded';
    case 'failed':
    case 'canceled':
      return 'failed';
    default:
      return 'pending';
  }
}

function asDispute({ id, status, amount, created }: Stripe.Dispute): Reversal {
  return { reference: id, kind: 'dispute', state: stateOfDispute(status), amountInCents: amount, madeAt: at(created) };
}

/** An inquiry (`warning_…`) takes no money until it becomes a dispute. */
function stateOfDispute(status: string): ReversalState {
  switch (status) {
    case 'warning_needs_response':
    case 'warning_under_review':
      return 'inquiry';
    case 'warning_closed':
    case 'prevented':
      return 'closed';
    case 'won':
    case 'lost':
      return status;
    default:
      return 'open';
  }
}

function asWarning({ id, charge, created }: Stripe.Radar.EarlyFraudWarning): Reversal[] {
  if (typeof charge === 'string') return [];
  return [
    { reference: id, kind: 'fraud_warning', state: 'reported', amountInCents: charge.amount, madeAt: at(created) },
  ];
}

function at(seconds: number): Date {
  return new Date(seconds * 1000);
}
