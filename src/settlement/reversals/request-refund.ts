import { z } from 'zod';
import { refusalWithout } from '../../auctions/reads.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { checkInput } from '../../core/check-input.ts';
import { formatsOf } from '../../core/language-formats.ts';
import { Refusal } from '../../core/refusal.ts';
import { setAuction } from '../../core/request-context.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { RefundReason } from '../../platform/db/generated/client.ts';
import { selectList } from '../../platform/db/select-list.ts';
import type { Deps } from '../../payments/deps.ts';
import { isCaptured } from '../../payments/holds/captured-money.ts';
import { paymentTotals, refundProperties, type RefundRow } from './payment-of-auction.ts';

const refundReasons = ['requested_by_customer', 'duplicate', 'fraudulent'] as const satisfies readonly RefundReason[];

/** Each refund is a request to the provider, a message to the winner, and a row that every reader of the payment gets. */
export const maxRefunds = 100;

export const refundInput = z.strictObject({
  auctionId: z.string(),
  /** Absent: all that is left. */
  amountInCents: z.int().min(1).optional(),
  reason: z.enum(refundReasons),
});

/**
 * Records that money of a sale is to be given back: a worker asks the provider within a second. Two requests at once cannot give back
 * more than was charged, because the payment's row is locked.
 *
 * @param input `auctionId`, `amountInCents`, `reason`
 * @throws Refusal `auction_not_found`; `nothing_to_refund`; `refund_limit`; `invalid_request`, also for more than what is left
 */
export async function requestRefund({ db, live }: Pick<Deps, 'db' | 'live'>, viewer: Viewer, input: unknown) {
  const { auctionId, amountInCents, reason } = checkInput(refundInput, input);
  if (!isUuid(auctionId)) throw new Refusal('auction_not_found');
  setAuction(auctionId);
  const refund = await db.transaction(async (tx) => {
    const authorizationId = await lockPayment(tx, viewer, auctionId);
    // A later statement than the lock: it sees what others have refunded meanwhile.
    const { left, refunds } = await readLeft(tx, authorizationId);
    if (left < 1) throw new Refusal('nothing_to_refund');
    if (refunds >= maxRefunds) throw new Refusal('refund_limit');
    const amount = amountInCents ?? left;
    if (amount > left) throw tooMuch(left);
    const requested = await insertRefund(tx, { authorizationId, auctionId, amountInCents: amount, reason });
    const after = { refundId: requested.refundId, amountInCents: amount, reason };
    const subject = { subjectType: 'auction', subjectId: auctionId } as const;
    await recordAudit(tx, viewer, { action: 'refundPayment', ...subject, before: { refundableInCents: left }, after });
    return requested;
  });
  live.announce(auctionId);
  return refund;
}

/**
 * Locks the captured payment of an auction: the one that settlement captured, otherwise the one that somebody captured at the provider. A second
 * request never goes on to another bidder's payment.
 */
async function lockPayment(tx: Connection, viewer: Viewer, auctionId: string): Promise<string> {
  const { rows } = await tx.query<{ authorizationId: string }>({
    name: 'lock-refundable-payment',
    text: `
      select authorization_id as "authorizationId" from authorizations
      where authorization_id = (${refundablePayment('$1')}) and seller_id = $2
      for no key update`,
    values: [auctionId, viewer.sellerId],
  });
  if (rows[0] === undefined) throw await refusalWithout('nothing_to_refund', tx, viewer.sellerId, auctionId);
  return rows[0].authorizationId;
}

/** Builds SQL of the captured payment that a refund of an auction is about. */
export const refundablePayment = (auction: string) => `
  select a.authorization_id from authorizations a where a.auction_id = ${auction} and ${isCaptured('a')}
  order by a.state = 'captured' desc, a.authorization_id limit 1`;

/** Reads what can still be refunded of a payment, in cents, and how many refunds of it were asked for. */
async function readLeft(tx: Connection, authorizationId: string) {
  const { rows } = await tx.query<{ left: number; refunds: number }>({
    name: 'read-refundable',
    text: `select refundable as "left", (select count(*)::int from refunds where authorization_id = $1) as refunds
      from (${paymentTotals('a.authorization_id = $1')}) totals`,
    values: [authorizationId],
  });
  return rows[0]!;
}

function tooMuch(left: number): Refusal {
  const detail = `Must be at most ${left}: ${formatsOf('en').dollars(left)} can still be refunded.`;
  return new Refusal('invalid_request', { faults: [{ pointer: '/amountInCents', code: 'too_large', detail }] });
}

interface NewRefund extends Pick<RefundRow, 'amountInCents' | 'reason'> {
  readonly authorizationId: string;
  readonly auctionId: string;
}

async function insertRefund(
  tx: Connection,
  { authorizationId, auctionId, amountInCents, reason }: NewRefund,
): Promise<RefundRow> {
  const { rows } = await tx.query<RefundRow>({
    name: 'insert-refund',
    text: `
      insert into refunds (authorization_id, auction_id, amount_in_cents, reason) values ($1, $2, $3, $4)
      returning ${selectList(refundProperties)}`,
    values: [authorizationId, auctionId, amountInCents, reason],
  });
  return rows[0]!;
}
