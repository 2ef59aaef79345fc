import Stripe from 'stripe';
import { isUuid } from '../../../core/uuid.ts';
import type { ReversalState } from '../../../platform/db/generated/client.ts';
import type { ListAnswer, ListedPayment, ListRequest, Reversal, ReversalsAnswer } from '../gateway.ts';
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
 * Source: https://docs.stripe.com/api/payment_intents/list
 */
export async function listStripePayments(
  stripe: Stripe,
  { since, after: first, priority }: ListRequest,
  send: Send,
): Promise<ListAnswer> {
  const payments: ListedPayment[] = [];
  let after = first;
  try {
    for (let call = 1; ; call += 1) {
      const page: Stripe.ApiList<Stripe.PaymentIntent> = await send(priority, () =>
        stripe.paymentIntents.list({
          created: { gte: Math.floor(since.getTime() / 1000) },
          limit: pageSize,
          expand: ['data.latest_charge'],
          ...(after !== null && { starting_after: after }),
        }),
      );
      payments.push(...page.data.filter(({ metadata }) => 'authorization_id' in metadata).map(asListed));
      after = page.data.at(-1)?.id ?? null;
      if (!page.has_more || after === null) return { outcome: 'listed', payments, next: null };
      if (call === maxCalls) return { outcome: 'listed', payments, next: after };
    }
  } catch (error) {
    return unknownOf(error, 'Stripe does not list PaymentIntents');
  }
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
 * Sources: https://docs.stripe.com/api/refunds/list, https://docs.stripe.com/api/disputes/list,
 * https://docs.stripe.com/api/radar/early_fraud_warnings/list
 */
export async function findStripeReversals(stripe: Stripe, reference: string, send: Send): Promise<ReversalsAnswer> {
  const ofIntent = { payment_intent: reference, limit: pageSize };
  try {
    const [refunds, disputes, warnings] = await Promise.all([
      send('release', () => stripe.refunds.list(ofIntent)),
      send('release', () => stripe.disputes.list(ofIntent)),
      unlessForbidden(
        send('release', () => stripe.radar.earlyFraudWarnings.list({ ...ofIntent, expand: ['data.charge'] })),
      ),
    ]);
    const rest = refunds.data.length === 0 ? null : await findRest(stripe, reference, refunds.data, send);
    return {
      outcome: 'found',
      reversals: [
        ...refunds.data.filter((refund) => refund !== rest).map(asRefund),
        ...disputes.data.map(asDispute),
        // A warning moves no money, so a key that may not read warnings still finds the rest.
        ...(warnings?.data ?? []).flatMap(asWarning),
      ],
    };
  } catch (error) {
    return unknownOf(error, `Stripe does not list what became of ${reference}`);
  }
}

/**
 * Finds the refund that stands for the rest of a hold that was captured in part: nobody got that money back. Stripe makes it for a capture
 * with an API version before 2025-03-31, and counts it in `amount_refunded`. A later version makes none; then the balance transaction of
 * the charge is about the captured amount alone. A key that may not read it leaves a refund of just that amount in doubt: it counts as the
 * rest, so that nobody else is charged.
 *
 * Source: https://docs.stripe.com/changelog/basil/2025-03-31/remove-refund-from-partial-capture-and-payment-cancellation-flow
 *
 * @param refunds as Stripe lists them, the newest first
 */
async function findRest(
  stripe: Stripe,
  reference: string,
  refunds: readonly Stripe.Refund[],
  send: Send,
): Promise<Stripe.Refund | null> {
  const intent = await send('release', () => stripe.paymentIntents.retrieve(reference));
  const { amount, amount_received: captured, currency, latest_charge: charge } = intent;
  const rest = refunds.findLast(
    (refund) => refund.amount === amount - captured && refund.status === 'succeeded' && refundIdOf(refund) === null,
  );
  if (rest === undefined) return null;
  const taken = refunds.filter(({ status }) => refundStates[status ?? 'pending'] !== 'failed');
  // More than was captured cannot be given back.
  if (taken.reduce((sum, refund) => sum + refund.amount, 0) > captured) return rest;
  const chargeId = typeof charge === 'object' ? charge?.id : charge;
  const balance = chargeId === undefined ? null : await findBalance(stripe, chargeId, send);
  return balance?.currency === currency && balance.amount === captured ? null : rest;
}

/** Reads the balance transaction of a charge; `null` if the key may not. */
async function findBalance(stripe: Stripe, chargeId: string, send: Send): Promise<Stripe.BalanceTransaction | null> {
  const charge = await unlessForbidden(
    send('release', () => stripe.charges.retrieve(chargeId, { expand: ['balance_transaction'] })),
  );
  return typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null;
}

/** Returns the answer; `null` if the key may not ask. */
async function unlessForbidden<Answer>(answering: Promise<Answer>): Promise<Answer | null> {
  return await answering.catch((error: unknown) => {
    const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors;
    if (error instanceof StripeInvalidRequestError || error instanceof StripePermissionError) return null;
    throw error;
  });
}

function asRefund(refund: Stripe.Refund): Reversal {
  const { id, status, amount, created } = refund;
  const state = refundStates[status ?? 'pending'] ?? 'pending';
  const refundId = refundIdOf(refund);
  return { reference: id, kind: 'refund', state, amountInCents: amount, madeAt: at(created), refundId };
}

/** @returns `null`: it is no refund of `refundStripePayment`; a person may write anything into metadata */
function refundIdOf({ metadata }: Pick<Stripe.Refund, 'metadata'>): string | null {
  const id = metadata?.['refund_id'] ?? '';
  return isUuid(id) ? id : null;
}

/** A refund takes the money when it is made; it comes back when the refund fails. */
const refundStates: Readonly<Partial<Record<string, ReversalState>>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

function asDispute({ id, status, amount, created }: Stripe.Dispute): Reversal {
  const state = disputeStates[status] ?? 'open';
  return { reference: id, kind: 'dispute', state, amountInCents: amount, madeAt: at(created) };
}

/** An inquiry (`warning_…`) takes no money until it becomes a dispute. */
const disputeStates: Readonly<Partial<Record<string, ReversalState>>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  prevented: 'closed',
  won: 'won',
  lost: 'lost',
};

function asWarning({ id, charge, created }: Stripe.Radar.EarlyFraudWarning): Reversal[] {
  if (typeof charge === 'string') return [];
  return [
    { reference: id, kind: 'fraud_warning', state: 'reported', amountInCents: charge.amount, madeAt: at(created) },
  ];
}

function at(seconds: number): Date {
  return new Date(seconds * 1000);
}
