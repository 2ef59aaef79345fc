import { z } from 'zod';
import { checkInput, noControlCharacters } from '../../core/check-input.ts';
import { invalidValue, Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Seller } from '../../platform/db/generated/client.ts';
import type { Deps } from '../../payments/deps.ts';
import { chooseGateway } from '../../payments/providers/gateways.ts';
import type { Gateway } from '../../payments/providers/gateway.ts';
import {
  auditPaymentAccount,
  findPaymentAccount,
  maxReads,
  recordPaymentAccount,
  refreshPaymentAccount,
} from '../../payments/providers/payment-account.ts';
import { findSeller } from './sellers.ts';

export const connectInput = z.strictObject({
  sellerId: z.string(),
  accountId: z.string().min(1).max(200).regex(new RegExp(noControlCharacters)),
});

/**
 * Lets the sales of a seller be paid into an account that the provider knows and that takes charges. Holds that stand stay
 * with the account before. A state that was read before another write is read again, so that it never replaces a newer one.
 *
 * @param input `sellerId`, `accountId`
 * @throws Refusal `seller_not_found`, `invalid_request` for an account that cannot be used, `payments_unavailable`,
 *   `unavailable` if the provider gives no answer
 */
export async function connectPaymentAccount(deps: Deps, viewer: Viewer, input: unknown): Promise<Seller> {
  const { sellerId: asked, accountId } = checkInput(connectInput, input);
  const seller = await findSeller(deps, asked);
  const { sellerId } = seller;
  const gateway = chooseGateway(deps.gateways, seller.mode);
  for (let reads = 0; reads < maxReads; reads++) {
    const before = await findPaymentAccount(deps.db, sellerId);
    const state = await readUsable(deps, gateway, seller, accountId);
    const isRecorded = await deps.db.transaction(async (tx) => {
      const account = { sellerId, provider: gateway.name, account: accountId };
      const after = await recordPaymentAccount(tx, account, state, before);
      if (after === null) return false;
      await auditPaymentAccount(tx, viewer, { action: 'connectPaymentAccount', sellerId }, { before, after });
      return true;
    });
    if (!isRecorded) continue;
    // Events of an account that the books did not know were ignored: the account is read once more.
    await refreshPaymentAccount(deps, sellerId);
    return seller;
  }
  throw new Error(`The payment account of seller ${sellerId} changes all the time.`);
}

/** Reads an account, and refuses it unless it takes charges. */
async function readUsable({ log }: Deps, gateway: Gateway, { sellerId, mode }: Seller, accountId: string) {
  const read = await gateway.accounts.read(accountId);
  if (read.outcome === 'unknown') {
    log.error({ sellerId, account: accountId, reason: read.reason }, 'A payment account could not be read.');
    throw new Refusal('unavailable');
  }
  if (read.outcome === 'none') {
    throw invalidValue(
      '/accountId',
      `The provider of ${mode} sellers knows no such account that is connected to yours.`,
    );
  }
  const { state } = read;
  if (!state.chargesEnabled) {
    const why = state.disabledReason === null ? '' : ` (${state.disabledReason})`;
    throw invalidValue(
      '/accountId',
      `The account takes no charges yet${why}. Let the seller finish the onboarding of the provider.`,
    );
  }
  return state;
}

/**
 * Reads the account of a seller at its provider again now, and records its state.
 *
 * @throws Refusal `seller_not_found`, `unavailable` if the provider gives no answer
 */
export async function readPaymentAccount(deps: Deps, viewer: Viewer, asked: string): Promise<Seller> {
  const seller = await findSeller(deps, asked);
  const { sellerId } = seller;
  const before = await findPaymentAccount(deps.db, sellerId);
  const refreshed = await refreshPaymentAccount(deps, sellerId);
  if (refreshed?.isRead === false) throw new Refusal('unavailable');
  const after = refreshed?.account ?? null;
  await auditPaymentAccount(deps.db, viewer, { action: 'readPaymentAccount', sellerId }, { before, after });
  return seller;
}
