import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { GraphiQLOptions } from 'graphql-yoga';

// Each starter is a lesson: what it does, then the operation. They open as tabs, the first in front.
const starters = [
  `# Welcome. Put your API key into the "Headers" tab below, where "auc_test_…" stands, then press Play.
# This lists your newest auctions. The "Docs" button on the left explains every field.
query MyAuctions {
  auctions(limit: 10) {
    auctions { auctionId title status biddingPeriodStartsAt biddingPeriodEndsAt auctionUrl }
    hasNext
  }
}
`,
  `# Creates an auction. Timestamps are unix seconds; the start lies at least 1 minute ahead, the period
# lasts 1 hour to 7 days. Share the auctionUrl with bidders: bids are placed there, never through the API.
mutation CreateAuction($biddingPeriod: BiddingPeriodInput!) {
  createAuction(title: "A walnut desk, 1962", minimumBidValueInCents: 5000, biddingPeriod: $biddingPeriod) {
    auction { auctionId status auctionUrl }
  }
}
`,
  `# One auction with its bids. Who leads is not marked: isWinningBid turns true only once the winner has paid.
query OneAuction($auctionId: UUID!) {
  auction(auctionId: $auctionId) {
    auction { title status outcome minimumBidValueInCents bids { bidId bidderId bidValueInCents placedAt isWinningBid } }
  }
}
`,
  `# Changes an auction. While it is ongoing, only the title and the minimum bid may change.
mutation UpdateAuction($auctionId: UUID!) {
  updateAuction(auctionId: $auctionId, title: "A walnut desk, 1962, restored") { auction { title status } }
}
`,
  `# Cancels an auction for good: no money moves and every card authorization is released.
mutation CancelAuction($auctionId: UUID!) {
  cancelAuction(auctionId: $auctionId) { success }
}
`,
];

const headers = JSON.stringify({ Authorization: 'Bearer auc_test_…' }, null, 2);

/** Variables that make a starter run as it stands: a period of a day from tomorrow, an auction to put in. */
function exampleVariables(query: string, now: number): string | null {
  const startTimestamp = Math.floor(now / 1000) + 86_400;
  const variables = {
    ...(query.includes('$biddingPeriod') && {
      biddingPeriod: { startTimestamp, endTimestamp: startTimestamp + 86_400 },
    }),
    ...(query.includes('$auctionId') && { auctionId: '00000000-0000-0000-0000-000000000000' }),
  };
  return Object.keys(variables).length === 0 ? null : JSON.stringify(variables, null, 2);
}

export function graphiqlOptions(): GraphiQLOptions {
  const now = Date.now();
  return {
    title: 'Auction service',
    headers,
    defaultHeaders: headers,
    defaultQuery: starters[0]!,
    defaultTabs: starters.map((query) => ({ query, headers, variables: exampleVariables(query, now) })),
    defaultEditorToolsVisibility: 'headers',
    shouldPersistHeaders: true,
  };
}

/** GraphiQL with everything it needs in the page itself, so that it opens without the internet. */
export const renderGraphiql = renderGraphiQL;
