import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { type Bidder, aBidder, cards } from '../page/bidder.ts';
import type { AuctionOptions } from '../support/insert-auction.ts';
import { cancelled, ongoing, settling, unsold, upcoming } from '../support/insert-auction.ts';
import type { Service } from '../support/service.ts';

/** A page as a bidder can come to see it. */
export interface State {
  readonly name: string;
  /** From the root on. */
  readonly path: string;
  /** The browser that has placed the bids of this state; `null`: a stranger's. */
  readonly browserId: string | null;
  /** What is sent from the form, where the state is the answer to that. */
  readonly send?: { readonly amount: string; readonly cardNumber: string };
}

/** Every state of the page, each on an auction of its own. */
export async function everyState(service: Service): Promise<State[]> {
  const seller = await service.seller();
  const live = await service.seller({ mode: 'live' });
  const make = (options: AuctionOptions = ongoing) =>
    service.auction(seller, {
      title: 'A walnut writing desk, Vienna, around 1905',
      minimumBidValueInCents: 5_000,
      ...options,
    });
  const pathOf = ({ auctionId }: { auctionId: string }) => `/auctions/${auctionId}`;
  const stranger = async (name: string, options?: AuctionOptions): Promise<State> => ({
    name,
    path: pathOf(await make(options)),
    browserId: null,
  });
  const browserOf = (bidder: Bidder) => bidder.cookie!.split('=')[1]!;

  const withBids = async () => {
    const auction = await make();
    for (const [index, value] of [5_000, 7_500, 6_000, 12_500, 18_000].entries()) {
      await service.bid(auction, {
        bidValueInCents: value,
        placedAt: new Date(auction.biddingPeriodStartsAt.getTime() + index * index * 100_000),
      });
    }
    return auction;
  };
  /** What a bidder sees after a bid of her own. */
  const after = async (
    name: string,
    fields: { amount?: string; cardNumber?: string },
    more: (auction: { auctionId: string }) => Promise<void> = async () => {},
  ): Promise<State> => {
    const auction = await withBids();
    const bidder = aBidder(service, auction);
    await bidder.open();
    const answer = await bidder.send({ amount: '200', ...fields });
    const token = bidder.hidden['token']!;
    if (answer.status === 200) await bidder.press(answer);
    await more(auction);
    return { name, path: `${pathOf(auction)}?bid=${token}`, browserId: browserOf(bidder) };
  };
  const endNow = async ({ auctionId }: { auctionId: string }) => {
    // Bids that were written directly have no hold that could be charged.
    await service.db.pool.query(
      'delete from bids where auction_id = $1 and not exists (select from authorizations a where a.bid_id = bids.bid_id)',
      [auctionId],
    );
    await service.db.pool.query(
      'update auctions set bidding_period_ends_at = clock_timestamp() where auction_id = $1',
      [auctionId],
    );
  };
  const settle = async (auction: { auctionId: string }) => {
    await endNow(auction);
    await settleAuction(service.deps, auction.auctionId);
  };
  const outbid = async (auction: { auctionId: string }) =>
    void (await aBidder(service, auction).bid({ amount: '250' }));

  const challenged = await after('waiting for the bidder', { cardNumber: cards.challenged });
  const open = pathOf(await withBids());
  return [
    await stranger('upcoming', upcoming),
    await stranger('open, no bids'),
    { name: 'open, with bids', path: open, browserId: null },
    { name: 'open, for a named bidder', path: `${open}?bidderId=customer-42`, browserId: null },
    await stranger('closing', settling),
    await stranger('unsold', unsold),
    await stranger('cancelled', cancelled),
    { name: 'unknown', path: '/auctions/unknown', browserId: null },
    { name: 'a link with a faulty bidderId', path: `${open}?bidderId=`, browserId: null },
    { name: 'no payment provider', path: pathOf(await service.auction(live, ongoing)), browserId: null },
    { name: 'another browser’s bid', path: `${open}?bid=${crypto.randomUUID()}`, browserId: null },
    { name: 'faults', path: open, browserId: null, send: { amount: '12,50', cardNumber: '4242' } },
    {
      name: 'very high',
      path: pathOf(await make()),
      browserId: null,
      send: { amount: '900', cardNumber: cards.good },
    },
    { name: 'not leading', path: open, browserId: null, send: { amount: '60', cardNumber: cards.good } },
    await after('leading', {}),
    await after('outbid', {}, outbid),
    await after('declined', { cardNumber: cards.declined }),
    await after('in doubt', { cardNumber: cards.serverError }),
    challenged,
    { ...challenged, name: 'the simulated bank', path: challenged.path.replace('?', '/challenge?') },
    await after('ended, and the highest', {}, endNow),
    await after('won', {}, settle),
    await after('lost', {}, async (auction) => {
      await outbid(auction);
      await settle(auction);
    }),
    await after('could not be charged', { cardNumber: cards.captureDeclined }, settle),
  ];
}
