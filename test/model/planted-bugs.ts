import type { Mutant } from '../mutants/mutants.ts';

function planting(file: string, changes: readonly (readonly [breaks: string, from: string, to: string])[]): Mutant[] {
  return changes.map(([rule, from, to]) => ({ rule, file: `src/${file}`, from, to, noticedBy: 'model' }));
}

/** Bugs where time and money are decided, each of which somebody might write one day. */
export const plantedBugs: readonly Mutant[] = [
  ...planting('settlement/next-steps.ts', [
    [
      'each attempt to capture is written down before',
      "requested as (${recordingRequests('begun')})",
      'requested as (select 1)',
    ],
  ]),
  ...planting('bids/bid-order.ts', [
    [
      'the highest bid is asked first',
      '{ descending: true, columns: [value] }',
      '{ descending: false, columns: [value] }',
    ],
    [
      'of equal bids the earlier is asked first',
      '{ descending: false, columns: [placedAt, bidId] }',
      '{ descending: true, columns: [placedAt, bidId] }',
    ],
  ]),
  ...planting('holds/move-for.ts', [
    [
      'whose capture is refused does not win',
      `giveUp = { move: 'giveUpCapture', next: 'next_bid'`,
      `giveUp = { move: 'capture', next: 'win'`,
    ],
    [
      'nobody else is asked while an outcome is unknown',
      `move: 'expire', code: 'authorization_expired' }],
    unknown: again,`,
      `move: 'expire', code: 'authorization_expired' }],
    unknown: [giveUp],`,
    ],
    [
      'held and not yet captured is not refused',
      `under way.
    authorized: again,`,
      `under way.
    authorized: [{ ...giveUp, code: 'wrong_state' }],`,
    ],
    [
      'a release without a clear answer is tried again',
      `expired: [{ move: 'expire', next: 'nothing' }],
    unknown: again,`,
      `expired: [{ move: 'expire', next: 'nothing' }],
    unknown: close,`,
    ],
    [
      'a payment that was declined is cancelled',
      `refused: [{ move: 'refuse', code: 'theirs', next: 'release' }]`,
      `refused: [{ move: 'expire', code: 'theirs', next: 'nothing' }]`,
    ],
    [
      'nobody else is asked while the account is restricted',
      `{ if: 'forAccount', move: null, code: 'theirs', next: 'account' }`,
      `{ if: 'forAccount', ...giveUp, code: 'theirs' }`,
    ],
    [
      'a hold without an answer is searched, not taken for refused',
      `move: 'abandon', code: 'provider_unavailable'`,
      `move: 'refuse', code: 'card_declined'`,
    ],
    ['a hold that lapsed is not called released', `expired: [{ move: 'expire', next: 'nothing' }]`, `expired: close`],
  ]),
  ...planting('settlement/complete-auctions.ts', [
    ['who has lost is released', "released as (${releasing('ended')})", 'released as (select 1)'],
  ]),
  ...planting('settlement/advance-test-clock.ts', [
    ['holds lapse by the seller’s clock', 'await advanceProviderClock(tx, sellerId, Number(after));', ''],
  ]),
  ...planting('holds/request-capture.ts', [
    [
      'a payment is read again where the answer was not clear',
      'return await gateway.read({ reference, priority: ask });',
      "return { outcome: 'refused', code: 'card_declined', fault: 'card' };",
    ],
  ]),
  ...planting('holds/claim.ts', [['each attempt has its own number', 'attempt = attempt + 1,', 'attempt = attempt,']]),
  ...planting('holds/release-authorization.ts', [
    [
      'a payment that was opened without an answer is found and cancelled',
      'const found = await findOpened(deps, claimed);',
      `const found = { outcome: 'released', reference: null } as Awaited<ReturnType<typeof findOpened>>;`,
    ],
  ]),
  ...planting('holds/renew-authorization.ts', [
    [
      'the new hold stands before the old one is released',
      `crashPoint('renew: intent recorded');`,
      `await db.query(
        \`update authorizations set state = 'releasing', next_attempt_at = clock_timestamp() where authorization_id = $1\`,
        [present.authorizationId],
      );`,
    ],
  ]),
  ...planting('holds/move-authorization.ts', [
    ['a hold that would lapse is renewed', 'case when ${until} < bidding', 'case when false and ${until} < bidding'],
  ]),
  ...planting('bids/judge-bid.ts', [
    [
      'at the very end no bid is taken',
      'auctions.bidding_period_ends_at <= ${now} or',
      'auctions.bidding_period_ends_at < ${now} or',
    ],
    ['at the very start bids are taken', 'bidding_period_starts_at > ${now}', 'bidding_period_starts_at >= ${now}'],
    ['a bid of the minimum is enough', '< auctions.minimum_bid', '<= auctions.minimum_bid'],
  ]),
  ...planting('bids/complete-bid.ts', [
    ['a bid is judged once the row is held', 'and refusal is not null and', 'and false and refusal is not null and'],
    [
      'a bid is placed by its seller’s clock',
      "date_trunc('milliseconds', clock.now)",
      "date_trunc('milliseconds', clock_timestamp())",
    ],
  ]),
  // One person has one hold on an auction.
  ...planting('bids/complete-bid.ts', [
    [
      'the lower hold of a person is released once the higher bid stands',
      '    releaseLower(authorizationId),\n',
      "    { text: 'select' },\n",
    ],
  ]),
  ...planting('bids/place-bid.ts', [
    [
      'the lower hold of a person stands until the higher bid does',
      "crashPoint('bid: intent recorded');",
      `await deps.db.query(
        \`update authorizations set state = 'releasing', failure_code = 'raised', next_attempt_at = clock_timestamp()
         where auction_id = $1 and bidder_id = $2 and browser_id = $3 and state = 'authorized' and bid_id is not null\`,
        [request.auctionId, request.bidderId, request.browserId],
      );`,
    ],
  ]),
  ...planting('holds/holds-of-person.ts', [
    [
      'a stranger who types a bidderId releases nobody’s hold',
      'and (held.is_signed and ${row}.is_signed or held.browser_id = ${row}.browser_id)`',
      '`',
    ],
  ]),
  ...planting('auctions/cancel-auction.ts', [
    ['what is cancelled is released', 'released as (${released})', 'released as (select 1)'],
  ]),
  ...planting('webhooks/record-events.ts', [
    ['an auction that is settled late began, too', "hasBegun: `status = 'upcoming'`", "hasBegun: 'false'"],
    ['an auction begins once', "hasBegun: `status = 'upcoming'`", "hasBegun: 'true'"],
  ]),
  ...planting('auctions/refusal-of-cancellation.ts', [
    [
      'what is being captured is not cancelled',
      "when ${payment(isCaptureUnderWay('payment'))} then 'capture_under_way'",
      '',
    ],
    [
      'what somebody has captured by hand is not cancelled',
      "when ${payment(isCapturedOutside('payment'))} then 'auction_settling'",
      '',
    ],
  ]),
  // What somebody captures by hand, whole or in part, and refunds.
  ...planting('bids/rank.ts', [
    [
      'nobody else is asked once somebody has captured by hand',
      "is distinct from 'captured_outside' and exists",
      "is distinct from 'captured_outside' and false and exists",
    ],
  ]),
  ...planting('holds/could-be-captured.ts', [
    [
      'the highest bid wins with the money that was captured by hand',
      "${isCapturedOutside(alias)} and ${alias}.failure_code is distinct from 'voided')",
      'false)',
    ],
  ]),
  ...planting('holds/apply-observation.ts', [
    [
      'a capture by hand is recorded when it is heard of',
      'moved = await captureOutside(deps, known, observation.capturedInCents);',
      'moved = null;',
    ],
  ]),
  ...planting('books/record-reversals.ts', [
    [
      'refunds and disputes are recorded',
      'const changed = await writeReversals(tx, claimed, reversals);',
      'const changed: RecordedReversal[] = [];',
    ],
    [
      'what was captured by hand closes with its refund',
      "when taken >= ${capturedInCents('a')} then",
      "when taken > ${capturedInCents('a')} then",
    ],
  ]),
  ...planting('holds/move-authorization.ts', [
    [
      'what was captured is booked as received',
      'captured_in_cents = coalesce(known_captured, a.captured_in_cents)',
      'captured_in_cents = case when known_captured is null then a.captured_in_cents else a.value_in_cents end',
    ],
  ]),
  ...planting('books/ledger.ts', [
    ['the rest of a hold that was captured in part is released', 'and captured_in_cents < value_in_cents', 'and false'],
  ]),
  ...planting('auctions/transition-auctions.ts', [
    [
      'who turns many auctions at once tells of each',
      `returning auctions.*
       ), \${recordStarts('moved')}`,
      `returning auctions.*
       )`,
    ],
  ]),
  ...planting('auctions/auction-row.ts', [
    [
      'the status goes by the clock',
      'return `case ${conditional.map((row) =>',
      "return value === 'status' ? 'status::text' : `case ${conditional.map((row) =>",
    ],
  ]),
  // Refusals for an account, and errors that the provider keeps under a key.
  ...planting('providers/failure-code.ts', [
    [
      'a restricted account costs no sale',
      "seller_cannot_be_paid: { fault: 'seller' }",
      "seller_cannot_be_paid: { fault: 'card' }",
    ],
  ]),
  ...planting('holds/request-capture.ts', [
    [
      'each request for a capture has its own key',
      '`${ask}:${authorizationId}:${attempt}`',
      '`${ask}:${authorizationId}`',
    ],
  ]),
  // What comes late, twice, or from somebody else's hand.
  ...planting('holds/move-authorization.ts', [
    ['a card is deleted once its hold has closed', "marked as (${markingCards('closed')})", 'marked as (select 1)'],
  ]),
  ...planting('holds/move-authorization.ts', [
    [
      'a hold is renewed before it lapses, not after',
      "greatest(${until} - interval '1 day'",
      "greatest(${until} + interval '1 day'",
    ],
  ]),
  ...planting('settlement/renew-hold.ts', [
    ['the holds of the highest bids are renewed', 'const ranksRenewed = 5;', 'const ranksRenewed = 0;'],
  ]),
  ...planting('holds/claim.ts', [
    ['a capture without an answer is asked for again', "capture: `(a.state = 'capturing' or", 'capture: `(false or'],
    ['a release that failed is tried again', "release: `a.state = 'releasing' and", 'release: `false and'],
  ]),
  ...planting('settlement/conclude-captures.ts', [
    ['the seller hears of a refused capture', "recordFailures(tx, ofEvent('capture_failed')),", ''],
    ['the answer to a capture is recorded', 'recordAnswers(tx, answered.map(answerOf)),', 'null,'],
  ]),
  ...planting('settlement/complete-auctions.ts', [
    ['the winning bid is marked', 'set is_winning_bid = true', 'set is_winning_bid = false'],
    [
      'the seller hears of a result',
      'text: recordResults, values }',
      "text: 'select $1::uuid[], $2::uuid[]', values }",
    ],
  ]),
  ...planting('bids/complete-bid.ts', [
    [
      'the seller hears of a bid',
      "recordBidEvents('bid_placed', 'reported'",
      "recordBidEvents('capture_failed', 'reported'",
    ],
  ]),
  ...planting('bids/judge-bid.ts', [
    ['what is cancelled takes no bids', 'when auctions.cancelled_at is not null then', 'when false then'],
  ]),
  // Payment accounts, stopped captures, the ledger, and the order in which bidders are asked.
  ...planting('holds/could-be-captured.ts', [
    [
      'the next bidder is asked only once a refused hold is cancelled',
      'exists (select from capture_attempts c where c.authorization_id = ${alias}.authorization_id) or',
      '',
    ],
  ]),
  ...planting('settlement/blocks.ts', [
    ['while captures are stopped nobody is charged', "or ${areCapturesStopped('a')}", ''],
  ]),
  ...planting('holds/claim.ts', [
    [
      'what a dead process has claimed is claimed again',
      '+ least(${firstWait} * power(',
      "+ interval '1 day' + least(${firstWait} * power(",
    ],
  ]),
  ...planting('holds/renew-authorization.ts', [
    [
      'a renewal keeps the fee of the bid',
      'select ${columnsOfHold}, authorization_id, clock_timestamp() + ',
      "select ${columnsOfHold.replace('application_fee_in_cents', '0')}, authorization_id, clock_timestamp() + ",
    ],
    [
      'a renewal keeps the payment account of the bid',
      'select ${columnsOfHold}, authorization_id, clock_timestamp() + ',
      "select ${columnsOfHold.replace('payment_account, application_fee_in_cents', 'null, null::int')}, authorization_id, clock_timestamp() + ",
    ],
  ]),
  ...planting('bids/begin-bid.ts', [
    [
      'a bid is paid into the account of its seller',
      'paid.account as "paymentAccount"',
      'null::text as "paymentAccount"',
    ],
  ]),
  ...planting('books/ledger.ts', [
    [
      'the ledger has every refund',
      'from reversals where ${auctions} and taken_at is not null',
      "from reversals where ${auctions} and taken_at is not null and kind <> 'refund'",
    ],
    ['the ledger has every capture', "'captured', ${capturedInCents('a')},", "'captured', 0,"],
  ]),
];
