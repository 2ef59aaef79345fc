import { answers, type Mutant, replaces, servesAnySeller } from './mutant.ts';

const tenants: Mutant[] = [
  {
    rule: 'a seller reads its own auctions alone',
    file: 'auctions/reads.ts',
    noticedBy: ['contract/isolation', 'graphql/subscriptions'],
    // The second statement reads the auctions of events, which are the seller's own already.
    breaks: (source) => servesAnySeller(source).filter((_, place) => place !== 1),
  },
  {
    rule: 'a seller reads the bids on its own auctions alone',
    file: 'auctions/bids/reads.ts',
    noticedBy: ['contract/isolation', 'bids/winner-reference'],
    // The last statement finds the bid after which a stream goes on, and the auction of the stream is the seller's already.
    breaks: (source) => servesAnySeller(source).slice(0, -1),
  },
  {
    rule: 'a seller changes its own auctions alone',
    file: 'auctions/change-auction.ts',
    noticedBy: ['contract/isolation'],
    breaks: servesAnySeller,
  },
  {
    rule: 'a page holds the own auctions alone',
    file: 'auctions/page-of-auctions.ts',
    noticedBy: ['graphql/find-auctions'],
    breaks: replaces("condition: 'seller_id = $1'", "condition: '$1::uuid is not null'"),
  },
  {
    rule: 'the feed holds the own events alone',
    file: 'auctions/webhooks/events.ts',
    noticedBy: ['contract/event-feed'],
    breaks: servesAnySeller,
  },
  {
    rule: 'a stored answer is for its seller alone',
    file: 'api/idempotency/stored-answer.ts',
    noticedBy: ['contract/idempotency-keys'],
    breaks: replaces('where seller_id = $1 and key', 'where $1::uuid is not null and key'),
  },
  {
    rule: 'a seller reads and revokes its own keys alone',
    file: 'platform/auth/own-keys.ts',
    noticedBy: ['auth/own-keys'],
    breaks: replaces('where: { apiKeyId, sellerId }', 'where: { apiKeyId }'),
  },
  {
    rule: 'a public key shows own auctions alone',
    file: 'platform/auth/own-keys.ts',
    noticedBy: ['graphql/public-keys'],
    breaks: replaces('a.seller_id = $1 and', '$1::uuid is not null and'),
  },
  {
    rule: 'a test clock moves the payments of its seller alone',
    file: 'payments/holds/claim.ts',
    noticedBy: ['settlement/advance-test-clock'],
    breaks: replaces('or seller_id = $2)', 'or true)'),
  },
  {
    rule: 'an auction has its own bids alone',
    file: 'auctions/bids/reads.ts',
    noticedBy: ['contract/shapes'],
    breaks: replaces('bids.auction_id = auctions.auction_id', 'bids.seller_id = auctions.seller_id'),
  },
];

const keys: Mutant[] = [
  {
    rule: 'a revoked key is refused',
    file: 'platform/auth/authenticate.ts',
    noticedBy: ['contract/keys'],
    breaks: replaces(' and k.revoked_at is null', ''),
  },
  {
    rule: 'a key that was revoked since its last request is refused',
    file: 'platform/auth/query-as.ts',
    noticedBy: ['contract/keys'],
    breaks: replaces('k.revoked_at is null and', ''),
  },
  {
    rule: 'an expired key is refused',
    file: 'platform/auth/query-as.ts',
    noticedBy: ['contract/keys'],
    breaks: replaces('or k.expires_at > statement_timestamp()', 'or true'),
  },
  {
    rule: 'a resolver needs its scope',
    file: 'core/viewer.ts',
    noticedBy: ['contract/scopes'],
    breaks: answers('requireScope', 'undefined'),
  },
  {
    rule: 'an operation of /v1 needs its scopes',
    file: 'api/v1/answer-route.ts',
    noticedBy: ['contract/scopes'],
    breaks: replaces('if (lacking !== undefined)', 'if (false)'),
  },
  {
    rule: 'a planned operation needs its scopes',
    file: 'api/graphql/transport/run-operation.ts',
    noticedBy: ['contract/scopes'],
    breaks: replaces('const isPlanned = mayReadAll && ', 'const isPlanned = '),
  },
  {
    rule: 'the replay of an answer needs the scopes of its operation',
    file: 'api/graphql/transport/run-graphql.ts',
    noticedBy: ['contract/bounded-answers'],
    breaks: answers('withoutScope', 'null'),
  },
  {
    rule: 'a stored answer holds no secret',
    file: 'api/graphql/transport/run-graphql.ts',
    noticedBy: ['contract/bounded-answers'],
    breaks: answers('withoutSecrets', 'args[0]'),
  },
  {
    rule: 'a key issues no key above itself',
    file: 'platform/auth/own-keys.ts',
    noticedBy: ['auth/own-keys'],
    breaks: answers('lackingOf', '[]'),
  },
  {
    rule: 'a public key reads the public part of the schema',
    file: 'core/viewer.ts',
    noticedBy: ['graphql/public-keys'],
    breaks: answers('isPublic', 'false'),
  },
  {
    rule: 'a public key reads the auctions and bids that it names',
    file: 'api/plan-host.ts',
    noticedBy: ['graphql/public-keys'],
    breaks: (source) => [
      ...replaces("${own('auctions')}, ${own('bids')}", "${own('auctions')}")(source),
      ...replaces("${own('auctions')}, ${own('bids')}", "${own('bids')}")(source),
    ],
  },
  {
    rule: 'a session counts from own pages alone',
    file: 'platform/auth/browser-session.ts',
    noticedBy: ['seller-pages/sign-in'],
    breaks: answers('isSameOrigin', 'true'),
  },
  {
    rule: 'a private link cannot be guessed',
    file: 'core/follow-key.ts',
    noticedBy: ['page/follow-bids'],
    breaks: answers('isFollowKey', 'true'),
  },
  {
    rule: 'a signed link is for its auction and its bidder',
    file: 'auctions/bidders/bidder-signing.ts',
    noticedBy: ['page/signed-bidders'],
    breaks: (source) => [
      ...replaces('`${auctionId.toLowerCase()}.${bidderId}`', '`.${bidderId}`')(source),
      ...replaces('`${auctionId.toLowerCase()}.${bidderId}`', '`${auctionId.toLowerCase()}.`')(source),
    ],
  },
];

const money: Mutant[] = [
  {
    rule: 'an Idempotency-Key is for one request',
    file: 'api/idempotency/with-idempotency-key.ts',
    noticedBy: ['contract/idempotency-keys'],
    breaks: replaces('!stored.fingerprint.equals(request.fingerprint)', 'false'),
  },
  {
    rule: 'two requests with one Idempotency-Key do not run at once',
    file: 'api/idempotency/stored-answer.ts',
    noticedBy: ['contract/idempotency-keys'],
    breaks: replaces('return rows[0]!.locked;', 'return true;'),
  },
  {
    rule: 'a bid is in time, and at least the minimum',
    file: 'auctions/bids/judge-bid.ts',
    noticedBy: ['bids/judge-bid'],
    breaks: (source) => [
      ...replaces('starts_at > ${now}', 'starts_at >= ${now}')(source),
      ...replaces('ends_at <= ${now}', 'ends_at < ${now}')(source),
      ...replaces('< auctions.minimum_bid', '<= auctions.minimum_bid')(source),
    ],
  },
  {
    rule: 'a cancellation waits for a capture under way',
    file: 'payments/holds/capture-conditions.ts',
    noticedBy: ['settlement/cancel-while-capturing'],
    breaks: answers('isCaptureUnderWay', "'false'"),
  },
  {
    rule: 'the next bidder is asked once a refused hold is released',
    file: 'payments/holds/capture-conditions.ts',
    noticedBy: ['settlement/late-captures'],
    breaks: answers('mayTurnOutCaptured', "'false'"),
  },
  {
    rule: 'a payment that somebody captured at the provider stops settlement',
    file: 'payments/holds/capture-conditions.ts',
    noticedBy: ['settlement/captured-outside'],
    breaks: answers('isCapturedOutside', "'false'"),
  },
  {
    rule: 'a hold past its time is not captured',
    file: 'payments/holds/capture-conditions.ts',
    noticedBy: ['bids/one-hold'],
    breaks: replaces(' and coalesce(${alias}.capture_before > ${now}, true)', ''),
  },
  {
    rule: 'the hold of a lower bid is released once the higher bid stands',
    file: 'payments/holds/holds-of-person.ts',
    noticedBy: ['bids/one-hold'],
    breaks: answers('releasingLower', "'select'"),
  },
  {
    rule: 'the same bidderId in another browser is another person',
    file: 'payments/holds/holds-of-person.ts',
    noticedBy: ['bids/one-hold'],
    breaks: replaces('(held.is_signed and ${row}.is_signed or held.browser_id = ${row}.browser_id)', 'true'),
  },
  {
    rule: 'a decline that passes is tried again',
    file: 'payments/providers/failure-code.ts',
    noticedBy: ['settlement/transient-declines'],
    breaks: answers('isTransient', 'false'),
  },
  {
    rule: 'a refusal for an account costs no sale',
    file: 'payments/providers/failure-code.ts',
    noticedBy: ['settlement/restricted-accounts'],
    breaks: answers('isAboutAccount', 'false'),
  },
  {
    rule: 'nobody is charged while an operator has stopped captures',
    file: 'settlement/blocks.ts',
    noticedBy: ['admin/stopped-captures'],
    breaks: (source) => [...answers('isStopped', "'false'")(source), ...answers('isRequestStopped', 'false')(source)],
  },
  {
    rule: 'a database that nobody has recognized settles nothing',
    file: 'settlement/record-next-steps.ts',
    noticedBy: ['books/restored-database'],
    breaks: replaces('when ${isAllBlocked} or ${isBlocked}', 'when ${isBlocked}'),
  },
  {
    rule: 'a renewal that the books have lost is adopted',
    file: 'payments/holds/renew-authorization.ts',
    noticedBy: ['books/reconcile'],
    breaks: answers('adoptRenewal', 'false'),
  },
  {
    rule: 'a card is kept while a hold needs it',
    file: 'payments/holds/kept-card.ts',
    noticedBy: ['providers/stripe/kept-cards'],
    breaks: answers('handCardOn', 'undefined'),
  },
  {
    rule: 'nobody is erased while money is held',
    file: 'auctions/bidders/erase-bidder.ts',
    noticedBy: ['bidders/erasing'],
    breaks: answers('refuseOpenHolds', 'undefined'),
  },
  {
    rule: 'a sale is paid to its seller, less the fee',
    file: 'payments/providers/stripe/intent.ts',
    noticedBy: ['providers/paid-sellers'],
    breaks: (source) => [
      ...replaces('transfer_data: { destination: payee.account },', '')(source),
      ...replaces('{ application_fee_amount: payee.feeInCents }', '{}')(source),
    ],
  },
  {
    rule: 'after a lost answer the request is sent once more, with its key',
    file: 'payments/holds/request-hold.ts',
    noticedBy: ['providers/stripe/holding-in-one-call'],
    breaks: replaces('withinDeadline(secondHoldMs, hold())', 'first'),
  },
];

/** What the tests of tenants, keys and money are held to. The rules of settlement are also in `test/model/planted-bugs.ts`. */
export const mutants: readonly Mutant[] = [...tenants, ...keys, ...money];
