import type { Disagreement } from '../payments/compare-books.ts';
import type { World } from './world.ts';
import { inProcess } from './mortal-process.ts';

export interface SeenBid {
  readonly bidId: string;
  readonly bidderId: string;
  readonly placedAt: string;
  readonly bidValueInCents: number;
  readonly auctionId: string;
  readonly isWinningBid: boolean;
}

/** An auction as its seller sees it: by REST, and what only GraphQL tells. */
export interface SeenAuction {
  readonly auctionId: string;
  readonly status: 'upcoming' | 'ongoing' | 'completed';
  readonly bids: readonly SeenBid[];
  readonly minimumBidValueInCents: number;
  readonly phase: string;
  readonly outcome: string | null;
  readonly attempts: readonly { bidId: string; result: string | null; reason: string | null }[];
}

/** One authorization, in our books and, where the provider has it, in the provider's. */
export interface BookLine {
  readonly authorizationId: string | null;
  readonly auctionId: string | null;
  readonly bidId: string | null;
  readonly bidderId: string | null;
  readonly value: number | null;
  readonly ours: Disagreement['ours'];
  readonly isRenewal: boolean;
  /** The provider's name of the payment. */
  readonly reference: string | null;
  /** A capture was requested, whatever came of it. */
  readonly captureRequested: boolean;
  readonly theirs: Disagreement['theirs'];
  readonly amount: number | null;
  readonly captureBefore: Date | null;
  /** Of a payment whose reference our books do not know: the state of the authorization that it was opened for. */
  readonly openedFor: Disagreement['ours'];
  /** What the provider moved, in order. */
  readonly effects: readonly string[];
}

export interface Seen {
  readonly auctions: readonly SeenAuction[];
  readonly books: readonly BookLine[];
  readonly sellersNow: number;
}

/** Looks at everything that anybody can see: through the seller's doors, and into both books. */
export async function look(world: World): Promise<Seen> {
  const { seller, deps } = world;
  const [listed, told, books] = await inProcess(world.other, () =>
    Promise.all([
      seller.get('/v1/auctions?includeBids=true'),
      seller.graphql(`{ clock { now } auctions { auctions { auctionId status phase outcome winningBid { bidId }
        settlement { bidId result reason } } } }`),
      deps.db.query<BookLine>(`
        select a.authorization_id as "authorizationId", a.auction_id as "auctionId", a.bid_id as "bidId",
          a.bidder_id as "bidderId", a.value_in_cents as value, a.state as ours,
          a.replaces_authorization_id is not null as "isRenewal", coalesce(p.reference, a.provider_reference) as reference,
          exists (select from capture_attempts c where c.authorization_id = a.authorization_id) as "captureRequested",
          p.status as theirs, p.amount_in_cents as amount, p.capture_before as "captureBefore",
          (select o.state from simulated_answers s join authorizations o on o.authorization_id::text = s.request->>'authorizationId'
           where a.authorization_id is null and s.answer->>'reference' = p.reference) as "openedFor",
          coalesce((select array_agg(l.effect::text order by l.entry_id) from simulated_ledger l
            where l.reference = p.reference), '{}') as effects
        from authorizations a full join simulated_payments p on p.reference = a.provider_reference
        order by a.created_at, a.authorization_id`),
    ]),
  );
  if (listed.status !== 200 || told.body.data == null)
    throw new Error(`Nothing to be seen: ${listed.text} ${told.text}`);
  const toldOf = new Map<string, any>(
    told.body.data.auctions.auctions.map((auction: any) => [auction.auctionId, auction]),
  );
  return {
    auctions: listed.body.auctions.map((auction: any): SeenAuction => {
      const { status, phase, outcome, settlement, winningBid } = toldOf.get(auction.auctionId);
      const winner = auction.bids.find((bid: SeenBid) => bid.isWinningBid);
      if (status !== auction.status || winner?.bidId !== winningBid?.bidId) throw new Error('REST and GraphQL differ.');
      return { ...auction, phase, outcome, attempts: settlement };
    }),
    books: books.rows,
    sellersNow: Date.parse(told.body.data.clock.now),
  };
}
