import sharp from 'sharp';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { aBidder, type Bidder, bidderWithForm, cards } from '../page/bidder.ts';
import type { AuctionOptions } from '../support/insert-auction.ts';
import { cancelled, ongoing, settling, unsold, upcoming } from '../support/insert-auction.ts';
import type { Service } from '../support/service.ts';
import { endAuction } from '../support/end-auction.ts';

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
  const seller = await service.seller({ name: 'Dorotheum & Söhne' });
  const live = await service.seller({ mode: 'live' });
  const make = (options: AuctionOptions = ongoing, owner = seller) =>
    service.auction(owner, {
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

  const withBids = async (owner = seller) => {
    const auction = await make(ongoing, owner);
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
    more: (auction: { auctionId: string }, bidder: Bidder) => Promise<void> = async () => {},
    owner = seller,
  ): Promise<State> => {
    const auction = await withBids(owner);
    const bidder = await bidderWithForm(service, auction);
    const answer = await bidder.send({ amount: '200', ...fields });
    const token = bidder.hidden['token']!;
    if (answer.status === 200) await bidder.press(answer);
    await more(auction, bidder);
    return { name, path: `${pathOf(auction)}?bid=${token}`, browserId: browserOf(bidder) };
  };
  const endNow = async ({ auctionId }: { auctionId: string }) => {
    // Bids that were written directly have no hold that could be charged.
    await service.db.query(
      'delete from bids where auction_id = $1 and not exists (select from authorizations a where a.bid_id = bids.bid_id)',
      [auctionId],
    );
    await service.db.query(
      'update bid_counts set bid_count = (select count(*) from bids where auction_id = $1) where auction_id = $1',
      [auctionId],
    );
    await endAuction(service.db, auctionId);
  };
  const settle = async (auction: { auctionId: string }) => {
    await endNow(auction);
    await settleAuction(service.deps, auction.auctionId);
  };
  const outbid = async (auction: { auctionId: string }) =>
    void (await aBidder(service, auction).bid({ amount: '250' }));

  /** An auction of a seller with a profile and an accent color of its own. */
  const withItemCard = async () => {
    const owner = await service.seller();
    const auction = await service.auction(owner, { ...ongoing, title: 'A walnut writing desk, Vienna, around 1905' });
    const upload = async (width: number, height: number) => {
      const { body } = await owner.mutate('createPictureUpload', {}, 'pictureUpload { pictureId uploadUrl }');
      const { pictureId, uploadUrl } = body.data.createPictureUpload;
      const parts = aDesk.map(([left, top, width, height, background]) => {
        return { left, top, input: { create: { width, height, channels: 3 as const, background } } };
      });
      const wall = sharp({ create: { width: 800, height: 600, channels: 3, background: '#d9d2c3' } });
      const desk = await wall.composite(parts).png().toBuffer();
      const bytes = new Uint8Array(await sharp(desk).resize(width, height, { fit: 'cover' }).jpeg().toBuffer());
      await service.request(new URL(uploadUrl).pathname + new URL(uploadUrl).search, { method: 'PUT', body: bytes });
      return pictureId as string;
    };
    const [first, second, logo] = [await upload(800, 600), await upload(300, 500), await upload(96, 96)];
    await owner.graphql(itemCard, { auctionId: auction.auctionId, first, second, logo });
    return pathOf(auction);
  };

  const sender = await service.seller({ name: 'Dorotheum & Söhne, Versand' });
  await sender.mutate('updateSellerProfile', { askWinnerFor: 'DELIVERY' });
  const give = async (auction: { auctionId: string }, bidder: Bidder) => {
    await settle(auction);
    const details = {
      name: 'Ada Byron',
      address: "12 St James's Square\nLondon SW1Y 4LB",
      telephone: '+44 20 7946 0018',
    };
    await bidder.give(await bidder.open(), details);
  };

  const challenged = await after('waiting for the bidder', { cardNumber: cards.challenged });
  const open = pathOf(await withBids());
  const signer = await service.seller();
  await signer.graphql(
    'mutation { rotateBidderSecret(input: {}) { secret errors { code fault message path } } requireSignedBidders(input: { isRequired: true }) { bidderSigning { isRequired } errors { code fault message path } } }',
  );
  const signed = pathOf(await service.auction(signer, ongoing));
  return [
    await stranger('upcoming', upcoming),
    await stranger('open, no bids'),
    { name: 'open, with bids', path: open, browserId: null },
    { name: 'open, with an item card', path: await withItemCard(), browserId: null },
    { name: 'open, for a named bidder', path: `${open}?bidderId=customer-42`, browserId: null },
    await stranger('closing', settling),
    await stranger('unsold', unsold),
    await stranger('cancelled', cancelled),
    { name: 'unknown', path: '/auctions/unknown', browserId: null },
    { name: 'a link with a faulty bidderId', path: `${open}?bidderId=`, browserId: null },
    { name: 'a signature is needed', path: signed, browserId: null },
    {
      name: 'a signature that is not valid',
      path: `${signed}?bidderId=ada&signature=${'0'.repeat(64)}`,
      browserId: null,
    },
    { name: 'no payment provider', path: pathOf(await service.auction(live, ongoing)), browserId: null },
    { name: 'another browser’s bid', path: `${open}?bid=${crypto.randomUUID()}`, browserId: null },
    { name: 'faults', path: open, browserId: null, send: { amount: '12,50', cardNumber: '' } },
    { name: 'faults of the card', path: open, browserId: null, send: { amount: '200', cardNumber: '4242' } },
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
    await after('won, and asked where to', {}, settle, sender),
    await after('won, and the seller knows where to', {}, give, sender),
    await after('lost', {}, async (auction) => {
      await outbid(auction);
      await settle(auction);
    }),
    await after('could not be charged', { cardNumber: cards.captureDeclined }, settle),
  ];
}

/** A desk, 800 by 600: the service decodes no drawing, so it is made of rectangles. */
const aDesk = [
  [0, 460, 800, 140, '#a98f70'],
  [150, 330, 24, 190, '#4a2712'],
  [626, 330, 24, 190, '#4a2712'],
  [120, 270, 560, 70, '#7a4323'],
  [100, 248, 600, 26, '#9c5e35'],
  [300, 278, 3, 56, '#3d1f0d'],
  [500, 278, 3, 56, '#3d1f0d'],
  [202, 298, 16, 16, '#d8b25a'],
  [392, 298, 16, 16, '#d8b25a'],
  [582, 298, 16, 16, '#d8b25a'],
  [590, 150, 10, 98, '#2f4a43'],
  [562, 236, 66, 12, '#2f4a43'],
  [545, 100, 100, 54, '#3f6b5f'],
  [180, 226, 120, 22, '#7c2f2a'],
  [190, 206, 100, 20, '#2d4c6b'],
] as const;

const itemCard = `mutation ($auctionId: ID!, $first: ID!, $second: ID!, $logo: ID!) {
  updateSellerProfile(input: {
    displayName: "Antiquitäten Huber", accentColor: "#7a1fa2", contact: "desk@huber.test, [shop](https://huber.test)",
    terms: "Collection within 14 days, or shipping at cost.", logoPictureId: $logo, returnAddress: "Dorotheergasse 17\\n1010 Vienna"
  }) { sellerProfile { displayName } errors { code fault message path } }
  updateAuctionPresentation(input: {
    auctionId: $auctionId
    description: "A **walnut writing desk** with its original brass fittings, made in Vienna around 1905. Restored in 2024 by hand; the leather is new.\\n\\n- 140 × 75 × 78 cm\\n- Three drawers, two keys\\n- A small scratch on the left side"
    pictures: [{ pictureId: $first, alternativeText: "The desk from the front" }, { pictureId: $second, alternativeText: "A drawer" }]
    afterWinning: "We write to you within a day. Bring the reference when you collect the desk."
  }) { auction { presentation { description } } errors { code fault message path } }
}`;
