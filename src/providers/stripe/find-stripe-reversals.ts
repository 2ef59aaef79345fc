import type Stripe from 'stripe';
import type { ReversalState } from '../../db/generated/client.ts';
import type { Reversal, ReversalsAnswer } from '../reversal.ts';
import { answerOfError } from './answer-of-error.ts';

const maxListed = 100;

/**
 * Reads the refunds, disputes and early fraud warnings of a PaymentIntent.
 *
 * @param send sends each request when the limiter lets it start
 *
 * Sources: https://docs.stripe.com/api/refunds/list, https://docs.stripe.com/api/disputes/list,
 * https://docs.stripe.com/api/radar/early_fraud_warnings/list
 */
export async function findStripeReversals(
  stripe: Stripe,
  reference: string,
  send: <Answer>(request: () => Promise<Answer>) => Promise<Answer>,
): Promise<ReversalsAnswer> {
  const ofIntent = { payment_intent: reference, limit: maxListed };
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
    const answer = answerOfError(error);
    if (answer !== 'look' && answer.outcome === 'unknown') return answer;
    return { outcome: 'unknown', reason: `Stripe does not list what became of ${reference}` };
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
