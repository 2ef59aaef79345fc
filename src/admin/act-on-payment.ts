import { recordAudit } from '../audit/record-audit.ts';
import { checkInput } from '../core/check-input.ts';
import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection, Database } from '../db/database.ts';
import { lockAuction } from '../db/lock-auction.ts';
import type { Authorization } from '../payments/authorization.ts';
import { findAuthorization } from '../payments/find-authorization.ts';
import { paymentLeverInput } from './lever-input.ts';
import type { LeverResult } from './lever-result.ts';

/**
 * Locks the auction of a payment, as settlement does, acts on the payment, and records the action with its reason.
 *
 * @param input `authorizationId`, `reason`, `confirm`
 * @param act throws `wrongState` if the payment is in no state for the action
 * @returns the payment before the action
 * @throws Refusal `invalid_request`
 */
export async function actOnPayment(
  { db }: { readonly db: Database },
  viewer: Viewer,
  action: string,
  input: unknown,
  act: (tx: Connection, payment: Authorization) => Promise<unknown>,
): Promise<Authorization> {
  const { authorizationId, reason } = checkInput(paymentLeverInput, input);
  return await db.transaction(async (tx) => {
    const known = isUuid(authorizationId) ? await findAuthorization(tx, authorizationId) : null;
    if (known === null) throw faultOf('There is no such authorization.');
    await tx.query(lockAuction(known.auctionId));
    const payment = (await findAuthorization(tx, known.authorizationId))!;
    await act(tx, payment);
    await recordAudit(tx, viewer, {
      action,
      subjectType: 'auction',
      subjectId: payment.auctionId,
      sellerId: payment.sellerId,
      before: { authorizationId: known.authorizationId, state: payment.state },
      after: { authorizationId: known.authorizationId, reason },
    });
    return payment;
  });
}

/** Reads the payment after the action. */
export async function resultOf(
  { db }: { readonly db: Database },
  { auctionId, authorizationId }: Authorization,
): Promise<LeverResult> {
  const now = await findAuthorization(db, authorizationId);
  return { auctionId, authorizationId, state: now?.state ?? null };
}

/** @param more goes on with the sentence */
export function wrongState(
  { state }: Authorization,
  { pointer, more }: { pointer?: string; more?: string } = {},
): Refusal {
  return faultOf(`The authorization is ${state}${more === undefined ? '' : `, ${more}`}.`, pointer);
}

function faultOf(detail: string, pointer = '/authorizationId'): Refusal {
  return new Refusal('invalid_request', { faults: [{ pointer, code: 'invalid_value', detail }] });
}
