import { settleDueAuctions } from '../../../src/settlement/settle-due-auctions.ts';
import { placeBid } from '../../../src/auctions/bids/place-bid.ts';
import { createKey } from '../../../src/platform/auth/own-keys.ts';
import { scopes, type Viewer } from '../../../src/core/viewer.ts';
import { bidRequest } from '../../support/bid-request.ts';
import { insertAccount } from '../../support/insert-account.ts';
import { ongoing, upcoming } from '../../support/insert-auction.ts';
import type { Service } from '../../support/service.ts';
import type { Known } from './values.ts';

/** Something that no public answer may contain. */
const mark = 'zzprivatezz';

/**
 * Makes a seller whose private texts all have a mark in them, and another one all of whose texts do.
 *
 * @returns public keys: for all auctions of the first seller, and for one of them while the titles of others are private, too
 */
export async function setPrivateThings(service: Service): Promise<{ mark: string; keys: string[]; known: Known }> {
  const { deps, db } = service;
  const seller = await service.seller({ name: `Seller ${mark}` });
  const other = await service.seller({ name: `Other ${mark}` });

  async function auctionOf(owner: { sellerId: string }, title: string, options: object = ongoing) {
    const auction = await service.auction(owner, { ...options, title });
    if (options !== ongoing) return auction.auctionId;
    for (const [name, valueInCents] of [
      ['ann', 500],
      ['bob', 700],
    ] as const) {
      const facts = { bidderId: `${name}-${mark}@example.com`, valueInCents, cardToken: 'simulated_card_visa' };
      const { outcome } = await placeBid(deps, bidRequest(auction.auctionId, facts));
      if (outcome !== 'placed') throw new Error(`The bid is ${outcome}.`);
    }
    return auction.auctionId;
  }

  const shown = [await auctionOf(seller, 'A walnut desk'), await auctionOf(seller, 'A chair')];
  shown.push(await auctionOf(seller, 'A lamp', upcoming));
  const hidden = await auctionOf(other, `A bed ${mark}`);
  await db.query(
    `update auctions set bidding_period_starts_at = bidding_period_starts_at - interval '2 hours',
       bidding_period_ends_at = clock_timestamp() where auction_id = $1`,
    [shown[1]],
  );
  await settleDueAuctions(deps);
  for (const [owner, auctionId] of [
    [seller, shown[0]],
    [other, hidden],
  ] as const) {
    const { body } = await owner.graphql(
      `mutation ($auctionId: ID!, $private: String!, $email: String!, $url: String!) {
        updateAuctionPresentation(input: { auctionId: $auctionId, description: "Of walnut", afterWinning: $private }) { auction { id } errors { code fault message path } }
        updateSellerProfile(input: { displayName: "Ann's desks", email: $email }) { sellerProfile { id } errors { code fault message path } }
        createWebhookEndpoint(input: { url: $url, eventTypes: [bid_placed] }) { webhookEndpoint { endpointId } errors { code fault message path } }
        banBidder(input: { bidderId: $private, reason: $private }) { bannedBidder { bidderId } errors { code fault message path } }
      }`,
      { auctionId, private: mark, email: `${mark}@example.com`, url: `https://${mark}.example/webhooks` },
    );
    if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors));
    await insertAccount(db, owner);
  }
  const viewer: Viewer = { ...seller, mode: 'test', scopes: new Set(scopes) };
  const keyFor = async (auctionIds?: string[]) =>
    (await createKey({ db }, viewer, { scopes: ['public'], auctionIds })).key;
  const keys = [await keyFor(), await keyFor([shown[0]!])];
  const { rows: bids } = await db.query<{ bidId: string }>('select bid_id as "bidId" from bids');
  const id = (type: string, its: string) => Buffer.from(`${type}:${its}`).toString('base64');
  const ids = [...[...shown, hidden].map((its) => id('Auction', its)), ...bids.map(({ bidId }) => id('Bid', bidId))];
  ids.push(id('SellerProfile', seller.sellerId), id('SellerProfile', other.sellerId), id('Seller', seller.sellerId));
  return {
    mark,
    keys,
    known: {
      auctionId: [...shown, hidden],
      bidId: bids.map(({ bidId }) => bidId),
      id: ids,
      ids,
      first: [1, 10],
      last: [1, 10],
      limit: [1, 10],
      offset: [0, 1],
    },
  };
}
