import type { Starter } from './starters.ts';

const aSeller = `{
  "sellerId": "00000000-0000-0000-0000-000000000000"
}`;
const aKey = `{
  "apiKeyId": "00000000-0000-0000-0000-000000000000"
}`;

/** The tabs of a signed-in admin: one for each task. */
export const adminStarters: readonly Starter[] = [
  {
    query: `# You are signed in: press Play.
#
# What needs somebody to look: settlements that
# take long, money that is not released, holds
# that will lapse. Empty when all is well.
query NeedsAttention {
  settlementsNeedingAttention {
    settlements {
      kind
      why
      since
      sellerName
      auctionTitle
      auctionId
      authorizationId
      valueInCents
      state
      provider
      providerReference
      lastReason
    }
    hasNext
  }
}
`,
  },
  {
    query: `# All sellers, newest first. Filters may be
# combined: nameContains, mode, isSuspended.
query Sellers {
  sellers(limit: 20) {
    sellers {
      sellerId
      name
      mode
      suspendedAt
    }
    hasNext
  }
}
`,
  },
  {
    query: `# One seller with its keys, its usage and its
# newest auctions.
query OneSeller($sellerId: UUID!) {
  seller(sellerId: $sellerId) {
    seller {
      name
      mode
      createdAt
      suspendedAt
      capturesStoppedAt
    }
    keys {
      apiKeyId
      prefix
      scopes
      expiresAt
      revokedAt
      lastUsedAt
    }
    paymentAccount {
      id
      state
      chargesEnabled
      requirements
      isUsed
    }
    usage {
      upcomingAuctions
      ongoingAuctions
      completedAuctions
      bids
      capturedValueInCents
      lastActivityAt
    }
    auctions(limit: 10) {
      auctions {
        auctionId
        title
        phase
      }
    }
  }
}
`,
    variables: aSeller,
  },
  {
    query: `# A new seller. It has no key yet: issue one
# with the sellerId of the answer.
mutation CreateSeller {
  createSeller(name: "Acme", mode: test) {
    seller {
      sellerId
      name
      mode
    }
  }
}
`,
  },
  {
    query: `# A key for a seller. It is returned only here:
# hand it over in a way that nobody else reads.
mutation IssueKey($sellerId: UUID!) {
  issueApiKey(
    sellerId: $sellerId
    scopes: [AUCTIONS_READ, AUCTIONS_WRITE, BIDS_READ, WEBHOOKS_WRITE]
  ) {
    key
    apiKey {
      apiKeyId
      prefix
      scopes
    }
  }
}
`,
    variables: aSeller,
  },
  {
    query: `# A new key in place of an old one, which stops
# working at once. OneSeller shows the ids.
mutation RotateKey($apiKeyId: UUID!) {
  rotateApiKey(apiKeyId: $apiKeyId) {
    key
    apiKey {
      apiKeyId
      prefix
    }
  }
}
`,
    variables: aKey,
  },
  {
    query: `# Revokes a key, at once and for good.
mutation RevokeKey($apiKeyId: UUID!) {
  revokeApiKey(apiKeyId: $apiKeyId) {
    apiKey {
      prefix
      revokedAt
    }
  }
}
`,
    variables: aKey,
  },
  {
    query: `# Lets the sales of a seller be paid into an account
# that the payment provider has connected to yours.
# readPaymentAccount reads its state again.
mutation ConnectPaymentAccount(
  $sellerId: UUID!
  $accountId: String!
) {
  connectPaymentAccount(
    sellerId: $sellerId
    accountId: $accountId
  ) {
    paymentAccount {
      id
      state
      isUsed
    }
  }
}
`,
    variables: `{
  "sellerId": "00000000-0000-0000-0000-000000000000",
  "accountId": "acct_…"
}`,
  },
  {
    query: `# Stops all keys of a seller at once. Its
# auctions go on, end and settle as they would.
# With stopCaptures: true, a reason and confirm:
# true, nobody is charged until ResumeSeller.
mutation SuspendSeller($sellerId: UUID!, $stopCaptures: Boolean!, $reason: String, $confirm: Boolean) {
  suspendSeller(sellerId: $sellerId, stopCaptures: $stopCaptures, reason: $reason, confirm: $confirm) {
    seller {
      name
      suspendedAt
      capturesStoppedAt
    }
  }
}
`,
    variables: `{
  "sellerId": "00000000-0000-0000-0000-000000000000",
  "stopCaptures": false
}`,
  },
  {
    query: `# Lets the keys of a suspended seller work again,
# and captures go on that were stopped.
mutation ResumeSeller($sellerId: UUID!) {
  resumeSeller(sellerId: $sellerId) {
    seller {
      name
      suspendedAt
      capturesStoppedAt
    }
  }
}
`,
    variables: aSeller,
  },
  {
    query: `# Auctions of all sellers, newest first. More
# filters: sellerId, titleContains,
# createdFromTimestamp, createdBeforeTimestamp.
query AllAuctions {
  adminAuctions(status: ongoing, limit: 20) {
    auctions {
      auctionId
      sellerName
      title
      phase
      biddingPeriodEndsAt
      auctionUrl
    }
    hasNext
  }
}
`,
  },
  {
    query: `# Bids of all bidders, newest first, and the money
# behind them. Filters: sellerId, auctionId, bidderId.
query AllBids {
  adminBids(limit: 20) {
    bids {
      bidId
      sellerName
      auctionTitle
      bidderId
      bidValueInCents
      placedAt
      authorizationState
      providerReference
    }
    hasNext
  }
}
`,
  },
  {
    query: `# Who changed what, newest first. Filters:
# sellerId, subjectId, action, apiKeyId (who
# asked), sinceTimestamp.
query AuditLog {
  auditLog(limit: 20) {
    entries {
      at
      action
      actorName
      keyPrefix
      subjectType
      subjectId
      before
      after
      requestId
    }
    hasNext
  }
}
`,
  },
];
