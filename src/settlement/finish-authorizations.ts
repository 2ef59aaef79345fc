import type { BidDeps } from '../bids/bid-deps.ts';
import { completeBid } from '../bids/complete-bid.ts';
import { finishAuthorization } from '../payments/finish-authorization.ts';
import { takeUpUnfinished } from '../payments/take-up-unfinished.ts';
import type { TakenUp } from '../payments/take-up.ts';
import { renewHold } from './renew-hold.ts';
import { resumeSettlement } from './settle-auction.ts';

const atOnce = 50;

/**
 * Finishes what was begun with a card and left: completes the bid or releases the money, renews the hold
 * that would lapse, goes on with the settlement whose capture has no known outcome, frees what is marked as to be released. Each on its own, so that one that fails
 * holds up no other.
 *
 * @returns how many were looked at
 */
export async function finishAuthorizations(deps: BidDeps): Promise<number> {
  let count = 0;
  for (;;) {
    const taken = await takeUpUnfinished(deps.db.pool, atOnce);
    await Promise.all(taken.map((authorization) => finish(deps, authorization)));
    count += taken.length;
    if (taken.length < atOnce) return count;
  }
}

async function finish(deps: BidDeps, taken: TakenUp): Promise<void> {
  try {
    switch (await finishAuthorization(deps, taken)) {
      case 'bid':
        await completeBid(deps, taken);
        break;
      case 'renewal':
        await renewHold(deps, taken);
        break;
      case 'settlement':
        await resumeSettlement(deps, taken);
        break;
      case null:
        break;
    }
  } catch (error) {
    deps.log.error(
      { err: error, authorizationId: taken.authorizationId },
      'an authorization could not be finished; trying again',
    );
  }
}
