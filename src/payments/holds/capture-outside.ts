import { crashPoint } from '../../core/crash-point.ts';
import type { Connection } from '../../platform/db/database.ts';
import { lockAuction } from '../../platform/db/lock-auction.ts';
import { paymentSurprises } from '../../platform/metrics/metrics.ts';
import type { Authorization } from './authorization.ts';
import type { PaymentDeps } from '../providers/gateways.ts';
import type { Outcome } from '../providers/observation.ts';
import { handCardOn } from './kept-card.ts';
import { moveAuthorization } from './move-authorization.ts';

type Payment = Pick<Authorization, 'authorizationId' | 'auctionId'>;

/**
 * Records that somebody has captured a payment at its provider without a request of settlement. From this transaction on the
 * auction cannot be cancelled, and settlement asks nobody else.
 *
 * @returns `null` if it was not recorded: settlement is capturing the payment or has captured it, or another process was faster
 */
export async function captureOutside(
  deps: PaymentDeps,
  payment: Payment,
  capturedInCents: number,
): Promise<Authorization | null> {
  const captured = await deps.db.transaction(async (tx) => {
    await tx.query(lockAuction(payment.auctionId));
    return await recordCaptureOutside(tx, payment, capturedInCents);
  });
  if (captured !== null) reportSurprise(deps, captured, 'captured');
  return captured;
}

/**
 * Records the same for a caller that has locked the row of the auction, as settlement, cancellation and renewals do.
 *
 * @returns `null` if it was not recorded
 */
export async function recordCaptureOutside(
  tx: Connection,
  { authorizationId }: Payment,
  capturedInCents: number,
): Promise<Authorization | null> {
  const captured = await moveAuthorization(tx, authorizationId, 'captureOutside', { capturedInCents });
  if (captured === null) return null;
  await releaseRenewal(tx, authorizationId);
  crashPoint('capture outside: inside the transaction');
  return captured;
}

/** The captured hold backs its bid again: with its renewal the bidder would pay twice. */
async function releaseRenewal(tx: Connection, authorizationId: string): Promise<void> {
  const { rows } = await tx.query<{ renewalId: string }>(
    `select authorization_id as "renewalId" from authorizations
     where replaces_authorization_id = $1 and state = 'authorized' and bid_id is not null`,
    [authorizationId],
  );
  for (const { renewalId } of rows) {
    await moveAuthorization(tx, renewalId, 'beginReplacement');
    await handCardOn(tx, { from: renewalId, to: authorizationId });
  }
}

/** Reports a payment that was changed at its provider without a request of the service, after that was recorded: once. */
export function reportSurprise(
  { log }: Pick<PaymentDeps, 'log'>,
  authorization: Authorization,
  change: Outcome | 'held',
): void {
  const { authorizationId, auctionId, bidId, state, provider, providerReference, capturedInCents } = authorization;
  paymentSurprises.inc({ change });
  log.error(
    { authorizationId, auctionId, bidId, state, provider, providerReference, capturedInCents, change },
    'A payment changed at its provider without a request of the service.',
  );
}
