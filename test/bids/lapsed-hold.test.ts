import { expect, test } from 'vitest';
import { gatewayNamed } from '../../src/payments/providers/gateways.ts';
import { followPayment } from '../../src/settlement/follow-payment.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { answerOf } from '../graphql/pages.ts';
import { aBidder, readable } from '../page/bidder.ts';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { endAuction } from '../support/end-auction.ts';

const service = await sharedService();
const seller = await service.seller();

test('a bid whose hold was cancelled at the provider leads no more: page, API and settlement agree', async () => {
  const auction = await service.auction(seller, ongoing);
  const { auctionId } = auction;
  const [ada, grace] = [aBidder(service, auction), aBidder(service, auction)];
  await ada.bid({ amount: '65' });
  await grace.bid({ amount: '75' });
  const leadingValue = async () => {
    const query = 'query ($id: ID!) { auction(auctionId: $id) { leadingBid { bidValueInCents } } }';
    return (await answerOf(seller, query, { id: auctionId })).auction.leadingBid.bidValueInCents;
  };
  expect(await leadingValue()).toBe(7_500);

  const { rows } = await service.db.query<{ authorizationId: string; reference: string }>(
    `select authorization_id as "authorizationId", provider_reference as reference
     from authorizations where auction_id = $1 order by value_in_cents desc limit 1`,
    [auctionId],
  );
  const { authorizationId, reference } = rows[0]!;
  await gatewayNamed(service.deps.gateways, 'simulated').release({
    reference,
    idempotencyKey: 'at the dashboard',
  });
  await followPayment(service.deps, 'simulated', { kind: 'released', authorizationId, reference });

  expect(await leadingValue()).toBe(6_500);
  const { text } = await service.request(`/auctions/${auctionId}/state`);
  expect(JSON.parse(text)).toMatchObject({ leadingInCents: 6_500 });
  expect(readable((await ada.open()).text)).toContain('You lead');
  expect(readable((await grace.open()).text)).toContain('Bid again');

  await endAuction(service.db, auctionId);
  await settleAuction(service.deps, auctionId);
  const { rows: winners } = await service.db.query<{ value: number }>(
    'select bid_value_in_cents as value from bids where auction_id = $1 and is_winning_bid',
    [auctionId],
  );
  expect(winners).toEqual([{ value: 6_500 }]);
});
