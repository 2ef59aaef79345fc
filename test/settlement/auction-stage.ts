import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import type { PlacedBid } from '../../src/auctions/bids/record-bid.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { compareBooks } from '../providers/compare-books.ts';
import { bidRequest } from '../support/bid-request.ts';
import { type AuctionOptions, type InsertedAuction, ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { type Service, startService } from '../support/service.ts';
import { endAuction } from '../support/end-auction.ts';

/** One ongoing auction of a test seller, bidders with cards, and time that can be let pass. */
export interface AuctionStage extends AsyncDisposable {
  readonly service: Service;
  readonly seller: Seller;
  readonly auction: InsertedAuction;
  /** @param card the name of a test card */
  bid(valueInCents: number, card?: string): Promise<string>;
  tryToBid(valueInCents: number, card?: string): Promise<PlacedBid>;
  /** The seller's time passes the end of the auction, as when nobody has looked yet. */
  end(): Promise<void>;
  /** What a worker does every second, until nothing is left that has not to wait. */
  work(): Promise<void>;
  /** The end, and then what a worker does. */
  settle(): Promise<void>;
  /** What has to wait for its next try need not wait any longer. */
  hurry(): Promise<void>;
  /** Through the seller's door: status, outcome, winning bid, every attempt. */
  result(): Promise<{
    status: string;
    outcome: string | null;
    phase: string;
    winner: string | null;
    attempts: string[];
  }>;
  /** The bids by REST, as the seller sees who won. */
  winners(): Promise<string[]>;
  /** Where our books and the provider's disagree. */
  disagreements(): Promise<unknown[]>;
  states(): Promise<Record<string, number>>;
}

/**
 * @param options where the auction is not to be `ongoing`
 * @param shared a service on which other auctions are staged, too; it stays when this one goes
 */
export async function setAuctionStage(options: AuctionOptions = {}, shared?: Service): Promise<AuctionStage> {
  const service = shared ?? (await startService());
  const { deps, db } = service;
  const seller = await service.seller();
  const auction = await service.auction(seller, { ...ongoing, ...options });
  const { auctionId } = auction;

  const tryToBid: AuctionStage['tryToBid'] = (valueInCents, card = 'visa') =>
    placeBid(deps, bidRequest(auctionId, { valueInCents, cardToken: `simulated_card_${card}` }));

  async function work(): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      await finishAuthorizations(deps);
      await settleDueAuctions(deps);
    }
    await finishAuthorizations(deps);
  }

  return {
    service,
    seller,
    auction,
    tryToBid,
    bid: async (valueInCents, card) => {
      const placed = await tryToBid(valueInCents, card);
      if (placed.outcome !== 'placed') throw new Error(`The bid was not placed: ${JSON.stringify(placed)}`);
      return placed.bidId;
    },
    end: () => endAuction(db, auctionId),
    work,
    settle: async () => {
      await endAuction(db, auctionId);
      await work();
    },
    hurry: async () => {
      await db.query(
        `update authorizations set next_attempt_at = clock_timestamp() - interval '1 ms', created_at = created_at - interval '3 hours', moved_at = moved_at - interval '3 hours'
         where next_attempt_at is not null`,
      );
    },
    result: async () => {
      const { body } = await seller.graphql(
        `query ($auctionId: ID!) { auction(auctionId: $auctionId) {
           status outcome phase winningBid { bidId } settlement { bid { bidId } result reason } } }`,
        { auctionId },
      );
      const { status, outcome, phase, winningBid, settlement } = body.data.auction;
      return {
        status,
        outcome,
        phase,
        winner: winningBid?.bidId ?? null,
        attempts: settlement.map((attempt: { bid: { bidId: string }; result: string | null; reason: string | null }) =>
          [attempt.bid.bidId, attempt.result?.toLowerCase() ?? null, attempt.reason]
            .filter((part) => part !== null)
            .join(' '),
        ),
      };
    },
    winners: async () => {
      const { body } = await seller.get(`/v1/bids?auctionId=${auctionId}`);
      return body.bids
        .filter((bid: { isWinningBid: boolean }) => bid.isWinningBid)
        .map(({ bidId }: { bidId: string }) => bidId);
    },
    disagreements: () => compareBooks(db),
    states: async () => {
      const { rows } = await db.query<{ state: string; count: number }>(
        'select state, count(*)::int as count from authorizations group by state order by state',
      );
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },
    [Symbol.asyncDispose]: async () => {
      if (shared === undefined) await service[Symbol.asyncDispose]();
    },
  };
}
