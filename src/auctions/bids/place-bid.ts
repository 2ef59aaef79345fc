import { crashPoint } from '../../core/crash-point.ts';
import { about, learn } from '../../core/followed-ids.ts';
import { Refusal } from '../../core/refusal.ts';
import { recordHold, requestHold } from '../../payments/holds/request-hold.ts';
import { beginBid, type BidRequest, findSubmitted } from './begin-bid.ts';
import type { BidDeps } from './bid-deps.ts';
import { recordBid, type PlacedBid } from './record-bid.ts';
import { recordBidIfHeld, continueBid } from './continue-bid.ts';

/**
 * Places a bid; no other function creates one. First the intent is written down, then the hold is requested, then one
 * transaction locks the auction's row, decides by the clock, and writes the bid or marks the hold for release. A
 * process that dies in between leaves an authorization that the sweep completes or releases.
 *
 * @returns the authorization's id too, if there is one: `continueBid` resumes the bid with it
 * @throws Refusal `auction_not_found`; `payments_unavailable` for a live seller where no provider is configured
 */
export function placeBid(deps: BidDeps, request: BidRequest): Promise<AnsweredBid> {
  return about({ auctionId: request.auctionId }, () => place(deps, request));
}

type AnsweredBid = PlacedBid & { readonly authorizationId: string | null };

async function place(deps: BidDeps, request: BidRequest): Promise<AnsweredBid> {
  const begun = await beginBid(deps, request);
  if (begun === null) throw new Refusal('auction_not_found');
  const { refusal, provider, keepsCard, intent } = begun;
  if (intent === null) {
    // A form that was submitted in time and is submitted again gets its first answer.
    const submitted = await findSubmitted(deps, request);
    if (submitted !== null) return { ...(await continueBid(deps, submitted.authorizationId)), ...submitted };
    if (refusal === null && provider === null) throw new Refusal('payments_unavailable');
    return { outcome: 'refused', code: refusal ?? 'auction_ended', authorizationId: null };
  }
  const { authorizationId } = intent;
  learn({ authorizationId });
  crashPoint('bid: intent recorded');

  const { cardToken, returnUrl } = request;
  const answer = await requestHold(deps, intent, { cardToken, returnUrl, keepsCard });
  const placed =
    answer.outcome === 'authorized'
      ? await recordBid(deps, intent, answer)
      : await recordBidIfHeld(deps, intent, await recordHold(deps, intent, answer));
  return { ...placed, authorizationId };
}
