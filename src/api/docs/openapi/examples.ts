import { faultsIn } from '../../../core/check-input.ts';
import { type Fault, Refusal, type RefusalCode } from '../../../core/refusal.ts';
import { missingScope } from '../../../core/viewer.ts';
import { queryReader } from '../../v1/read-request.ts';
import type { Route } from '../../v1/route-table.ts';
import type { Json } from './schemas.ts';

export const exampleIds = {
  upcoming: '019ad9c5-6a80-7c3e-9d2b-5f0e4b8a7d11',
  sold: '019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70',
  winningBid: '019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23',
  otherBid: '019a9e60-9d10-7b84-a2f7-3c5d8e0b1f46',
};

/** Returns an upcoming auction just after its creation, and a sold one with its bids: all examples use these. */
export function exampleThings(publicUrl: string) {
  return {
    upcoming: {
      auctionId: exampleIds.upcoming,
      createdAt: '2026-12-01T09:30:00.250+00:00',
      biddingPeriodStartsAt: '2026-12-01T12:00:00.000+00:00',
      biddingPeriodEndsAt: '2026-12-08T12:00:00.000+00:00',
      type: 'asynchronous',
      minimumBidValueInCents: 5_000,
      title: 'A walnut desk, 1962',
      status: 'upcoming',
      auctionUrl: `${publicUrl}/auctions/${exampleIds.upcoming}`,
    },
    sold: {
      auctionId: exampleIds.sold,
      createdAt: '2026-11-16T18:04:12.512+00:00',
      biddingPeriodStartsAt: '2026-11-17T08:00:00.000+00:00',
      biddingPeriodEndsAt: '2026-11-20T20:00:00.000+00:00',
      type: 'asynchronous',
      minimumBidValueInCents: 0,
      title: 'Twelve hand-printed postcards',
      status: 'completed',
      auctionUrl: `${publicUrl}/auctions/${exampleIds.sold}`,
    },
    winningBid: {
      bidId: exampleIds.winningBid,
      bidderId: 'customer-42',
      placedAt: '2026-11-18T22:03:41.224+00:00',
      bidValueInCents: 2_500,
      auctionId: exampleIds.sold,
      isWinningBid: true,
    },
    otherBid: {
      bidId: exampleIds.otherBid,
      bidderId: 'ada@example.com',
      placedAt: '2026-11-19T17:23:10.096+00:00',
      bidValueInCents: 1_800,
      auctionId: exampleIds.sold,
      isWinningBid: false,
    },
  };
}

interface Examples {
  /** The bodies of successes, by the name of the example. */
  readonly answers: Readonly<Record<string, Json>>;
  /** The request body whose answer has the same name. */
  readonly bodies?: Readonly<Record<string, Json>>;
  /** A request whose answer is the example of a 400. */
  readonly faulty: { readonly query: string; readonly body?: unknown };
}

/** Returns the examples of each operation. */
export function examplesBy(publicUrl: string): Record<Route['operation'], Examples> {
  const { upcoming, sold, winningBid, otherBid } = exampleThings(publicUrl);
  const bids = [otherBid, winningBid];
  return {
    'Query.auctions': {
      answers: {
        withoutBids: { auctions: [upcoming, sold] },
        withBids: {
          auctions: [
            { ...upcoming, bids: [] },
            { ...sold, bids },
          ],
        },
      },
      faulty: { query: 'status=open&limit=500' },
    },
    'Query.auction': {
      answers: { withoutBids: { auction: upcoming }, withBids: { auction: { ...sold, bids } } },
      faulty: { query: 'includeBids=yes' },
    },
    'Mutation.createAuction': {
      answers: { created: { auction: upcoming } },
      bodies: {
        created: {
          title: 'A walnut desk, 1962',
          minimumBidValueInCents: 5_000,
          biddingPeriod: { startTimestamp: 1_796_126_400, endTimestamp: 1_796_731_200 },
        },
      },
      faulty: {
        query: '',
        body: {
          title: 'A',
          minimumBid: 5_000,
          biddingPeriod: { startTimestamp: 1_796_126_400_000, endTimestamp: '1796731200' },
        },
      },
    },
    'Mutation.updateAuction': {
      answers: { updated: { auction: { ...upcoming, title: 'A walnut desk, restored' } } },
      bodies: { updated: { title: 'A walnut desk, restored' } },
      faulty: { query: '', body: { title: null, minimumBidValueInCents: 50.5 } },
    },
    'Mutation.cancelAuction': { answers: { cancelled: { success: true } }, faulty: { query: 'force=true' } },
    'Query.bids': { answers: { newestFirst: { bids } }, faulty: { query: 'auctionId=42&limit=0' } },
    'Query.bid': { answers: { winning: { bid: winningBid } }, faulty: { query: 'includeBids=true' } },
  };
}

/** Makes a refusal as a request of the route gets it. */
export function exampleRefusal(
  { query, body }: Route,
  code: RefusalCode,
  faulty: Examples['faulty'],
  scope: string,
): Refusal {
  switch (code) {
    case 'invalid_request': {
      const inBody = body === undefined ? [] : faultsIn(body.schema, faulty.body);
      return new Refusal(code, { faults: [...queryReader(query)(faulty.query).faults, ...inBody] });
    }
    case 'insufficient_scope':
      return missingScope(scope);
    case 'field_locked':
      return new Refusal(code, { faults: lockedFields });
    default:
      return new Refusal(code);
  }
}

/** The refusal of an update that changes every locked field of an ongoing auction. */
const lockedFields: Fault[] = ['/biddingPeriod', '/type'].map((pointer) => ({
  pointer,
  code: 'field_locked',
  detail: 'May be changed only while the auction is upcoming.',
}));
