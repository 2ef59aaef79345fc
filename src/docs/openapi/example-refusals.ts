import { faultsIn } from '../../core/check-input.ts';
import { type Fault, Refusal, type RefusalCode } from '../../core/refusal.ts';
import { readQuery } from '../../v1/check-query.ts';
import type { Route } from '../../v1/route-table.ts';

export const exampleRequestId = '9b7f1f0e-6f0b-4a55-9a52-6c1de1b8a3c4';

/** A faulty request for each operation: its answer is the operation's example of a 400. */
export const faultyRequests: Record<string, { readonly query: string; readonly body?: unknown }> = {
  'Query.auctions': { query: 'status=open&limit=500' },
  'Query.auction': { query: 'includeBids=yes' },
  'Mutation.createAuction': {
    query: '',
    body: {
      title: 'A',
      minimumBid: 5_000,
      biddingPeriod: { startTimestamp: 1_796_126_400_000, endTimestamp: '1796731200' },
    },
  },
  'Mutation.updateAuction': { query: '', body: { title: null, minimumBidValueInCents: 50.5 } },
  'Mutation.cancelAuction': { query: 'force=true' },
  'Query.bids': { query: 'auctionId=42&limit=0' },
  'Query.bid': { query: 'includeBids=true' },
};

/** The refusal of an update that changes every locked field of an ongoing auction. */
const lockedFields: Fault[] = ['/biddingPeriod', '/type'].map((pointer) => ({
  pointer,
  code: 'field_locked',
  detail: 'May be changed only while the auction is upcoming.',
}));

/** Makes a refusal as a request of the route gets it. */
export function exampleRefusal(route: Route, code: RefusalCode, scope: string): Refusal {
  switch (code) {
    case 'invalid_request':
      return new Refusal(code, { faults: faultsOfExample(route) });
    case 'insufficient_scope':
      return new Refusal(code, { detail: `The API key lacks the scope "${scope}".` });
    case 'field_locked':
      return new Refusal(code, { faults: lockedFields });
    default:
      return new Refusal(code);
  }
}

function faultsOfExample({ operation, query, body }: Route): Fault[] {
  const faulty = faultyRequests[operation]!;
  return [...readQuery(query, faulty.query).faults, ...(body === undefined ? [] : faultsIn(body.schema, faulty.body))];
}
