import { crashPoint } from '../core/crash-point.ts';
import type { Authorization } from './authorization.ts';
import type { AuthorizeAnswer, RenewAnswer } from './gateway-answers.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { readKeepsCard } from './keeps-card.ts';
import { findKeptCard } from './kept-card.ts';
import { openRequest } from './open-request.ts';
import { recordRenewal } from './record-renewal.ts';
import { holdTwiceAtMost, recordHold } from './request-hold.ts';
import { swapHold } from './swap-hold.ts';

/**
 * Places a new hold for a bid, without the bidder, before the present hold lapses. The old hold is released only
 * after the new one is authorized; if the new one is refused, the old one stays.
 *
 * @returns `null` when there was nothing to renew, or a renewal is under way. `refused` with `needs_bidder`: the bank
 *   requires the bidder's confirmation.
 */
export async function renewAuthorization(deps: PaymentDeps, present: Authorization): Promise<RenewAnswer | null> {
  const { db, gateways } = deps;
  if (present.providerReference === null) throw new Error(`Authorization ${present.authorizationId} was never opened.`);
  const renewal = await recordRenewal(db, present);
  if (renewal === null) return null;
  crashPoint('renew: intent recorded');

  const request = {
    ...openRequest(renewal, {
      renews: present.providerReference,
      keepsCard: await readKeepsCard(db, renewal.auctionId),
    }),
    keptCard: await findKeptCard(db, present.authorizationId),
  };
  const gateway = gatewayNamed(gateways, renewal.provider);
  const answer = await holdTwiceAtMost(() => gateway.holdAgain(request));
  crashPoint('renew: provider answered');
  const holds = withoutBidder(await recordHold(deps, renewal, answer, { attempt: renewal.attempt }));
  if (holds.outcome !== 'authorized') return holds;
  crashPoint('renew: hold recorded');
  await swapHold(deps, renewal.authorizationId);
  return holds;
}

/** Turns a challenge into a refusal, as the bidder is not present to answer it. */
function withoutBidder(answer: AuthorizeAnswer): RenewAnswer {
  return answer.outcome === 'challenged' ? { outcome: 'refused', code: 'needs_bidder' } : answer;
}
