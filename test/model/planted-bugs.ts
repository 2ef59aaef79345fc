import { answers, type Mutant, replaces } from '../mutants/mutant.ts';

/** Bugs where money and time are decided. The model must find each of them in the lives that it always plays. */
const bugs: Omit<Mutant, 'noticedBy'>[] = [
  // Whom settlement asks, and when.
  {
    rule: 'the highest bid is asked first',
    file: 'auctions/bids/bid-order.ts',
    breaks: replaces('{ descending: true, columns: [value] }', '{ descending: false, columns: [value] }'),
  },
  {
    rule: 'of equal bids the earlier is asked first',
    file: 'auctions/bids/bid-order.ts',
    breaks: replaces(
      `{ descending: true, columns: [value] },
      { descending: false, columns: byInstant }`,
      `{ descending: true, columns: [value] },
      { descending: true, columns: byInstant }`,
    ),
  },
  {
    rule: 'a bid whose capture is refused does not win',
    file: 'payments/holds/move-for.ts',
    breaks: replaces(`giveUp = { move: 'giveUpCapture', next: 'next_bid'`, `giveUp = { move: 'capture', next: 'win'`),
  },
  {
    rule: 'nobody else is asked while the outcome of a capture is unknown',
    file: 'payments/holds/move-for.ts',
    breaks: replaces(
      `move: 'expire', code: 'authorization_expired' }],
    unknown: again,`,
      `move: 'expire', code: 'authorization_expired' }],
    unknown: [giveUp],`,
    ),
  },
  {
    rule: 'nobody else is asked until a refused hold is released',
    file: 'payments/holds/capture-conditions.ts',
    breaks: answers('mayTurnOutCaptured', "'false'"),
  },
  {
    rule: 'a refusal for an account costs no sale',
    file: 'payments/providers/failure-code.ts',
    breaks: answers('isAboutAccount', 'false'),
  },
  {
    rule: 'nobody is charged while captures are stopped',
    file: 'settlement/blocks.ts',
    breaks: answers('isStopped', "'false'"),
  },
  {
    rule: 'an auction is not cancelled while a capture is under way',
    file: 'payments/holds/capture-conditions.ts',
    breaks: answers('isCaptureUnderWay', "'false'"),
  },
  // Requests without a clear answer.
  {
    rule: 'a payment is read again where the answer was not clear',
    file: 'payments/holds/request-capture.ts',
    breaks: replaces(
      'return await gateway.read({ reference, priority });',
      "return { outcome: 'refused', code: 'card_declined' };",
    ),
  },
  {
    rule: 'each attempt has its own number',
    file: 'payments/holds/claim.ts',
    breaks: replaces('attempt = attempt + 1,', 'attempt = attempt,'),
  },
  {
    rule: 'a hold without an answer is searched, and not taken for refused',
    file: 'payments/holds/move-for.ts',
    breaks: replaces(`move: 'abandon', code: 'provider_unavailable'`, `move: 'refuse', code: 'card_declined'`),
  },
  {
    rule: 'a payment that was opened without an answer is found and cancelled',
    file: 'payments/holds/release-authorization.ts',
    breaks: answers('findOpened', "{ outcome: 'released', reference: null }"),
  },
  {
    rule: 'a release without a clear answer is tried again',
    file: 'payments/holds/move-for.ts',
    breaks: replaces(
      `expired: [{ move: 'expire', next: 'nothing' }],
    unknown: again,`,
      `expired: [{ move: 'expire', next: 'nothing' }],
    unknown: close,`,
    ),
  },
  // Holds that end.
  {
    rule: 'the bidders who have lost are released',
    file: 'settlement/complete-auctions.ts',
    breaks: replaces("released as (${releasing('ended')})", 'released as (select 1)'),
  },
  {
    rule: 'the bidders of a cancelled auction are released',
    file: 'auctions/cancel-auction.ts',
    breaks: replaces('released as (${released})', 'released as (select 1)'),
  },
  {
    rule: 'a bid is judged once the row of its auction is locked',
    file: 'auctions/bids/write-bids.ts',
    breaks: replaces(" and ${bidRefusal('a', 'clock.now')} is null", ''),
  },
  {
    rule: 'the lower hold of a person is released once the higher bid stands',
    file: 'payments/holds/holds-of-person.ts',
    breaks: answers('releasingLower', "'select'"),
  },
  {
    rule: 'the lower hold of a person stands until the higher bid does',
    file: 'auctions/bids/place-bid.ts',
    breaks: replaces(
      "crashPoint('bid: intent recorded');",
      `await deps.db.query(
        \`update authorizations set state = 'releasing', failure_code = 'raised', next_attempt_at = clock_timestamp()
         where auction_id = $1 and bidder_id = $2 and browser_id = $3 and state = 'authorized' and bid_id is not null\`,
        [request.auctionId, request.bidderId, request.browserId],
      );`,
    ),
  },
  {
    rule: 'another browser with the same bidderId releases no hold',
    file: 'payments/holds/holds-of-person.ts',
    breaks: replaces('and (held.is_signed and ${row}.is_signed or held.browser_id = ${row}.browser_id)`', '`'),
  },
  // Holds that would lapse.
  {
    rule: 'a hold is renewed before it lapses, not after',
    file: 'payments/holds/move-authorization.ts',
    breaks: replaces("greatest(${until} - interval '1 day'", "greatest(${until} + interval '1 day'"),
  },
  {
    rule: 'the new hold stands before the old one is released',
    file: 'payments/holds/renew-authorization.ts',
    breaks: replaces(
      `crashPoint('renew: intent recorded');`,
      `await db.query(
        \`update authorizations set state = 'releasing', next_attempt_at = clock_timestamp() where authorization_id = $1\`,
        [present.authorizationId],
      );`,
    ),
  },
  // Payments that somebody captures or refunds at the provider.
  {
    rule: 'a capture at the provider is recorded when the service learns of it',
    file: 'payments/holds/capture-outside.ts',
    breaks: answers('captureOutside', 'null'),
  },
  {
    rule: 'nobody else is asked once somebody has captured at the provider',
    file: 'auctions/bids/rank.ts',
    breaks: answers('isPaidOutOfTurn', "'false'"),
  },
  {
    rule: 'refunds and disputes are recorded',
    file: 'settlement/reversals/record-reversals.ts',
    breaks: answers('writeReversals', '[]'),
  },
  {
    rule: 'the rest of a hold that was captured in part is released in the ledger',
    file: 'settlement/books/ledger.ts',
    breaks: replaces('and captured_in_cents < value_in_cents', 'and false'),
  },
  {
    rule: 'a capture is heard of while the hold is being released',
    file: 'settlement/follow-payment.ts',
    breaks: replaces(`return kind === 'captured' || providerReference === null;`, 'return providerReference === null;'),
  },
  {
    rule: 'nobody else is asked until the hold of a raised or voided bid is seen released',
    file: 'payments/holds/capture-conditions.ts',
    breaks: replaces(
      ".state = 'releasing' and ${alias}.bid_id is not null)",
      ".state = 'releasing' and exists (select from capture_attempts c where c.authorization_id = ${alias}.authorization_id))",
    ),
  },
  {
    rule: 'a capture by hand that a release finds is recorded as one',
    file: 'settlement/settle-auction.ts',
    breaks: replaces(
      'outside: await recordCaptureOutside(tx, claimed, capturedInCents) };',
      "outside: await moveAuthorization(tx, authorizationId, 'release') };",
    ),
  },
  {
    rule: 'an open dispute gives nothing back',
    file: 'payments/holds/captured-money.ts',
    breaks: replaces(`in ('succeeded', 'lost')`, `in ('succeeded', 'open', 'lost')`),
  },
  {
    rule: 'a refund that has failed gives nothing back',
    file: 'payments/holds/captured-money.ts',
    breaks: replaces(`in ('succeeded', 'lost')`, `in ('succeeded', 'failed', 'lost')`),
  },
  {
    rule: 'a part of a refund closes nothing',
    file: 'settlement/reversals/record-reversals.ts',
    breaks: replaces(">= ${capturedInCents('a')} then", '> 0 then'),
  },
  {
    rule: 'a partial capture closes with the refund of what was captured',
    file: 'settlement/reversals/record-reversals.ts',
    breaks: replaces(">= ${capturedInCents('a')} then", '>= value_in_cents then'),
  },
  {
    rule: 'a capture is booked as received',
    file: 'payments/holds/move-authorization.ts',
    breaks: replaces(
      'captured_in_cents = coalesce(known_captured, a.captured_in_cents)',
      'captured_in_cents = case when known_captured is null then a.captured_in_cents else a.value_in_cents end',
    ),
  },
  {
    rule: 'no bid wins with money that was given back before',
    file: 'settlement/blocks.ts',
    breaks: answers('hasReversalsDue', "'false'"),
  },
  // Rules that a seller gives an auction.
  {
    rule: 'a leading bid extends from the first millisecond of the window on',
    file: 'auctions/bids/move-end.ts',
    breaks: replaces(
      '>= bidding_period_ends_at - ${window}',
      "> bidding_period_ends_at - ${window} + interval '1 millisecond'",
    ),
  },
  {
    rule: 'no bid extends an auction past its maximum',
    file: 'auctions/bids/move-end.ts',
    breaks: replaces('least(${placedAt} + ${window}, ${latestEnd})', '${placedAt} + ${window}'),
  },
  {
    rule: 'no bid extends an auction past seven days',
    file: 'core/soft-close.ts',
    breaks: replaces("bidding_period_starts_at + interval '${maxBiddingPeriodSeconds} seconds'", "'infinity'"),
  },
  {
    rule: 'a bid that does not lead extends nothing',
    file: 'auctions/bids/move-end.ts',
    breaks: replaces('(is_purchase or placed.bid_id = ${leading})', 'true'),
  },
  {
    rule: 'a bid adds the step to the highest bid that can pay, and not to the highest of all',
    file: 'auctions/bids/judge-bid.ts',
    breaks: replaces(
      "bid_value_in_cents ${highestThatCanPay('auctions.auction_id', now)}",
      'max(bid_value_in_cents) from bids where bids.auction_id = auctions.auction_id',
    ),
  },
  {
    rule: 'a bid below the step is refused once the row of its auction is locked',
    file: 'auctions/bids/judge-bid.ts',
    breaks: replaces("then 'below_increment'", 'then null'),
  },
  {
    rule: 'the step of a row applies from its amount on',
    file: 'auctions/bid-steps.ts',
    breaks: replaces('::int <= ', '::int < '),
  },
  {
    rule: 'a bid that is overtaken does not keep its hold',
    file: 'auctions/bids/write-bids.ts',
    breaks: replaces("assignmentsOf('beginRelease')", "assignmentsOf('release')"),
  },
  {
    rule: 'nobody buys while a bid stands',
    file: 'auctions/bids/judge-bid.ts',
    breaks: replaces('${amounts}.highest is not null', 'false'),
  },
  {
    rule: 'nobody bids on an auction that was bought, also within the millisecond of the purchase',
    file: 'auctions/bids/judge-bid.ts',
    breaks: replaces("' or auctions.purchase_bid_id is not null'", "''"),
  },
  {
    rule: 'a purchase ends the auction a millisecond after it',
    file: 'auctions/bids/move-end.ts',
    breaks: replaces("placed_at + interval '1 millisecond'", "placed_at + interval '1 second'"),
  },
  {
    rule: 'an auction knows the bid that has bought it',
    file: 'auctions/bids/move-end.ts',
    breaks: replaces('case when is_purchase then placed.bid_id end', 'null::uuid'),
  },
  {
    rule: 'the rules of an auction are locked from its start on',
    file: 'auctions/update-auction-rules.ts',
    breaks: replaces("when status_now <> 'upcoming'", 'when false'),
  },
  // Refunds that the seller asks for.
  {
    rule: 'refunds that are asked for count as given back',
    file: 'settlement/reversals/payment-of-auction.ts',
    breaks: replaces('captured - refunded - disputed - requested, 0', 'captured - refunded - disputed, 0'),
  },
  // Payments that the provider does not know.
  {
    rule: 'nobody else is asked while the provider does not know the payment of the highest bid',
    file: 'payments/holds/move-for.ts',
    breaks: replaces(
      `{ if: 'forAccount', move: null, code: 'operator_cannot_charge', next: 'account' },
      { ...giveUp, code: 'operator_cannot_charge' },`,
      `{ ...giveUp, code: 'operator_cannot_charge' },`,
    ),
  },
  {
    rule: 'a request to capture that has lost its answer is over only once the payment is seen held',
    file: 'settlement/settle-auction.ts',
    breaks: replaces(
      `const { outcome } = await readCapture(deps, claimed);
  if (outcome === 'authorized') await`,
      'await',
    ),
  },
  {
    rule: 'an event about another payment gives an authorization no payment',
    file: 'settlement/follow-payment.ts',
    breaks: answers('isPaymentOf', 'true'),
  },
  {
    rule: 'a dispute is recorded whatever its amount',
    file: 'settlement/reversals/read-reversals.ts',
    breaks: replaces(
      'recordReversals(db, claimed, answer.reversals)',
      'recordReversals(db, claimed, answer.reversals.filter((each) => each.amountInCents <= claimed.valueInCents))',
    ),
  },
];

export const plantedBugs: readonly Mutant[] = bugs.map((bug) => ({ ...bug, noticedBy: ['model/model.isolated'] }));
