/** A tab with which GraphiQL opens. Each is a lesson: an explanation, then the operation. */
export interface Starter {
  readonly query: string;
  /** The variables as JSON. The page replaces ids and periods of zeros when it sends them: `fillIn` in browser/page.js. */
  readonly variables?: string;
}

const anAuction = `{
  "auctionId": "00000000-0000-0000-0000-000000000000"
}`;
const anEndpoint = `{
  "endpointId": "00000000-0000-0000-0000-000000000000"
}`;

const aBidder = `{
  "bidderId": "customer-42"
}`;

/** The tabs, the first one selected. */
export const starters: readonly Starter[] = [
  {
    query: `# Welcome. Paste your API key above and press
# Play: this lists your newest auctions.
#
# The book on the left opens the docs of every
# field. The other tabs show what else there is.
query MyAuctions {
  auctions(limit: 10) {
    auctions {
      auctionId
      title
      status
      biddingPeriodStartsAt
      biddingPeriodEndsAt
      auctionUrl
    }
    hasNext
  }
}
`,
  },
  {
    query: `# Creates an auction, with the period below in
# unix seconds. It starts at least 1 minute from
# now and lasts 1 hour to 7 days. Two zeros stand
# for all of tomorrow, by your clock.
#
# Share the auctionUrl with bidders: bids are
# placed there, never through the API.
mutation CreateAuction($biddingPeriod: BiddingPeriodInput!) {
  createAuction(
    title: "A walnut desk, 1962"
    minimumBidValueInCents: 5000
    biddingPeriod: $biddingPeriod
  ) {
    auction {
      auctionId
      status
      auctionUrl
    }
  }
}
`,
    variables: `{
  "biddingPeriod": {
    "startTimestamp": 0,
    "endTimestamp": 0
  }
}`,
  },
  {
    query: `# One auction with its bids. Zeros in the variables
# stand for your newest auction.
#
# The leading bid is not marked: isWinningBid
# turns true once the winner has paid.
query OneAuction($auctionId: UUID!) {
  auction(auctionId: $auctionId) {
    auction {
      title
      status
      outcome
      minimumBidValueInCents
      bids {
        bidId
        bidderId
        bidValueInCents
        placedAt
        isWinningBid
      }
    }
  }
}
`,
    variables: anAuction,
  },
  {
    query: `# How your auctions stand, page by page: for the
# next one, put the endCursor of the answer into
# the variables below.
query AuctionPages($after: String) {
  auctionConnection(first: 20, after: $after) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
        auctionId
        title
        phase
        bidCount
        leadingBid {
          bidderId
          bidValueInCents
        }
        winningBid {
          bidderId
          bidValueInCents
        }
      }
    }
  }
}
`,
    variables: `{
  "after": null
}`,
  },
  {
    query: `# The bids on an auction, the highest first: the
# order in which their funds are asked for once it
# is over. settlement tells what came of that.
query HighestBids($auctionId: UUID!) {
  auction(auctionId: $auctionId) {
    auction {
      title
      phase
      bidConnection(orderBy: HIGHEST_FIRST, first: 10) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          node {
            bidId
            bidderId
            bidValueInCents
            placedAt
          }
        }
      }
      settlement {
        bidId
        requestedAt
        result
        reason
      }
    }
  }
}
`,
    variables: anAuction,
  },
  {
    query: `# Changes an auction. Once it is ongoing, only
# the title and the minimum bid may change.
mutation UpdateAuction($auctionId: UUID!) {
  updateAuction(
    auctionId: $auctionId
    title: "A walnut desk, 1962, restored"
  ) {
    auction {
      title
      status
    }
  }
}
`,
    variables: anAuction,
  },
  {
    query: `# Follows an auction: how it is now, and after
# each change. Press Play again to stop.
#
# bidPlaced sends each new bid instead.
subscription FollowAuction($auctionId: UUID!) {
  auctionChanged(auctionId: $auctionId) {
    phase
    bidCount
    leadingBid {
      bidderId
      bidValueInCents
    }
  }
}
`,
    variables: anAuction,
  },
  {
    query: `# Lets time pass at once, for test sellers: to the
# start of the auction, and pressed again to its
# end, when it is settled. bySeconds: 3600 passes
# an hour.
mutation AdvanceTestClock($auctionId: UUID!) {
  advanceTestClock(untilAuction: $auctionId) {
    now
    timestamp
  }
}
`,
    variables: anAuction,
  },
  {
    query: `# Cancels an auction, for good: no money moves,
# and every card authorization is released.
mutation CancelAuction($auctionId: UUID!) {
  cancelAuction(auctionId: $auctionId) {
    success
  }
}
`,
    variables: anAuction,
  },
  {
    query: `# Makes an address of yours hear of events.
#
# The secret verifies the signature of each
# request. It is returned only here: store it.
mutation CreateWebhook {
  createWebhookEndpoint(
    url: "https://example.com/webhooks"
    eventTypes: [
      auction_started
      auction_completed
      auction_cancelled
      bid_placed
      capture_failed
    ]
  ) {
    webhookEndpoint {
      endpointId
    }
    secret
  }
}
`,
  },
  {
    query: `# Your webhook endpoints. One that keeps failing
# is disabled after three days.
query MyWebhooks {
  webhookEndpoints {
    webhookEndpoints {
      endpointId
      url
      eventTypes
      isEnabled
      disabledReason
      failingSince
    }
  }
}
`,
  },
  {
    query: `# A secret to sign the bidderId of your links
# with, shown once. The guide to bidders says
# what is signed. Then require signed links with
# requireSignedBidders(isRequired: true).
mutation RotateBidderSecret {
  rotateBidderSecret {
    secret
    bidderSigning {
      isRequired
      previousSecretExpiresAt
    }
  }
}
`,
  },
  {
    query: `# Refuses the bids of a bidder on your auctions
# from now on. unbanBidder lifts the ban; your
# bans are in bannedBidders.
mutation BanBidder($bidderId: String!) {
  banBidder(
    bidderId: $bidderId
    reason: "Has never paid"
  ) {
    bannedBidder {
      bidderId
      bannedAt
    }
  }
}
`,
    variables: aBidder,
  },
  {
    query: `# All that is known of a bidder. eraseBidder
# replaces the id and the e-mail address by a
# pseudonym, once nothing is held.
query ExportBidder($bidderId: String!) {
  exportBidder(bidderId: $bidderId) {
    ban {
      reason
    }
    attempts {
      email
      valueInCents
      state
      bidId
    }
    hasNext
  }
}
`,
    variables: aBidder,
  },
  {
    query: `# Sends a test to an endpoint. Zeros in the
# variables stand for your newest endpoint. What
# came of it is in the next tab.
mutation TestWebhook($endpointId: UUID!) {
  sendTestWebhook(endpointId: $endpointId) {
    webhookDelivery {
      deliveryId
      state
    }
  }
}
`,
    variables: anEndpoint,
  },
  {
    query: `# What was sent to an endpoint, and what it
# answered. Add state: failed to see what was
# given up.
query WebhookDeliveries($endpointId: UUID!) {
  webhookDeliveries(
    endpointId: $endpointId
    limit: 10
  ) {
    webhookDeliveries {
      deliveryId
      state
      nextAttemptAt
      event {
        eventId
        eventType
        body
      }
      attempts {
        requestedAt
        durationMs
        status
        responseBody
        error
      }
    }
    hasNext
  }
}
`,
    variables: anEndpoint,
  },
  {
    query: `# Sends again what could not be delivered. To
# send one delivery again, there is
# replayWebhookDelivery.
mutation ReplayFailedWebhooks($endpointId: UUID!) {
  replayFailedWebhookDeliveries(
    endpointId: $endpointId
    sinceTimestamp: 0
  ) {
    replayed
  }
}
`,
    variables: anEndpoint,
  },
];
