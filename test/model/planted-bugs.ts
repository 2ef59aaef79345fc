import type { Mutant } from '../mutants/mutants.ts';

function planting(file: string, changes: readonly (readonly [breaks: string, from: string, to: string])[]): Mutant[] {
  return changes.map(([rule, from, to]) => ({ rule, file: `src/${file}`, from, to, noticedBy: 'model' }));
}

/** Bugs where time and money are decided, each of which somebody might write one day. */
export const plantedBugs: readonly Mutant[] = [
  ...planting('settlement/next-step.ts', [
    ['the highest bid is asked first', 'order by b.bid_value_in_cents desc,', 'order by b.bid_value_in_cents,'],
    ['of equal bids the earlier is asked first', 'desc, b.placed_at, b.bid_id', 'desc, b.placed_at desc, b.bid_id'],
    [
      'that a capture is asked for is written down before, with the auction',
      'where auction_id = $1 and capture_requested_at is null',
      'where auction_id = $1 and false',
    ],
    ['each attempt to capture is written down before', 'await recordCaptureRequest(tx, taken);', ''],
  ]),
  ...planting('settlement/conclude-capture.ts', [
    ['whose capture is refused does not win', `if (recorded.state !== 'captured') return 'refused';`, ''],
  ]),
  ...planting('settlement/complete-auction.ts', [
    ['who has lost is released', 'await beginReleases(tx, auctionId, { bidId: winningBidId });', ''],
  ]),
  ...planting('payments/begin-releases.ts', [
    [
      'the winner is not released',
      `z.state in ('intended', 'challenged', 'authorized')
      and (\${exceptBidId}::uuid is null or bid_id is distinct from \${exceptBidId}::uuid)`,
      `z.state not in ('released', 'expired', 'failed') and (\${exceptBidId}::uuid is null or true)`,
    ],
  ]),
  ...planting('settlement/find-auctions-to-settle.ts', [
    [
      'an auction ends by its seller’s clock',
      '${due(`statement_timestamp() + ${clockOffset}`)}',
      '${due(`statement_timestamp()`)}',
    ],
  ]),
  ...planting('settlement/advance-test-clock.ts', [
    ['holds lapse by the seller’s clock', 'await advanceProviderClock(tx, sellerId, Number(after));', ''],
  ]),
  ...planting('payments/request-capture.ts', [
    [
      'nobody else is asked while an outcome is unknown',
      `case 'unknown':
      return null;`,
      `case 'unknown':
      return await moveAuthorization(tx, authorizationId, 'giveUpCapture', { attempt });`,
    ],
    [
      'a payment is read again where the answer was not clear',
      'return asCaptureAnswer(await gateway.read({ reference }));',
      `return { outcome: 'refused', code: 'card_declined' };`,
    ],
  ]),
  ...planting('payments/narrow-answer.ts', [
    [
      'held and not yet captured is not refused',
      `return { outcome: 'unknown', reason: 'held, and not captured yet' };`,
      `return { outcome: 'refused', code: 'wrong_state' };`,
    ],
  ]),
  ...planting('payments/release-authorization.ts', [
    [
      'a release without a clear answer is tried again',
      `log.warn({ authorizationId, attempt, reason: answer.reason }, 'a release has no clear answer; trying again');`,
      `await moveAuthorization(db.pool, authorizationId, 'release', { attempt });`,
    ],
  ]),
  ...planting('payments/take-up.ts', [
    ['each attempt has its own number', 'attempt = attempt + 1,', 'attempt = attempt,'],
  ]),
  ...planting('payments/move-authorization.ts', [
    [
      'a state follows only those that it may follow',
      'state = any($2::authorization_state[]) and',
      '$2::authorization_state[] is not null and',
    ],
  ]),
  ...planting('payments/renew-authorization.ts', [
    [
      'the new hold stands before the old one is released',
      `crashPoint('renew: intent recorded');`,
      `await db.pool.query(
        \`update authorizations set state = 'releasing', next_attempt_at = clock_timestamp() where authorization_id = $1\`,
        [present.authorizationId],
      );`,
    ],
  ]),
  ...planting('payments/attach-bid.ts', [
    [
      'a hold that would lapse is renewed',
      'case when capture_before < bidding_period_ends_at',
      'case when false and capture_before < bidding_period_ends_at',
    ],
  ]),
  ...planting('bids/judge-bid.ts', [
    [
      'at the very end no bid is taken',
      'a.bidding_period_ends_at <= clock.now or',
      'a.bidding_period_ends_at < clock.now or',
    ],
    [
      'at the very start bids are taken',
      'a.bidding_period_starts_at <= clock.now',
      'a.bidding_period_starts_at < clock.now',
    ],
    ['a bid of the minimum is enough', 'valueInCents < auction.minimum', 'valueInCents <= auction.minimum'],
  ]),
  ...planting('bids/complete-bid.ts', [
    [
      'a bid is judged once the row is held',
      "and exists (select from auction where ${takesBid('z.value_in_cents')})",
      '',
    ],
    ['the minimum is read once the row is held', "takesBid('z.value_in_cents')", "takesBid('2147483647')"],
    ['a bid is placed by PostgreSQL’s clock', 'auction."judgedAt" from', 'clock_timestamp() from'],
  ]),
  ...planting('auctions/cancel-auction.ts', [
    [
      'what is being captured is not cancelled',
      `if (auction.captureRequestedAt !== null) throw new Refusal('auction_settling');`,
      '',
    ],
    ['what is cancelled is released', ", released as (${releasing('changed', 'null')})", ''],
  ]),
  ...planting('auctions/turn-auctions.ts', [
    [
      'an auction with bids is not over before it is settled',
      `and first_bid_attempt_at is null and not exists (select from bids where bids.auction_id = auctions.auction_id offset 0)`,
      '',
    ],
  ]),
  ...planting('webhooks/record-auction-events.ts', [
    [
      'an auction that is settled late began, too',
      `was = 'upcoming' and (`,
      `was = 'upcoming' and status = 'ongoing' and (`,
    ],
    ['an auction begins once', `was = 'upcoming' and (`, `(`],
  ]),
  ...planting('auctions/turn-auctions.ts', [
    [
      'who turns many auctions at once tells of each',
      `new.*
       ), \${recordAuctionEvents('moved')}`,
      `new.*
       )`,
    ],
  ]),
  ...planting('auctions/auction-row.ts', [
    [
      'the status goes by the clock',
      `when bidding_period_starts_at > \${sellerNow} then 'upcoming'
  else 'ongoing' end`,
      `else status::text end`,
    ],
  ]),
];
