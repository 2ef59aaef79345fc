import type { BidDeps } from '../auctions/bids/bid-deps.ts';
import { isPaidOutOfTurn, topAuthorization } from '../auctions/bids/rank.ts';
import { readReversals } from './reversals/read-reversals.ts';
import { nowOfSeller } from '../platform/db/seller-clock.ts';
import { readAuthorization } from '../payments/holds/find-authorization.ts';
import { gatewayNamed } from '../payments/providers/gateways.ts';
import { hasReversalsDue } from './blocks.ts';
import { recordSeen } from './follow-payment.ts';

/**
 * Reads the payments of an auction whose state settlement waits for, and that nothing under way reads: what became of money that somebody
 * captured at the provider, and the hold of the highest bid where somebody captured another bid's.
 *
 * @returns whether there was one
 */
export async function readDuePayments(deps: BidDeps, auctionId: string): Promise<boolean> {
  const now = nowOfSeller('a.seller_id');
  const { rows } = await deps.db.query<{ reversedId: string | null; highestId: string | null }>({
    name: 'find-due-payments',
    text: `
      select (
          select authorization_id from authorizations c
          where c.auction_id = a.auction_id and ${hasReversalsDue('c')} and c.reversals_due_at <= clock_timestamp()
          order by c.reversals_due_at limit 1
        ) as "reversedId", (
          select authorization_id from authorizations top
          where top.authorization_id = ${topAuthorization('a.auction_id', now)} and top.state = 'authorized'
            and ${isPaidOutOfTurn('a.auction_id', 'top.state')}
        ) as "highestId"
      from auctions a
      where auction_id = $1 and status <> 'completed' and bidding_period_ends_at <= ${now}`,
    values: [auctionId],
  });
  const { reversedId = null, highestId = null } = rows[0] ?? {};
  if (reversedId !== null) await readReversals(deps, reversedId);
  if (highestId !== null) await readHighest(deps, highestId);
  return reversedId !== null || highestId !== null;
}

/** Nobody is called out of turn before the hold above is known to stand: it may have lapsed, or be captured, too. */
async function readHighest(deps: BidDeps, authorizationId: string): Promise<void> {
  const highest = await readAuthorization(deps.db, authorizationId);
  const { provider, providerReference: reference } = highest;
  if (reference === null) throw new Error(`Authorization ${authorizationId} backs a bid without a payment.`);
  const observation = await gatewayNamed(deps.gateways, provider).read({ reference, priority: 'capture' });
  await recordSeen(deps, highest, observation);
}
