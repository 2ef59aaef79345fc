/** One rule, broken: where `from` stands in the file, `to` takes its place, and a test has to notice. */
export interface Mutant {
  readonly rule: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The test file that notices, without `.test.ts`. */
  readonly noticedBy: string;
}

function breaking(
  file: string,
  noticedBy: string,
  changes: readonly (readonly [rule: string, from: string, to: string])[],
) {
  return changes.map(([rule, from, to]): Mutant => ({ rule, file: `src/${file}`, from, to, noticedBy }));
}

const limits = [
  ...breaking('auctions/auction-faults.ts', 'start-notice', [
    ['exactly 1 minute ahead is enough', '`${startsAt} < ${now}', '`${startsAt} <= ${now}'],
  ]),
];

const paymentAccounts = [
  ...breaking('auctions/create-auction.ts', '../providers/paid-sellers', [
    [
      'a seller that cannot be paid creates no auction',
      "when not can_be_paid then 'seller_cannot_be_paid'",
      "when false then 'seller_cannot_be_paid'",
    ],
  ]),
  ...breaking('bids/begin-bid.ts', '../providers/paid-sellers', [
    ['a seller that cannot be paid takes no bid', 'when not can_be_paid then', 'when false then'],
    [
      'the fee of a payment account is recorded with the intent',
      'case when paid.account is not null then "feeInCents" end',
      'case when paid.account is not null then 0 end',
    ],
  ]),
  ...breaking('providers/paid-account.ts', '../providers/paid-sellers', [
    [
      'a payment account that takes no charges cannot be paid',
      'coalesce(own.charges_enabled,',
      'coalesce(own.charges_enabled or true,',
    ],
    [
      'where the operator is paid, a payment account of the seller is not used',
      'case when uses_own then own.provider_reference end',
      'own.provider_reference',
    ],
  ]),
  ...breaking('providers/stripe/intent.ts', '../providers/paid-sellers', [
    ['a payment account is the merchant of its sales', 'on_behalf_of: payee.account,', ''],
    ['a payment account gets the captured money', 'transfer_data: { destination: payee.account },', ''],
    ['the fee of a payment account is sent with the hold', '{ application_fee_amount: payee.feeInCents }', '{}'],
  ]),
  ...breaking('holds/renew-authorization.ts', '../providers/paid-sellers', [
    [
      'a renewal keeps the payment account of the bid',
      'select ${columnsOfHold}, authorization_id, clock_timestamp() + ',
      "select ${columnsOfHold.replace('payment_account, application_fee_in_cents', 'null, null::int')}, authorization_id, clock_timestamp() + ",
    ],
  ]),
  ...breaking('providers/payment-account.ts', '../providers/paid-sellers', [
    [
      'the state of a payment account is read, and not taken from an event',
      'await gatewayNamed(gateways, before.provider).accounts.read(before.account);',
      "{ outcome: 'found', state: { ...before, chargesEnabled: true } } as Awaited<ReturnType<ReturnType<typeof gatewayNamed>['accounts']['read']>>;",
    ],
    [
      'an older state of a payment account replaces no newer one',
      'where seller_id = $1 and revision = $9',
      'where seller_id = $1 and $9::int is not null',
    ],
  ]),
  ...breaking('admin/connect-payment-account.ts', '../providers/paid-sellers', [
    ['a payment account that takes no charges is not connected', 'if (!state.chargesEnabled) {', 'if (false) {'],
    [
      'a payment account is read again once it is connected',
      'await refreshPaymentAccount(deps, sellerId);\n    return seller;',
      'return seller;',
    ],
  ]),
  ...breaking('providers/stripe/make-stripe-accounts.ts', '../providers/paid-sellers', [
    ['a payment account without transfers takes no charges', 'charges && inactive === undefined', 'charges'],
  ]),
  ...breaking('books/ledger.ts', '../providers/paid-sellers', [
    ['the fee of a payment account is in the ledger', 'application_fee_in_cents > 0', 'application_fee_in_cents < 0'],
  ]),
];

const remedies = [
  ...breaking('holds/move-for.ts', '../provider-events/take-provider-event', [
    [
      'the end of a hold at the provider ends it in the books',
      'expired: [{ ...lapsed, isSurprise: true }]',
      'expired: person',
    ],
    [
      'money held for a closed payment is released',
      "[{ move: 'reopenRelease', next: 'release', isSurprise: true }]",
      'person',
    ],
  ]),
  ...breaking('work/finishing.ts', '../work/finishing', [
    [
      'thousands of releases delay no capture',
      'claimUnfinished(deps.db, limit, { kind }),',
      'claimUnfinished(deps.db, limit),',
    ],
  ]),
  ...breaking('settlement/capture-attempts.ts', '../settlement/transient-declines', [
    ['a decline that passes is tried again', 'isTransient(observation.code) && isRetried', 'false'],
    ['a decline that passes is final after ten minutes', "interval '10 minutes'`", "interval '10 days'`"],
    ['the bids of an auction share these ten minutes', 'where auction_id = $1 and', 'where authorization_id = $1 and'],
  ]),
  ...breaking('settlement/capture-attempts.ts', '../settlement/restricted-accounts', [
    ['a refusal for an account is waited out', 'isOfAccount(observation.fault) ? isHeld : ', ''],
    ['for as long as the hold lasts', 'coalesce($3::timestamptz > now,', 'coalesce($3::timestamptz > now or true,'],
  ]),
  ...breaking('providers/failure-code.ts', '../settlement/restricted-accounts', [
    [
      'a restricted account is no fault of the card',
      "seller_cannot_be_paid: { fault: 'seller' }",
      "seller_cannot_be_paid: { fault: 'card' }",
    ],
    [
      'nor is a revoked key',
      "operator_cannot_charge: { fault: 'operator' }",
      "operator_cannot_charge: { fault: 'card' }",
    ],
  ]),
  ...breaking('settlement/renew-hold.ts', '../settlement/restricted-accounts', [
    [
      'a renewal refused for the account is tried again',
      'isTransient(answer.code) || isAboutAccount(answer.code)',
      'isTransient(answer.code)',
    ],
  ]),
  ...breaking('providers/payment-account.ts', '../settlement/restricted-accounts', [
    [
      'an account that is enabled again lets its captures go on',
      'not old.charges_enabled and new.charges_enabled',
      'false',
    ],
  ]),
  ...breaking('holds/request-hold.ts', '../providers/stripe/refused-for-account', [
    [
      'a refused key is no proof that an earlier request holds nothing',
      'isOfAccount(second.fault)) return first;',
      'isOfAccount(second.fault)) return second;',
    ],
  ]),
  ...breaking('providers/stripe/answer-of-error.ts', '../providers/stripe/refused-for-account', [
    [
      'a refused key says nothing about a payment that is read',
      '!isAboutAccount(answer.code)) return answer;',
      'answer.code !== null) return answer;',
    ],
  ]),
  ...breaking('providers/stripe/code-of-decline.ts', '../providers/stripe/refused-for-account', [
    ['a message alone may be about the account', "? 'seller_cannot_be_paid' : null", '? null : null'],
  ]),
  ...breaking('books/treat-difference.ts', '../books/restored-database', [
    [
      'each cancellation of a comparison has its own key',
      '`reconcile:${reference}:${randomUUID()}`',
      '`reconcile:${reference}`',
    ],
  ]),
  ...breaking('settlement/measure-due-work.ts', '../settlement/measure-due-work', [
    [
      'work that nobody has tried is overdue',
      'as due_at from authorizations a\n  where next_attempt_at',
      'as due_at from authorizations a\n  where false and next_attempt_at',
    ],
  ]),
  ...breaking('settlement/measure-due-work.ts', '../operations/stuck-work', [
    [
      'work that is tried without a result is overdue',
      'and tries_in_state > 0 and state',
      'and tries_in_state > 999 and state',
    ],
  ]),
  ...breaking('holds/claim.ts', '../settlement/advance-test-clock', [
    [
      'a test clock drives no other seller’s payments',
      '($2::uuid is null or seller_id = $2)',
      '($2::uuid is null or true)',
    ],
  ]),
  ...breaking('settlement/settle-due-auctions.ts', '../settlement/advance-test-clock', [
    [
      'a test clock drives no other seller’s settlement',
      "bySellersClock('seller_id = $2')",
      "bySellersClock('$2::uuid is not null')",
    ],
  ]),
  ...breaking('admin/attention.ts', '../admin/levers', [
    ['an outcome that is unknown for 15 minutes is listed', "held.state in ('intended', 'releasing') and", 'false and'],
  ]),
];

const feed = [
  ...breaking('webhooks/events.ts', 'event-feed', [
    [
      'the feed shows no event before an older transaction has ended',
      "'v.transaction_id < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint'",
      "'true'",
    ],
    [
      'the feed holds no event of another seller',
      'where v.seller_id = $1 and (v.transaction_id',
      'where $1::uuid is not null and (v.transaction_id',
    ],
  ]),
  ...breaking('webhooks/claim-deliveries.ts', '../webhooks/send-webhooks', [
    ['a seller has a share of the webhooks that are sent at once', 'UnderWayOfSeller = 20', 'UnderWayOfSeller = 2_000'],
  ]),
  ...breaking('webhooks/events.ts', 'keeping-the-outbox', [
    ['events are kept for as long as is set', "- $2 * interval '1 day'", "- $2 * interval '4 days'"],
  ]),
];

const itemCard = [
  ...breaking('page/browser-cookie.ts', '../page/stored-digests', [
    ['a cookie is stored and looked up as its digest', "digestUuid('browser', secret)", 'secret'],
  ]),
  ...breaking('providers/create-onboarding-link.ts', '../page/onboarding', [
    [
      'the token of an onboarding is stored as its digest',
      "digestUuid('payment account page', pageToken)",
      'pageToken',
    ],
  ]),
];

const clock = [
  ...breaking('auctions/auction-row.ts', 'status-by-clock', [
    [
      'an auction opens by the clock, not by a worker',
      "'upcoming', holds: (now) => `bidding_period_starts_at > ${now}`",
      "'upcoming', holds: () => `status = 'upcoming'`",
    ],
    [
      'the filter for upcoming goes by the clock',
      "? `bidding_period_starts_at > ${now}` : 'true'",
      "? 'true' : 'true'",
    ],
    [
      'the filter for ongoing finds what a worker has yet to open',
      "? `status = 'upcoming' and bidding_period_starts_at <= ${now}` : null",
      '? null : null',
    ],
    [
      'an ended auction waits for settlement',
      "holds: () => `status = 'completed'`",
      "holds: (now) => `status = 'completed' or bidding_period_ends_at <= ${now}`",
    ],
  ]),
  ...breaking('auctions/reads.ts', 'status-by-clock', [
    [
      'only the seller’s due auctions are listed',
      'where seller_id = $1 and ${outdated}',
      'where $1::uuid is not null and ${outdated}',
    ],
  ]),
];

const lists = [
  ...breaking('bids/reads.ts', 'list-bids', [
    ['bids are filtered by bidder', '`bidder_id = ${parameter}`', '`${parameter}::text is not null`'],
    ['bids are filtered by auction', '`auction_id = ${parameter}`', '`${parameter}::uuid is not null`'],
  ]),
];

const isolation = [
  ...breaking('auctions/reads.ts', 'isolation', [
    [
      'another seller’s auction is not read',
      '`from auctions where seller_id = $1 and auction_id = ${id}`',
      '`from auctions where $1::uuid is not null and auction_id = ${id}`',
    ],
  ]),
  ...breaking('auctions/change-auction.ts', 'isolation', [
    ['another seller’s auction is not changed', 'where auctions.seller_id = $1 and', 'where'],
  ]),
  ...breaking('auctions/reads.ts', 'isolation', [
    [
      'only the seller’s auctions are listed',
      'where seller_id = $1 and ${condition}',
      'where $1::uuid is not null and ${condition}',
    ],
  ]),
  ...breaking('bids/reads.ts', 'isolation', [
    [
      'another seller’s bid is not read',
      '`from bids where seller_id = $1 and bid_id = ${id}`',
      '`from bids where $1::uuid is not null and bid_id = ${id}`',
    ],
  ]),
  ...breaking('bids/reads.ts', 'isolation', [
    [
      'only bids on the seller’s auctions are listed',
      'from bids where seller_id = $1 and ${condition}',
      'from bids where $1::uuid is not null and ${condition}',
    ],
  ]),
];

const ownChanges = [
  ...breaking('webhooks/record-events.ts', '../webhooks/auction-changes', [
    ['an event of a change has the status by the clock', "name === 'status' ? status : column", 'column'],
  ]),
];

const finding = [
  ...breaking('auctions/auction-page.ts', '../graphql/find-auctions', [
    [
      "no page has another seller's auctions",
      "'auctions where seller_id = $1'",
      "'auctions where $1::uuid is not null'",
    ],
    ['a page that has searched enough leads on', '= ${maxSearched} as is_last', '= 0 as is_last'],
  ]),
  ...breaking('api/plans/json-of-connection.ts', '../graphql/find-auctions', [
    ['a row that was only searched is no item', "' and is_item'", "''"],
  ]),
];

const references = [
  ...breaking('auctions/unique-reference.ts', 'reference', [
    ["another seller's reference takes none away", 'other.seller_id = $1 and ', ''],
    ['an auction keeps its own unique reference', '` and other.auction_id <> ${auctionId}`', "''"],
    ['a creation waits for another one', 'isReferenceUnique !== true', 'isReferenceUnique !== false'],
  ]),
  ...breaking('auctions/fields-set-by-seller.ts', 'reference', [
    ['what is not named stays', '`coalesce(${values[index]!}, ${row}.${column})`', 'values[index]!'],
    ['null removes a reference', 'named[name] === null ? removed : (named[name] ?? null)', 'named[name] ?? null'],
  ]),
  ...breaking('v1/route-table.ts', 'reference', [
    ['/v1 takes no reference', 'faultsOf(connection, viewer, raw, schema)', 'faultsOf(connection, viewer, raw)'],
  ]),
];

const keys = [
  ...breaking('auth/authenticate.ts', 'keys', [
    ['a revoked key is invalid', 'and k.revoked_at is null', ''],
    ['an expired key is invalid', 'or k.expires_at > clock_timestamp()', 'or k.expires_at is not null'],
  ]),
  ...breaking('auth/query-as.ts', 'keys', [
    ['a known key that was revoked is invalid', 'and k.revoked_at is null', ''],
    [
      'a known key that has expired is invalid',
      'or k.expires_at > statement_timestamp()',
      'or k.expires_at is not null',
    ],
  ]),
  ...breaking('http/routes.ts', 'keys', [
    ['a revoked key gets 401 before any other error', "await c.get('caller')?.verify();", ''],
  ]),
  ...breaking('graphql/builder.ts', 'scopes', [
    ['an operation needs its scope', 'requireScope(viewerOf(context), ...scopes);', 'viewerOf(context);'],
  ]),
  ...breaking('graphql/types/bid.ts', '../fuzz/graphql/public-fuzz', [
    [
      'public keys see no bidder',
      'as its `bidderId` query parameter.",\n',
      'as its `bidderId` query parameter.", shownToAll,\n',
    ],
  ]),
  ...breaking('graphql/types/presentation.ts', '../fuzz/graphql/public-fuzz', [
    [
      'public keys see nothing that only the winner reads',
      'null if none. ${richText}`],\n    pictures',
      'null if none. ${richText}`, shownToAll],\n    pictures',
    ],
    ["public keys see no seller's e-mail", "Bidders never see it.'],", "Bidders never see it.', shownToAll],"],
  ]),
  ...breaking('graphql/types/connections.ts', '../graphql/public-keys', [
    [
      'public keys find no bids by their bidder',
      "'orderBy'], page: bidPageOfAuction",
      "'orderBy', 'bidderId'], page: bidPageOfAuction",
    ],
  ]),
  ...breaking('graphql/types/settlement.ts', '../graphql/public-keys', [
    [
      'public keys see no settlement',
      '{ from: captureAttemptsOfAuction }',
      '{ public: [], from: captureAttemptsOfAuction }',
    ],
  ]),
  ...breaking('graphql/schema-parts.ts', '../graphql/public-keys', [
    [
      'public keys see what is marked alone',
      '(typeName) ? [] : undefined, scope }',
      '(typeName) ? [] : Object.keys(field.args ?? {}), scope }',
    ],
    ['public keys use the arguments that are marked alone', '.filter(([name]) => shown.includes(name))', ''],
    ['public keys read their own part of the schema', 'if (isPublic(viewer)) return publicSchema;', ''],
  ]),
  ...breaking('graphql/transport/graphql-server.ts', '../graphql/public-keys', [
    ['public keys are answered from their part', '(isPublic(caller?.viewer) ? ofPublicKeys : whole)', 'whole'],
    [
      'a key for chosen origins is refused to others',
      'if (origins == null ||',
      'if (origins == null || origins.length > 0 ||',
    ],
  ]),
  ...breaking('api/plans/plan-read.ts', '../graphql/public-keys', [
    ['a key for chosen auctions reads no other', "${own('auctions')}, ${own('bids')}", "${own('bids')}"],
    ['a key for chosen auctions reads no other bids', "${own('auctions')}, ${own('bids')}", "${own('auctions')}"],
  ]),
  ...breaking('auctions/reads.ts', '../graphql/public-keys', [
    [
      'a key for chosen auctions follows no other',
      'if (auctionIds != null && !auctionIds',
      'if (auctionIds === undefined && !auctionIds',
    ],
  ]),
  ...breaking('auth/own-keys.ts', '../graphql/public-keys', [
    [
      'who issues a public key sees what it shows',
      "(['auctions:read', 'bids:read'] as const)",
      "(['auctions:read'] as const)",
    ],
    ['a public key shows own auctions alone', 'a.seller_id = $1 and', '$1::uuid is not null and'],
  ]),
  ...breaking('http/routes.ts', '../graphql/public-keys', [
    [
      'requests with a public key are counted by address alone',
      'looksPublic(bearerToken(authorization)) ? null : digest',
      'digest',
    ],
  ]),
  ...breaking('graphql/transport/cacheable.ts', '../graphql/public-keys', [
    ['an answer with an error is kept by no cache', 'if (body.startsWith(\'{"errors"\'))', 'if (false)'],
  ]),
  ...breaking('v1/answer-route.ts', 'scopes', [
    [
      'a missing scope for bids is named before a fault',
      `includeBids: values['includeBids'] === true`,
      'includeBids: false',
    ],
    ['an operation of /v1 needs its scopes', 'if (lacking !== undefined) throw', 'if (false) throw'],
  ]),
  ...breaking('graphql/transport/run-operation.ts', 'prepared-operations', [
    ['a planned operation needs its scopes', 'if (lacking !== undefined) return', 'if (false) return'],
    [
      'a revoked key gets 401 where nothing is read',
      "plan.way === 'planned' && plan.fields.size > 0",
      "plan.way === 'planned'",
    ],
  ]),
  ...breaking('graphql/transport/run-operation.ts', 'keys', [
    ['resolvers wait for the key', 'plan.checksKey ? viewer', 'true ? viewer'],
  ]),
  ...breaking('graphql/transport/graphql-server.ts', 'keys', [
    ['a dead key is told that, and no more, in GraphQL', 'if (result.errors !== undefined) await caller.verify();', ''],
  ]),
];

const shapes = [
  ...breaking('bids/reads.ts', 'shapes', [
    ['each auction has its own bids', 'bids.auction_id = auctions.auction_id', 'bids.seller_id = auctions.seller_id'],
  ]),
];

const states = [
  ...breaking('auctions/update-auction.ts', 'update-auction', [
    [
      'a completed auction is not updated',
      "when status_now = 'completed' then 'auction_completed'",
      'when false then null',
    ],
    [
      'an ongoing auction’s period is locked',
      "when status_now = 'ongoing' and ${changesPeriod} then",
      'when false then',
    ],
    ['an ongoing auction’s type is locked', "when status_now = 'ongoing' and ${changesType} then", 'when false then'],
    ['the same type is no change', '::auction_type <> type', '::auction_type is not null'],
    [
      'an update judges its start',
      "when ${startsTooSoon(startsAt, 'now')} then 'start_too_soon'",
      'when false then null',
    ],
  ]),
  ...breaking('auctions/cancel-auction.ts', 'cancel-auction', [
    ['a repeated cancel changes nothing', "isUnchanged: 'cancelled_at is not null'", "isUnchanged: 'false'"],
    ['a cancelled auction is completed', "status: `'completed'`,", ''],
  ]),
  ...breaking('auctions/cancel-auction.ts', 'cancel-auction', [
    ['a repeated cancel succeeds', 'when ${auction}.cancelled_at is not null then null', ''],
    ['a completed auction is not cancelled', "when status_now = 'completed' then 'auction_completed'", ''],
    [
      'an auction with a payment that was captured at the provider is not cancelled',
      "when ${payment(isCapturedOutside('payment'))} then 'auction_settling'",
      '',
    ],
  ]),
  ...breaking('auctions/cancel-auction.ts', '../settlement/cancel-while-capturing', [
    [
      'a cancellation waits for a capture under way',
      "when ${payment(isCaptureUnderWay('payment'))} then 'capture_under_way'",
      '',
    ],
  ]),
  ...breaking('auctions/wait-for-capture.ts', '../settlement/cancel-while-capturing', [
    [
      'settlement asks nobody else while a cancellation waits',
      'set cancel_waits_until = clock_timestamp() + ${holdsFor}',
      'set cancel_waits_until = cancel_waits_until',
    ],
    ['only so many cancellations wait', 'waiting >= maxWaiting || ', ''],
  ]),
  ...breaking('api/run-once.ts', '../settlement/cancel-while-capturing', [
    [
      'a cancellation under a key waits outside of its transaction',
      'await waitForCapture(deps.db, () => withIdempotencyKey(deps, request, checked));',
      'await withIdempotencyKey(deps, request, checked);',
    ],
  ]),
  ...breaking('bids/rank.ts', '../settlement/captured-outside', [
    [
      'nobody else is asked while somebody has captured a lower hold',
      "is distinct from 'captured_outside' and exists",
      "is distinct from 'captured_outside' and false and exists",
    ],
  ]),
  ...breaking('holds/could-be-captured.ts', '../settlement/captured-outside', [
    [
      'a hold that was captured by hand wins as the highest',
      "${isCapturedOutside(alias)} and ${alias}.failure_code is distinct from 'voided')",
      'false)',
    ],
    ['a voided bid does not win by a capture by hand', " and ${alias}.failure_code is distinct from 'voided'", ''],
  ]),
  ...breaking('settlement/settle-auction.ts', '../settlement/captured-outside', [
    [
      'a capture is not requested again once somebody has captured by hand',
      '(await isRequestStopped(deps.db, claimed)) ?',
      'false ?',
    ],
  ]),
  ...breaking('holds/apply-observation.ts', '../settlement/captured-outside', [
    [
      'a capture by hand is recorded when it is heard of',
      'moved = await captureOutside(deps, known, observation.capturedInCents);',
      'moved = null;',
    ],
  ]),
  ...breaking('books/record-reversals.ts', '../settlement/captured-outside', [
    [
      'what was captured by hand closes only when nothing of it is left',
      "when taken >= ${capturedInCents('a')} then",
      'when taken > 0 then',
    ],
  ]),
  ...breaking('books/reconcile.ts', '../settlement/captured-outside', [
    ['open holds of any age are compared', 'next: listed.next ?? openPrefix', 'next: listed.next'],
  ]),
  ...breaking('books/ledger.ts', '../settlement/captured-outside', [
    [
      'the rest of a hold that was captured in part is released',
      'value_in_cents - captured_in_cents, provider_reference',
      'value_in_cents, provider_reference',
    ],
  ]),
  ...breaking('providers/stripe/intent.ts', '../provider-events/take-provider-event', [
    ['what Stripe has received is read', 'capturedInCents: intent.amount_received', 'capturedInCents: intent.amount'],
  ]),
  ...breaking('auctions/cancel-auction.ts', 'changes-at-once', [
    ['what is held is released', 'released as (${released})', 'released as (select 1)'],
    [
      'a cancellation sees what was held while it waited',
      'first = lockAuction(auctionId);',
      `first = { text: 'select 1' };`,
    ],
  ]),
  ...breaking('auctions/change-auction.ts', 'changes-at-once', [
    ['the clock is read once the row is locked', 'clock_timestamp() + ', 'statement_timestamp() + '],
  ]),
];

const bidding = [
  ...breaking('bids/judge-bid.ts', '../bids/judge-bid', [
    ['a bid at the start is taken', 'starts_at > ${now}', 'starts_at >= ${now}'],
    ['a bid at the end is not taken', 'ends_at <= ${now}', 'ends_at < ${now}'],
    ['a bid of the minimum is enough', '< auctions.minimum_bid', '<= auctions.minimum_bid'],
    ['a cancelled auction takes no bid', `when auctions.cancelled_at is not null then 'auction_cancelled'`, ''],
    ['an auction that is being captured takes no bid', ' or auctions.capture_requested_at is not null', ''],
    ['a banned bidder is refused', "then 'bidder_banned'", "and false then 'bidder_banned'"],
  ]),
  ...breaking('bids/begin-bid.ts', '../page/signed-bidders', [
    ['a bid needs a signature where its seller requires one', 'not is_signed then', 'not (is_signed or true) then'],
  ]),
  ...breaking('bids/reads.ts', '../bids/bid-count', [
    ['bids that are older than their count are counted', '(select count(*)::int ${ofAuction}))`', '0)`'],
  ]),
  ...breaking('page/visit.ts', '../page/signed-bidders', [
    ['a link without a signature is refused', "return requiresSignature ? 'missing' : null;", 'return null;'],
    ['a wrong signature is refused', "if (signature !== null) return 'wrong';", ''],
  ]),
  ...breaking('bidders/bidder-signing.ts', '../page/signed-bidders', [
    ['a signature is for one auction', '`${auctionId.toLowerCase()}.${bidderId}`', '`.${bidderId}`'],
    ['a signature is for one bidder', '`${auctionId.toLowerCase()}.${bidderId}`', '`${auctionId.toLowerCase()}.`'],
    [
      'a previous secret ends',
      'previous_secret_expires_at > clock_timestamp() then previous_secret end',
      'true then previous_secret end',
    ],
  ]),
  ...breaking('bidders/erase-bidder.ts', '../bidders/erasing', [
    ['nobody is erased while money is held', 'await refuseOpenHolds(deps.db, sellerId, bidderId);', ''],
    [
      'an erasure reaches the payment provider’s books',
      'await eraseAtProviders(deps, { sellerId, bidderId, pseudonym });',
      '',
    ],
    ['an erasure reaches the answers of receivers', 'set response_body = null', 'set response_body = response_body'],
    ['an erasure reaches the audit log', "and subject_type = 'bidder'", "and subject_type = 'nobody'"],
    ['an erasure reaches stored answers', 'await eraseFromAnswers(tx, bidder, [bidderId, ...emails, ...given]);', ''],
  ]),
  ...breaking('bidders/erase-bidder.ts', '../bidders/erasing', [
    [
      'the retention leaves who has held something since',
      'a.closed_at > clock_timestamp() - $3',
      'a.closed_at > clock_timestamp() + $3',
    ],
  ]),
  ...breaking('bids/judge-bid.ts', '../bidders/banned-bidders', [
    ['a ban is of one bidder', " and ban.digest = ${bidderDigest('bid.seller_id', 'bid.bidder_id')}", ''],
  ]),
];

const once = [
  ...breaking('idempotency/stored-answer.ts', 'idempotency-keys', [
    ['an answer is its seller’s', 'seller_id = $1 and key = $2 and', '$1::uuid is not null and key = $2 and'],
    ['an answer is its key’s', 'seller_id = $1 and key = $2 and', 'seller_id = $1 and $2::text is not null and'],
    ['an answer is kept for 24 hours', `interval '24 hours'`, `interval '23 hours'`],
    ['an answer is kept no longer', `interval '24 hours'`, `interval '25 hours'`],
    ['two requests do not run at once', 'return rows[0]!.locked;', 'return true;'],
  ]),
  ...breaking('idempotency/with-idempotency-key.ts', 'idempotency-keys', [
    ['another request under a key is refused', '!stored.fingerprint.equals(request.fingerprint)', 'false'],
    ['an answer is stored', 'if (isKept) {', 'if (false) {'],
  ]),
  ...breaking('idempotency/with-idempotency-key.ts', 'idempotent-mutations', [
    ['a refusal leaves the key free', 'if (isKept) {', 'if (true) {'],
    ['what failed is undone', `await tx.query('rollback to savepoint work');`, ''],
    ['nothing is told of what was undone', 'effects.drop();', ''],
    ['what was held back is told in the end', 'await effects.release();', ''],
  ]),
  ...breaking('idempotency/keyed-request.ts', 'idempotency-keys', [
    ['the body makes the request', 'canonical(request.body)]', `'']`],
    ['the path makes the request', '[request.method, request.path,', '[request.method,'],
  ]),
  ...breaking('graphql/transport/fate-of.ts', 'idempotent-mutations', [
    ['a failure is not kept', `if (hasFailed) return 'undone';`, ''],
    [
      'where nothing was done the key is free',
      `value !== null) ? 'done' : 'refused'`,
      `value !== null) ? 'done' : 'done'`,
    ],
  ]),
  ...breaking('holds/request-capture.ts', '../providers/stripe/books-with-stripe', [
    ['each attempt to release has its own key', '${ask}:${authorizationId}:${attempt}', '${ask}:${authorizationId}'],
  ]),
  ...breaking('checkup/check-records.ts', '../books/watch-books', [
    ['two captures are a fault', `(differences['two_captures'] ?? 0) > 0`, 'false'],
  ]),
  ...breaking('graphql/types/test-clock.ts', 'idempotent-mutations', [
    [
      'the test clock commits by itself',
      `auction_completed'],
      commitsByItself: true,`,
      `auction_completed'],`,
    ],
  ]),
];

const requests = [
  ...breaking('graphql/transport/run-graphql.ts', 'prepared-operations', [
    ['what an admin has asked for is not everybody’s', 'if (prepared.asksForSchema) refuse', 'if (false) refuse'],
  ]),
  ...breaking('auctions/change-auction.ts', 'if-match', [
    [
      'a stale tag changes nothing',
      "`${entityTag(representation('now'))} <> all(${parameter}::text[])`",
      '`${parameter}::text[] is null`',
    ],
  ]),
];

const oldRows = [
  ...breaking('db/delete-old-rows.ts', 'idempotency-keys', [
    ['what is kept is not deleted', '<= statement_timestamp() - ${retention}', '<= statement_timestamp()'],
  ]),
];

const ownKeys = [
  ...breaking('auth/own-keys.ts', '../auth/own-keys', [
    ['no key issues one above itself', 'lacking.length === 0) return;', 'true) return;'],
    ['no key replaces one above itself', 'lacking !== undefined) {', 'false) {'],
    ['keys are a seller’s own', 'where: { apiKeyId, sellerId } })', 'where: { apiKeyId } })'],
    ['keys are bounded', '>= maxOwnKeys', '> 1e9'],
  ]),
];

const prepared = [
  ...breaking('graphql/transport/run-graphql.ts', 'bounded-answers', [
    ['a replay needs its scopes', 'withoutScope(plan, scopes);', 'null;'],
  ]),
  ...breaking('graphql/transport/run-graphql.ts', 'bounded-answers', [
    ['no secret is stored', 'body: withoutSecrets(text, outcome)', 'body: text'],
  ]),
];

/** Rules of money that a random life meets too seldom for the model to notice. */
const money = [
  ...breaking('holds/request-hold.ts', '../providers/stripe/holding-in-one-call', [
    ['after a lost answer the request is sent once more', 'withinDeadline(secondHoldMs, hold())', 'first'],
  ]),
  ...breaking('holds/apply-observation.ts', '../holds/closing-payments', [
    [
      'a bidder whose payment was found is not refused',
      'move === null ? known : await readAuthorization(deps.db, authorizationId)',
      'known as Authorization',
    ],
  ]),
  ...breaking('holds/move-for.ts', '../holds/move-for', [
    [
      'a capture without a clear answer asks nobody else',
      "authorized: again,\n    captured: [{ move: 'capture'",
      "authorized: [{ ...giveUp }],\n    captured: [{ move: 'capture'",
    ],
    [
      'money captured before its bid was written is not released',
      'captured: [outside],\n  // The payment',
      "captured: [{ move: 'refuse', code: 'already_captured', next: 'release' }],\n  // The payment",
    ],
    [
      'a renewal waits for no bidder',
      "{ if: 'isRenewal', move: 'refuse', code: 'needs_bidder', next: 'release' },",
      '',
    ],
    [
      'a refusal closes no payment that can be confirmed again',
      "refused: [{ if: 'isOpened', move: null, next: 'again' }, ...close]",
      'refused: close',
    ],
  ]),
  ...breaking('holds/move-for.ts', '../holds/recovery', [
    ['a payment is asked for', 'openedAgainForSeconds = 3_600', 'openedAgainForSeconds = 3_400'],
    ['a payment that was asked for late is searched', 'findableAfterSeconds = 3_600', 'findableAfterSeconds = 3_300'],
  ]),
  ...breaking('holds/release-authorization.ts', '../holds/recovery', [
    [
      'the hour begins when a bid is given up',
      'secondsInState > openedAgainForSeconds',
      'intent.ageInSeconds > openedAgainForSeconds',
    ],
  ]),
  ...breaking('settlement/finish-authorizations.ts', '../providers/stripe/holding-in-one-call', [
    ['a hold whose reference is unknown is searched', 'if (found.reference === null) return', 'return'],
  ]),
  ...breaking('providers/stripe/make-stripe-gateway.ts', '../providers/stripe/holding-in-one-call', [
    [
      'a bid that was given up can hold nothing',
      "send('release', create).catch(nullIfOtherRequestOfKey)",
      "send('release', create)",
    ],
    ['the error of a declined card names its payment', 'reference = error.payment_intent?.id ?? null', ''],
  ]),
  ...breaking('admin/lever.ts', '../admin/levers', [
    ['an operator confirms what cannot be undone', 'if (!value) issues.push', 'if (false) issues.push'],
  ]),
  ...breaking('admin/payment-levers.ts', '../admin/levers', [
    [
      'only a capture under way is treated as refused',
      "if (capturing.state !== 'capturing') throw",
      'if (false) throw',
    ],
  ]),
  ...breaking('books/record-reversals.ts', '../books/simulate-reversal', [
    [
      'a reader of refunds that was overtaken records nothing',
      'and attempt = $2 and ${isReadable}',
      'and $2::int is not null and ${isReadable}',
    ],
    ['a refund that is on its way and arrives has one event', `|| (was === 'pending' && state === 'succeeded')`, ''],
  ]),
  ...breaking('books/treat-difference.ts', '../books/reconcile', [
    [
      'payments of another deployment are left alone',
      `return rowCount === 1;
}

async function repairPayment`,
      `return true;
}

async function repairPayment`,
    ],
    ['captured money is left to a person', `? theirs.state !== 'captured' && isKnown`, '? isKnown'],
  ]),
  ...breaking('books/treat-difference.ts', '../books/restored-database', [
    [
      'a capture that the books lack holds its auction',
      'if (repair && !isRepaired && (isCapturedElsewhere ||',
      'if (repair && !isRepaired && (false ||',
    ],
    [
      'a hold that an operator has cleared stays cleared',
      'where settlement_holds.cleared_because = $7',
      'where $7::text is not null',
    ],
  ]),
  ...breaking('books/treat-difference.ts', '../books/reconcile', [
    [
      'a captured payment whose answer was lost differs',
      `ours.closedAt === null && theirs.state !== 'captured'`,
      'ours.closedAt === null',
    ],
  ]),
  ...breaking('books/reconcile-held.ts', '../books/restored-database', [
    ['without a provider settlement stays held', 'if (missing.length > 0)', 'if (missing.length > 99)'],
    [
      'settlement stays held until all is compared',
      'await giveBackReconciliation(db, claim, {',
      'await endHolds(db, holds);\n    await giveBackReconciliation(db, claim, {',
    ],
  ]),
  ...breaking('settlement/settle-due-auctions.ts', '../settlement/advance-test-clock', [
    ['an auction ends by its seller’s clock', '${nowOfSellersRow} as now', 'statement_timestamp() as now'],
  ]),
  ...breaking('books/treat-difference.ts', '../books/reconcile', [
    ['a payment that the books name is known without its metadata', 'byReference.get(reference) ??', ''],
  ]),
  ...breaking('settlement/next-steps.ts', '../books/restored-database', [
    [
      'a database that nobody has recognized settles nothing',
      'when ${isAllBlocked} or ${isBlocked}',
      'when ${isBlocked}',
    ],
  ]),
  ...breaking('settlement/settle-due-auctions.ts', '../settlement/awaiting-renewals', [
    ['an auction that awaits a renewal is not found again and again', ' and not ${isNextBlocked}', ''],
  ]),
  ...breaking('bids/rank.ts', '../settlement/awaiting-renewals', [
    [
      'settlement waits for the renewal of a lapsed hold',
      "in ('authorized', 'expired') and exists (",
      "in ('authorized', 'expired') and false and exists (",
    ],
    ['a refused renewal is not waited for', `and renewal.state in ('intended', 'authorized') and`, 'and'],
    ['settlement waits for no renewal of a lower bid', 'and (pays is not false or is_awaited)', 'and is_awaited'],
  ]),
  ...breaking('settlement/blocks.ts', '../books/restored-database', [
    [
      'an auction waits for its own hold',
      'coalesce(h.authorization_id <> next.authorization_id, true)',
      'h.authorization_id <> next.authorization_id',
    ],
  ]),
  ...breaking('settlement/blocks.ts', '../admin/stopped-captures', [
    ['while captures are stopped, no auction is settled', "or ${areCapturesStopped('a')}", ''],
  ]),
  ...breaking('books/treat-difference.ts', '../books/reconcile', [
    ['a renewal that the books have lost is adopted', 'if (await adoptRenewal(', 'if (false && await adoptRenewal('],
  ]),
  ...breaking('admin/payment-levers.ts', '../admin/levers', [
    [
      'a bid that is being captured is not voided',
      "if (held.state === 'capturing' || held.state === 'captured')",
      'if (false)',
    ],
  ]),
  ...breaking('holds/holds-of-person.ts', '../bids/one-hold', [
    ['who raises gets the lower hold back', "held.state = 'authorized'", 'false'],
    [
      'a stranger who types a bidderId is another person',
      '(held.is_signed and ${row}.is_signed or held.browser_id = ${row}.browser_id)',
      'true',
    ],
    ['a signed bidder is one person in every browser', 'held.is_signed and ${row}.is_signed or ', ''],
    ['a bid as high as one’s own is refused', 'held.value_in_cents >= ${row}', 'held.value_in_cents > ${row}'],
    ['two bidders of a browser are two', ' and held.bidder_id = ${row}.bidder_id', ''],
  ]),
  ...breaking('holds/could-be-captured.ts', '../settlement/restricted-accounts', [
    [
      'a cancellation wins while settlement waits for an account',
      "${isCaptured(alias)} or c.result is null or c.result = 'unknown'",
      'true',
    ],
    ['a cancellation waits for a request without an answer', "c.result is null or c.result = 'unknown'", 'false'],
  ]),
  ...breaking('holds/begin-releases.ts', '../settlement/restricted-accounts', [
    ['a cancellation gives up the capture that would be requested again', "or a.state = 'capturing')", ')'],
  ]),
  ...breaking('settlement/capture-attempts.ts', '../settlement/restricted-accounts', [
    [
      'a capture is requested again under the lock of the auction',
      'await underAuctionLock(db, claimed.auctionId, [',
      'await db.pipeline([',
    ],
  ]),
  ...breaking('settlement/follow-payment.ts', '../settlement/restricted-accounts', [
    [
      'a capture by hand is recorded while settlement waits for an account',
      "return kind === 'captured' && failureCode !== null;",
      'return false;',
    ],
  ]),
  ...breaking('settlement/renew-hold.ts', '../bids/one-hold', [
    [
      'bids that cannot pay take no place among those that are renewed',
      "(bid_id = $2 or ${canPay(nowOfSeller('a.seller_id'))})",
      'true',
    ],
  ]),
  ...breaking('holds/renew-authorization.ts', '../bids/one-hold', [
    [
      'a renewal whose bid was raised does not take over',
      'if (await isOutbidByPerson(tx, renewalId))',
      'if (renewalId === oldId)',
    ],
  ]),
  ...breaking('holds/could-be-captured.ts', '../bids/one-hold', [
    ['a hold past its time is not captured', ' and coalesce(${alias}.capture_before > ${now}, true)', ''],
  ]),
  ...breaking('bids/continue-bid.ts', '../page/giving-up', [
    [
      'the bank is asked before a bid is given up',
      'const now = await continueBid(deps, authorizationId);',
      `const now: PlacedBid = { outcome: 'challenged' } as PlacedBid;`,
    ],
    ['the payment of a bid that is given up is cancelled', 'await releaseAuthorization(deps, authorizationId);', ''],
  ]),
  ...breaking('page/bank-steps.ts', '../page/giving-up', [
    ['a bid is given up by the browser that sent it', 'own === null || !own.isOfBrowser', 'own === null'],
  ]),
  ...breaking('settlement/settle-auction.ts', '../admin/stopped-captures', [
    [
      'while captures are stopped, no capture is requested again',
      '(await isRequestStopped(deps.db, claimed)) ?',
      'false ?',
    ],
  ]),
  ...breaking('settlement/measure-due-work.ts', '../admin/stopped-captures', [
    ['what waits as captures are stopped is not due', "not ${areCapturesStopped('auctions')}", 'true'],
  ]),
  ...breaking('admin/administer-sellers.ts', '../admin/stopped-captures', [
    ['stopping captures needs a confirmation', 'if (value.confirm == null)', 'if (false)'],
    ['captures go on after the suspension', 'suspended_at = null, captures_stopped_at = null', 'suspended_at = null'],
  ]),
  ...breaking('settlement/recognize-database.ts', '../settlement/recognize-database', [
    ['a database that was not seen for minutes may be older', `then 'unseen' end`, 'then null end'],
    [
      'what is lost is lost since the first hold',
      'lost_since = least(h.lost_since, excluded.lost_since)',
      'lost_since = excluded.lost_since',
    ],
  ]),
  ...breaking('backups/restore-backup.ts', '../backups/restore-backup', [
    ['a restored database holds settlement', "holdAll(client, 'restored'", "holdAll(client, 'unseen'"],
  ]),
  ...breaking('books/ledger.ts', '../books/watch-books', [
    ['books that do not balance are found', 'or reversed <> taken.amount', ''],
  ]),
  ...breaking('books/reconciliations.ts', '../books/watch-books', [
    ['one process compares at a time', 'where r.next_at <= clock_timestamp() or', 'where true or'],
  ]),
  ...breaking('books/ledger.ts', '../books/ledger', [
    [
      'a payment that never held money has no movement',
      `'authorized' as kind, value_in_cents as amount,
      provider_reference, null as reason
    from authorizations where \${auctions} and authorized_at is not null`,
      `'authorized' as kind, value_in_cents as amount,
      provider_reference, null as reason
    from authorizations where \${auctions}`,
    ],
  ]),
  ...breaking('books/payment-of-auction.ts', '../books/simulate-reversal', [
    ['money that came back is not taken', ' and r.returned_at is null', ''],
  ]),
  ...breaking('holds/move-authorization.ts', '../holds/renewing', [
    [
      'a state follows only those that it may follow',
      'return `(a.state in (${states}))',
      'return `(a.state is not null)',
    ],
  ]),
  ...breaking('holds/move-authorization.ts', '../providers/stripe/kept-cards', [
    ['a card is deleted when its last hold has closed', "marked as (${markingCards('closed')})", 'marked as (select)'],
  ]),
  ...breaking('holds/delete-kept-card.ts', '../settlement/reset-test-seller', [
    [
      'cards whose hold is gone do not keep others from being deleted',
      'from due where k.authorization_id = id',
      'from due join authorizations a on a.authorization_id = id where k.authorization_id = id',
    ],
  ]),
  ...breaking('settlement/reset-test-seller.ts', '../settlement/reset-test-seller', [
    [
      'a kept card goes with its hold',
      'delete from kept_cards where authorization_id in (',
      'delete from kept_cards where false and authorization_id in (',
    ],
  ]),
  ...breaking('holds/delete-kept-card.ts', '../providers/stripe/kept-cards', [
    ['a card that a hold needs stays', 'if (isNeeded) return;', ''],
  ]),
  ...breaking('holds/kept-card.ts', '../providers/stripe/kept-cards', [
    ['a card that was handed on is known', 'in ($1, $2)', 'in ($1) and $2::uuid is not null'],
  ]),
  ...breaking('holds/renew-authorization.ts', '../providers/stripe/kept-cards', [
    ['a renewal takes over the card', 'await handCardOn(tx, { from: oldId, to: renewalId });', ''],
  ]),
  ...breaking('holds/renew-authorization.ts', '../holds/renewing', [
    ['a renewal of a completed auction is released', 'if (rows[0]?.isCompleted === true)', 'if (false)'],
  ]),
  ...breaking('holds/capture-outside.ts', '../settlement/settle-auction', [
    [
      'a hold that was captured at the provider backs its bid again, without its renewal',
      'await releaseRenewal(tx, authorizationId);',
      '',
    ],
  ]),
  ...breaking('holds/could-be-captured.ts', '../settlement/settle-auction', [
    [
      'settlement waits until a hold that was renewed is released',
      "and renewal.state = 'authorized' and renewal.bid_id is not null",
      'and false',
    ],
  ]),
  ...breaking('holds/could-be-captured.ts', '../settlement/late-captures', [
    [
      'nobody else is asked while a refused hold could still be captured',
      'exists (select from capture_attempts c where c.authorization_id = ${alias}.authorization_id) or',
      '',
    ],
  ]),
  ...breaking('settlement/finish-authorizations.ts', '../settlement/late-captures', [
    [
      'a refused hold that is found captured wins',
      `return observation.outcome === 'captured' ? { foundCapturedInCents: observation.capturedInCents } : null;`,
      'return null;',
    ],
  ]),
];

const messages = [
  ...breaking('settlement/renew-hold.ts', '../mail/addresses', [
    [
      'a bidder hears that a hold is not renewed, whatever the reason',
      'await leaveAtRisk(db, claimed);',
      'await leaveAlone(db, claimed);',
    ],
  ]),
  ...breaking('bids/record-outcomes.ts', '../webhooks/outcomes', [
    [
      'nothing follows from the bids on a cancelled auction',
      "in ('bid_placed', 'auction_completed') and cancelled_at is null",
      "in ('bid_placed', 'auction_completed')",
    ],
    ['an own higher bid outbids nobody', 'and leader.bidder_number is distinct from placed.bidder_number', ''],
    [
      'an equal bid outbids nobody',
      'leader.bid_value_in_cents < placed.bid_value_in_cents',
      'leader.bid_value_in_cents <= placed.bid_value_in_cents',
    ],
    ['a bid that was raised since had the lead before', '${couldLead}\n', "${canPay(nowOfSeller('bids.seller_id'))}\n"],
  ]),
  ...breaking('work/follow-up-events.ts', '../webhooks/outcomes', [
    ['old events are no news', "created_at > statement_timestamp() - interval '1 day'", 'true'],
  ]),
  ...breaking('mail/write-messages.ts', '../mail/cancelled-auctions', [
    ['no message is written about a cancelled auction', ' and cancelled_at is null', ''],
  ]),
  ...breaking('mail/claim-messages.ts', '../mail/cancelled-auctions', [
    [
      'a message that waits is not sent once its auction is cancelled',
      "when auctions.cancelled_at is not null then 'cancelled'",
      "when false then 'cancelled'",
    ],
  ]),
  ...breaking('mail/claim-messages.ts', '../mail/addresses', [
    ['nothing is sent to an address that has unsubscribed', 'when d.unsubscribed_at is not null', 'when false'],
    ['nothing is sent to an address that bounces', 'when d.bounced_at is not null', 'when false'],
    ['an unconfirmed address gets one message', 'when d.confirmed_at is null and', 'when false and'],
    ['nobody hears of a lead that was regained', "and ${leadsAgain} then 'leads'", "and false then 'leads'"],
    ['an outbid bidder is written to once an hour', 'and ${wasSentThisHour} then', 'and false then'],
    ['an address gets so many messages a day', "and ${hadEnough} then 'enough'", "and false then 'enough'"],
  ]),
  ...breaking('mail/mail-addresses.ts', '../mail/addresses', [
    ['who unsubscribes from one seller still hears of others', 'and d.seller_id = m.seller_id ', ''],
  ]),
  ...breaking('mail/message-links.ts', '../mail/addresses', [
    ['a token is proven', 'return isProven ? id : null;', 'return id;'],
    [
      'a token of one kind is worth nothing as another',
      'update(`${kind} ${id.toLowerCase()}`)',
      'update(id.toLowerCase())',
    ],
  ]),
  ...breaking('page/mail-pages.ts', '../mail/addresses', [
    ["an inbox shows no other seller's message", 'facts.sellerId !== sellerId || ', ''],
  ]),
];

const delivery = [
  ...breaking('page/visit.ts', '../page/delivery-details', [
    [
      'a private link is made of what no page shows',
      'if (of === null || !isFollowKey(key, { submissionToken, browserId: of.browserId })) return null;',
      'if (of === null) return null;',
    ],
  ]),
  ...breaking('page/submit-delivery.ts', '../page/delivery-details', [
    ['a seller that asks for nothing gets nothing', " || asked === 'NONE'", ''],
    ['a winner changes the details as often as a bidder may bid', 'if (waitSeconds > 0) return', 'if (false) return'],
  ]),
  ...breaking('page/check-delivery-form.ts', '../page/delivery-details', [
    [
      'no address is taken where a contact is enough',
      "fields.includes('address') ? text('address') : null",
      "text('address')",
    ],
  ]),
  ...breaking('page/views/auction-view.ts', '../page/delivery-details', [
    [
      'the winner alone is asked where the item goes',
      'const bid = own.find(({ isWinningBid }) => isWinningBid);',
      'const [bid] = own;',
    ],
  ]),
  ...breaking('graphql/types/delivery-details.ts', '../page/delivery-details', [
    ['delivery details need the scope bids:read', "}, 'bids:read'),", "}, 'auctions:read'),"],
    ['public keys do not see delivery details', 'from: deliveryOfAuction }', 'from: deliveryOfAuction, public: [] }'],
  ]),
  ...breaking('bidders/delivery-details.ts', '../page/delivery-details', [
    [
      'the same details again are no event',
      'where (delivery_details.name, delivery_details.address',
      'where true or (delivery_details.name, delivery_details.address',
    ],
  ]),
  ...breaking('bidders/erase-bidder.ts', '../page/delivery-details', [
    [
      'an erasure reaches delivery details',
      'const given = await eraseDeliveryDetails(tx, erasedBids);',
      'const given: string[] = [];',
    ],
    ['an erasure reaches the events with delivery details', " - 'delivery'", ''],
    ['an erasure reaches stored answers with delivery details', ', ...given]);', ']);'],
  ]),
];

const embedding = [
  ...breaking('page/send-auction.ts', '../page/embedding', [
    ['nobody bids in a frame', 'if (isEmbedded) return {', 'if (isEmbedded) return null && {'],
    [
      'the page with the form is shown in no frame',
      'embedOrigins: isEmbedded ? card.embedOrigins : null,',
      'embedOrigins: card.embedOrigins,',
    ],
  ]),
  ...breaking('page/auction-page.ts', '../page/embedding', [
    [
      'in a frame nobody’s own bids are shown',
      'await visitOfNobody(c, deps)',
      'await visitAuction(c, deps, bidderInUrl(c))',
    ],
  ]),
  ...breaking('presentation/update-seller-profile.ts', '../page/embedding', [
    ['an origin adds nothing to a header', 'isNamed && URL.parse', 'URL.parse'],
    ["a live seller's pages are shown over https alone", "mode === 'test' && localOrigin", 'localOrigin'],
  ]),
];

const sellerPages = [
  ...breaking('auth/browser-session.ts', '../seller-pages/sign-in', [
    ["a session's token opens no other door", "door === 'admin' ? token : `${door} ${token}`", 'token'],
    ['a session ends without use', 'a.expires_at > clock_timestamp() and', ''],
    [
      'a page that refreshes itself extends no session',
      'where digest = $1 and $2 and',
      'where digest = $1 and ($2 or true) and',
    ],
  ]),
  ...breaking('auth/browser-session.ts', '../admin/sign-in', [
    ['a revoked key ends the session', 'and k.revoked_at is null and', 'and'],
    ['a suspended seller has no session', 'and s.suspended_at is null', ''],
  ]),
  ...breaking('auth/authenticate.ts', '../seller-pages/sign-in', [
    [
      "a session counts from the service's own pages alone",
      'token === null || !isSameOrigin(request, publicUrl)',
      'token === null',
    ],
  ]),
  ...breaking('seller-pages/make-seller-pages.ts', '../seller-pages/sign-in', [
    ['a form of another site is refused', '!isSameOrigin(c.req.raw, publicUrl)) return', 'false) return'],
    ['a public key signs nobody in', "(['public', 'admin'] as const).find", "(['admin'] as const).find"],
    ['sign-ins are bounded', 'if (isOverdrawn) {', 'if (false) {'],
  ]),
  ...breaking('seller-pages/make-seller-pages.ts', '../seller-pages/items', [
    ['a form counts once', 'idempotencyKey: once', 'idempotencyKey: null'],
  ]),
];

export const mutants: readonly Mutant[] = [
  ...limits,
  ...clock,
  ...paymentAccounts,
  ...remedies,
  ...feed,
  ...lists,
  ...isolation,
  ...references,
  ...finding,
  ...ownChanges,
  ...keys,
  ...shapes,
  ...states,
  ...bidding,
  ...itemCard,
  ...once,
  ...requests,
  ...oldRows,
  ...ownKeys,
  ...prepared,
  ...messages,
  ...delivery,
  ...embedding,
  ...sellerPages,
  ...money,
];
