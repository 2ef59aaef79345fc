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
  ...breaking('auctions/auction-input.ts', 'create-auction', [
    ['a title has at least 3 characters', 'least: 3, most: 150', 'least: 2, most: 150'],
    ['a title has at most 150 characters', 'least: 3, most: 150', 'least: 3, most: 151'],
    ['characters are code points', '[...value].length', 'value.length'],
    ['a title is not blank', `issues.push(customIssue(value, 'blank', 'Must not be blank.'));`, ''],
    ['a title has no control characters', String.raw`/\p{Cc}/u.test(value) || `, ''],
    ['a title is well-formed Unicode', ' || !value.isWellFormed()', ''],
    ['the minimum bid is at most 49999999', '= 49_999_999', '= 50_000_000'],
    ['the minimum bid is at least 0', 'z.int().min(0)', 'z.int().min(-1)'],
    ['a period lasts at least 1 hour', 'least: 3_600', 'least: 3_599'],
    [
      'a period of 1 hour is long enough',
      'seconds < biddingPeriodSeconds.least',
      'seconds <= biddingPeriodSeconds.least',
    ],
    ['a period lasts at most 7 days', 'most: 7 * 86_400', 'most: 7 * 86_400 + 1'],
    [
      'a period of 7 days is not too long',
      'seconds > biddingPeriodSeconds.most',
      'seconds >= biddingPeriodSeconds.most',
    ],
    ['the end is after the start', 'seconds <= 0', 'seconds < 0'],
    ['timestamps are seconds', 'timestampLimit = 1e11', 'timestampLimit = 1e12'],
    ['1e11 is still seconds', 'value > timestampLimit', 'value >= timestampLimit'],
    ['type repeated is reserved', `if (value === 'repeated') {`, 'if (false) {'],
    ['a start too soon is told', 'noticeBeforeStartMs = 60_000', 'noticeBeforeStartMs = 0'],
  ]),
  ...breaking('auctions/create-auction.ts', 'create-auction', [
    ['the start is 1 minute ahead', `interval '1 minute'`, `interval '59 seconds'`],
    ['1 minute ahead is enough', `interval '1 minute'`, `interval '62 seconds'`],
  ]),
  ...breaking('auctions/auction-input.ts', 'update-auction', [
    ['the start is 1 minute ahead on update', 'noticeBeforeStartMs = 60_000', 'noticeBeforeStartMs = 59_000'],
  ]),
  ...breaking('graphql/auction.ts', 'create-auction', [
    ['the minimum bid is 0 unless told', 'defaultValue: 0,', 'defaultValue: 1,'],
  ]),
  ...breaking('core/page-input.ts', 'list-auctions', [
    ['a page has at most 100 items', 'pageSizeLimit = 100', 'pageSizeLimit = 101'],
    ['a limit is at least 1', 'z.int().min(1)', 'z.int().min(0)'],
    ['an offset is at least 0', 'z.int().min(0)', 'z.int().min(-1)'],
  ]),
  ...breaking('bids/bid-input.ts', 'list-bids', [
    ['a bidderId has at most 200 characters', 'bidderIdLength = 200', 'bidderIdLength = 201'],
  ]),
];

const clock = [
  ...breaking('auctions/auction-row.ts', 'status-by-clock', [
    [
      'an auction opens by the clock, not by a worker',
      "when bidding_period_starts_at > ${sellerNow} then 'upcoming'",
      "when status = 'upcoming' then 'upcoming'",
    ],
    [
      'the filter for upcoming goes by the clock',
      'turned: `bidding_period_starts_at > ${sellerNow}`',
      `turned: 'true'`,
    ],
    [
      'the filter for ongoing finds what a worker has yet to open',
      "due: `status = 'upcoming' and bidding_period_starts_at <= ${sellerNow} and not (${endedWithoutBids})`",
      'due: null',
    ],
    ['the filter for ongoing leaves out what is over', 'turned: `not (${endedWithoutBids})`', `turned: 'true'`],
    [
      'the filter for completed finds what a worker has yet to complete',
      "due: `status <> 'completed' and ${endedWithoutBids}`",
      'due: null',
    ],
    ['an ended auction with bids waits for settlement', ' and first_bid_attempt_at is null', ''],
    [
      'an auction without bids completes at its end',
      "'completed' or (${endedWithoutBids}) then 'completed'",
      "'completed' then 'completed'",
    ],
  ]),
  ...breaking('auctions/find-auctions.ts', 'status-by-clock', [
    [
      'only the seller’s due auctions are listed',
      'where seller_id = $1 and ${due}',
      'where $1::uuid is not null and ${due}',
    ],
  ]),
  ...breaking('auctions/create-auction.ts', 'status-by-clock', [
    ['the clock is that of PostgreSQL', 'readClock(db.pool, viewer.sellerId),', 'new Date(),'],
  ]),
];

const lists = [
  ...breaking('auctions/find-auctions.ts', 'list-auctions', [
    ['auctions come newest first', 'created_at desc,', 'created_at asc,'],
    ['auctions of one instant come by auctionId', 'auction_id desc', 'auction_id asc'],
    ['offset skips auctions', 'offset $3', 'offset ($3::int * 0)'],
    ['a page is full wherever it begins', 'limit $2::bigint + $3::bigint', 'limit $2::bigint'],
  ]),
  ...breaking('bids/bid-order.ts', 'list-bids', [
    ['bids come newest first', '{ descending: true, columns: [placedAt', '{ descending: false, columns: [placedAt'],
    [
      'bids of one instant come by bidId',
      '{ descending: true, columns: [placedAt, bidId] }',
      '{ descending: true, columns: [placedAt] }, { descending: false, columns: [bidId] }',
    ],
  ]),
  ...breaking('bids/find-bids.ts', 'list-bids', [
    ['bids are filtered by bidder', `[{ column: 'bidder_id', value: bidderId }]`, '[]'],
    ['bids are filtered by auction', `[{ column: 'auction_id', value: auctionId }]`, '[]'],
  ]),
  ...breaking('graphql/plans/read-statement.ts', 'pagination-links', [
    ['the last page has no next', 'from found offset ${most})', 'from found offset ${most} - 1)'],
  ]),
  ...breaking('rest/link-header.ts', 'pagination-links', [
    ['next begins where the page ends', 'page.offset + page.limit', 'page.offset + page.limit + 1'],
    ['prev never begins before the list', 'Math.max(0, page.offset - page.limit)', 'page.offset - page.limit'],
    ['links keep the filters', 'new URLSearchParams(query)', 'new URLSearchParams()'],
  ]),
];

const isolation = [
  ...breaking('auctions/find-auction.ts', 'isolation', [
    [
      'another seller’s auction is not read',
      "'from auctions where seller_id = $1 and auction_id = $2'",
      "'from auctions where $1::uuid is not null and auction_id = $2'",
    ],
  ]),
  ...breaking('auctions/change-auction.ts', 'isolation', [
    ['another seller’s auction is not changed', 'and auctions.seller_id = $1 and', 'and'],
    ['another seller’s auction is not looked at', 'on auctions.seller_id = $1 and', 'on'],
  ]),
  ...breaking('auctions/find-auctions.ts', 'isolation', [
    [
      'only the seller’s auctions are listed',
      'where seller_id = $1 and ${condition}',
      'where $1::uuid is not null and ${condition}',
    ],
  ]),
  ...breaking('bids/find-bid.ts', 'isolation', [
    ['another seller’s bid is not read', 'where seller_id = $1 and', 'where $1::uuid is not null and'],
  ]),
  ...breaking('bids/find-bids.ts', 'isolation', [
    ['only bids on the seller’s auctions are listed', 'where seller_id = $1', 'where $1::uuid is not null'],
  ]),
  ...breaking('rest/find-route.ts', 'isolation', [
    ['an id that is no UUID is not found', 'if (!Object.values(ids).every(isUuid)) throw', 'if (false) throw'],
  ]),
];

const keys = [
  ...breaking('auth/authenticate.ts', 'keys', [
    ['a revoked key is invalid', 'and k.revoked_at is null', ''],
    ['an expired key is invalid', 'or k.expires_at > clock_timestamp()', 'or k.expires_at is not null'],
  ]),
  ...breaking('auth/living-key.ts', 'keys', [
    ['a known key that was revoked is invalid', 'and k.revoked_at is null', ''],
    ['a known key that has expired is invalid', 'or k.expires_at > clock_timestamp()', 'or k.expires_at is not null'],
  ]),
  ...breaking('rest/rest-server.ts', 'keys', [
    ['a dead key is told that, and no more', 'await verify(request, digest);\n      throw error', 'throw error'],
  ]),
  ...breaking('graphql/authentication.ts', 'keys', [
    ['a known key is believed by a change alone', '|| !fieldsSeeKey(schema, operation)', ''],
    ['a subscription finds out whether the key lives', 'if (asking.believed != null) await', 'if (false) await'],
    ['a dead key is told that, and no more, in GraphQL', 'if (serverContext.believed == null) return;', 'return;'],
  ]),
  ...breaking('graphql/sees-key.ts', 'keys', [
    ['a change that is not run sees no key', 'selection.directives?.length === 0 &&', ''],
  ]),
  ...breaking('core/bearer-token.ts', 'keys', [['the scheme is case-insensitive', '*$/i.exec(', '*$/.exec(']]),
  ...breaking('rest/problem.ts', 'keys', [
    ['a missing key is challenged', `'www-authenticate': 'Bearer' }`, `'www-authenticate': 'Basic' }`],
    ['an invalid key is told apart', 'error="invalid_token"', 'error="invalid_request"'],
  ]),
  ...breaking('graphql/builder.ts', 'scopes', [
    ['an operation needs its scope', 'requireScope(viewerOf(context), scope);', 'viewerOf(context);'],
  ]),
  ...breaking('rest/rest-server.ts', 'scopes', [
    ['bids need their scope even where there are none', 'if (asksForBids(request)) require', 'if (false) require'],
  ]),
];

const strictness = [
  ...breaking('auctions/auction-input.ts', 'strict-bodies', [
    ['unknown fields are refused on create', 'createAuctionInput = z.strictObject(', 'createAuctionInput = z.object('],
    ['unknown fields are refused on update', 'updateAuctionInput = z.strictObject(', 'updateAuctionInput = z.object('],
    ['unknown fields of the period are refused', '.strictObject({ startTimestamp', '.object({ startTimestamp'],
  ]),
  ...breaking('rest/answer-socket.ts', 'bodies-on-sockets', [
    ['a body is waited for', `=== readableLength`, `>= readableLength`],
    ['what was left of a body is thrown away', 'incoming.resume();', ''],
  ]),
  ...breaking('rest/check-body.ts', 'strict-bodies', [
    ['a body has at most 64 KiB', '64 * 1024', '64 * 1024 + 1'],
    ['a body of 64 KiB is small enough', '64 * 1024', '64 * 1024 - 1'],
    ['a body is application/json', String.raw`/^application\/json *(?:; *charset="?utf-8"?)?$/i`, '/json/i'],
    ['a body is an object', `'object' || body === null`, `'object'`],
    ['a body is UTF-8', 'fatal: true', 'fatal: false'],
    ['a DELETE has no body', `[{ pointer: '', code: 'unknown_field', detail: 'This operation takes no body.' }]`, '[]'],
  ]),
  ...breaking('core/check-input.ts', 'strict-bodies', [
    ['a pointer escapes its steps', `.replaceAll('~', '~0')`, ''],
    ['null is told apart', 'if (value === null) return', 'if (false) return'],
  ]),
  ...breaking('rest/check-query.ts', 'strict-parameters', [
    ['a parameter is given once', 'if (more.length > 0) {', 'if (false) {'],
    ['a parameter has a value', `text === '' && name in schema.shape`, 'false'],
    ['an integer is digits', String.raw`/^-?\d+$/.test(text)`, 'Number.isInteger(Number(text))'],
    ['a boolean is true or false', ` && (text === 'true' || text === 'false')`, ''],
    ['a parameter may have any name', 'Object.create(null) as', '({}) as'],
  ]),
  ...breaking('rest/check-request.ts', 'strict-parameters', [
    ['query parameters are checked', '    ...queryFaults,\n', ''],
  ]),
];

const shapes = [
  ...breaking('rest/rest-view.ts', 'shapes', [
    ['no key more than the document’s', `    'auctionUrl',`, `    'auctionUrl', 'outcome',`],
    ['no key less than the document’s', `    'title',\n`, ''],
  ]),
  ...breaking('rest/public-document.ts', 'shapes', [
    ['bids are absent unless asked for', '{ ...field, directives: bidsOnRequest.directives! }', 'field'],
    ['create and update answer without bids', 'directives! } : null', 'directives! } : undefined'],
  ]),
  ...breaking('core/instants.ts', 'graphql', [['a date-time has a numeric offset', `.replace('Z', '+00:00')`, '']]),
  ...breaking('auctions/auction-row.ts', 'graphql', [
    ['an ended auction is settling', "when bidding_period_ends_at > ${sellerNow} then 'OPEN'", "when true then 'OPEN'"],
  ]),
  ...breaking('bids/bids-of-auction.ts', 'shapes', [
    ['each auction has its own bids', 'bids.auction_id = auctions.auction_id', 'bids.seller_id = auctions.seller_id'],
  ]),
];

const answers = [
  ...breaking('rest/route-table.ts', 'shapes', [['create answers 201', 'status: 201,', 'status: 200,']]),
  ...breaking('rest/rest-server.ts', 'create-auction', [
    ['create tells the Location', 'route.status === 201 ?', 'false ?'],
  ]),
  ...breaking('rest/find-route.ts', 'routes', [
    ['HEAD is as GET', `method === 'HEAD' ? 'GET' : method`, 'method'],
    ['Allow lists HEAD', `...(methods.includes('GET') ? ['HEAD'] : [])`, ''],
  ]),
  ...breaking('rest/problem.ts', 'routes', [
    ['a problem is application/problem+json', `'application/problem+json'`, `'application/json'`],
    ['a problem links to its page', '/docs/errors#', '/docs/#'],
  ]),
  ...breaking('rest/statuses.ts', 'routes', [
    ['a wrong method is told apart', 'method_not_allowed: { status: 405', 'method_not_allowed: { status: 404'],
  ]),
  ...breaking('rest/statuses.ts', 'cancel-auction', [
    ['a completed auction is a conflict', 'auction_completed: { status: 409', 'auction_completed: { status: 400'],
    ['a settling auction is a conflict', 'auction_settling: { status: 409', 'auction_settling: { status: 400'],
  ]),
  ...breaking('core/outage.ts', 'outage', [
    ['an outage is told apart', `isOutage(thrown) ? 'unavailable' : 'internal_error'`, `'internal_error'`],
  ]),
];

const states = [
  ...breaking('auctions/update-auction.ts', 'update-auction', [
    ['a completed auction is not updated', `if (auction.status === 'completed') throw`, 'if (false) throw'],
    ['a completed auction is not updated at once', "standing <> 'completed'\n", 'true\n'],
    ['an ongoing auction has locked fields', `if (auction.status === 'ongoing') refuse`, 'if (false) refuse'],
    ['an ongoing auction’s period is not changed at once', "standing = 'upcoming' and ", ''],
    ['the start is 1 minute ahead of a change at once', `interval '1 minute'`, `interval '59 seconds'`],
    ['the same type is no change', ' && input.type !== auction.type', ''],
    [
      'a locked type is no faulty request',
      `faults.every(({ code }) => code === 'unsupported_type')`,
      'faults.length === 0',
    ],
    ['what is not named stays', '= coalesce($6, minimum_bid_value_in_cents)', '= coalesce($6, 0)'],
  ]),
  ...breaking('auctions/cancel-auction.ts', 'cancel-auction', [
    ['a repeated cancel succeeds', 'if (auction.cancelledAt !== null) return true;', ''],
    ['a completed auction is not cancelled', `if (auction.status === 'completed') throw`, 'if (false) throw'],
    ['a settling auction is not cancelled', 'if (auction.captureRequestedAt !== null) throw', 'if (false) throw'],
    ['a completed auction is not cancelled at once', "standing <> 'completed' and first", 'first'],
    ['a completed auction with bids is not cancelled', "standing <> 'completed' and capture", 'capture'],
    ['a settling auction is not cancelled where it is held', ' and capture_requested_at is null', ''],
    ['a cancelled auction is completed', `status = 'completed', outcome = 'CANCELLED'`, `outcome = 'CANCELLED'`],
  ]),
  ...breaking('auctions/cancel-auction.ts', 'changes-at-once', [
    ['what is held is released', 'whereHeld: cancellingAndReleasing', 'whereHeld: cancelling'],
    ['what was first held while it waited is released', ' and first_bid_attempt_at is null', ''],
  ]),
  ...breaking('auctions/change-auction.ts', 'changes-at-once', [
    [
      'what was changed meanwhile is attempted again',
      'if (judge(found.toJudge)) return',
      'judge(found.toJudge); return',
    ],
    ['the clock is read once the row is held', 'clock_timestamp() + ', 'statement_timestamp() + '],
    ['a cancellation sees what was held while it waited', 'auction_id = $2 for no key update', 'auction_id = $2'],
  ]),
];

const once = [
  ...breaking('idempotency/stored-answer.ts', 'idempotency-keys', [
    ['an answer is its seller’s', 'seller_id = $1 and key = $2 and', '$1::uuid is not null and key = $2 and'],
    ['an answer is its key’s', 'seller_id = $1 and key = $2 and', 'seller_id = $1 and $2::text is not null and'],
    ['an answer is kept for 24 hours', `interval '24 hours'`, `interval '23 hours'`],
    ['an answer is kept no longer', `interval '24 hours'`, `interval '25 hours'`],
    ['two requests do not run at once', 'return rows[0]!.taken;', 'return true;'],
  ]),
  ...breaking('idempotency/with-idempotency-key.ts', 'idempotency-keys', [
    ['another request under a key is refused', '!stored.fingerprint.equals(request.fingerprint)', 'false'],
    ['an answer is stored', 'if (isKept) await storeAnswer', 'if (false) await storeAnswer'],
  ]),
  ...breaking('idempotency/with-idempotency-key.ts', 'idempotent-mutations', [
    ['what failed is undone', 'if (isUndone || !isKept) {', 'if (false) {'],
    ['nothing is told of what was undone', 'effects.drop();', ''],
    ['what was held back is told in the end', 'await effects.release();', ''],
  ]),
  ...breaking('idempotency/request-fingerprint.ts', 'idempotency-keys', [
    ['the body makes the request', 'canonical(request.body)]', `'']`],
    ['the path makes the request', '[request.method, request.path,', '[request.method,'],
    ['the order of fields does not', 'JSON.stringify(JSON.parse(text), inOrder)', 'text'],
  ]),
  ...breaking('idempotency/read-idempotency-key.ts', 'idempotency-keys', [
    ['a key has at most 255 characters', '{1,255}', '{1,256}'],
    ['a key may have 255 characters', '{1,255}', '{1,254}'],
    ['a key has no spaces', String.raw`\x21-\x7e`, String.raw`\x20-\x7e`],
    ['quotes are not a part of the key', `header.startsWith('"') ? unquoted(header) : header`, 'header'],
  ]),
  ...breaking('rest/answer-once.ts', 'idempotency-keys', [
    ['a replay is marked', 'return isReplay ?', 'return false ?'],
    ['the case of an id makes no other request', 'path.toLowerCase()', 'path'],
  ]),
  ...breaking('rest/rest-server.ts', 'idempotency-keys', [
    ['a GET has no use for a key', `found.route.method === 'GET' ? null : request`, 'request'],
  ]),
  ...breaking('rest/problem.ts', 'idempotency-keys', [
    ['a key in use says when to come again', `    case 'idempotency_key_in_use':\n`, ''],
  ]),
  ...breaking('graphql/idempotent-mutations.ts', 'idempotent-mutations', [
    ['a query has no use for a key', 'operation?.operation !== OperationTypeNode.MUTATION || ', ''],
    ['a missing scope is not kept', `if (code === 'insufficient_scope') return`, 'if (false) return'],
    ['a failure is not kept', `return code === 'internal_error' || code === 'unavailable';`, 'return false;'],
    ['nothing looks done that is undone', '{ ...result, data: null }', 'result'],
  ]),
  ...breaking('graphql/test-clock.ts', 'idempotent-mutations', [
    [
      'the test clock commits by itself',
      `...committingByItself(needs('auctions:write')),`,
      `...needs('auctions:write'),`,
    ],
  ]),
];

const requests = [
  ...breaking('limits/make-counters.ts', 'rate-limits', [
    ['a wait is a second at least', 'Math.max(1, Math.ceil(msBeforeNext / 1_000))', 'Math.floor(msBeforeNext / 1_000)'],
  ]),
  ...breaking('limits/request-limits.ts', 'rate-limits', [
    ['a wrong key costs more', 'failureCosts = 10', 'failureCosts = 2'],
    ['a budget is one key’s', 'ofKey?.take(digest)', `ofKey?.take('')`],
    ['a budget is one address’s', 'ofAddress?.take(address),', `ofAddress?.take(''),`],
    ['either budget refuses', 'policies.some((', 'policies.every(('],
    ['what has the least left is told', 'one.left - other.left ||', ''],
    ['the longest wait is told', 'other.fullInSeconds - one.fullInSeconds', 'one.fullInSeconds - other.fullInSeconds'],
  ]),
  ...breaking('graphql/graphql-server.ts', 'rate-limits', [
    ['what is over the limit is refused', 'counted.isRefused ? new Refusal', 'false ? new Refusal'],
    ['a wrong key of GraphQL is told by its answer', 'response.status === 401', 'false'],
    ['the limits of GraphQL are told', 'response.headers.set(name, value)', 'response.headers.has(name + value)'],
  ]),
  ...breaking('graphql/graphql-server.ts', 'known-operations', [
    ['a known query is refused over the limit, too', 'counted.isRefused ? null', 'false ? null'],
  ]),
  ...breaking('graphql/known-operations.ts', 'known-operations', [
    ['a dead key is told so where nothing is read', 'fields?.length === 0 ? null : fields', 'fields'],
    ['what an idempotency key is sent with is left to the server', '|| request.headers.has(idempotencyKeyHeader)', ''],
    ['what an admin has asked for is not everybody’s', '|| asksForSchema(planned)', ''],
    ['unknown parameters are refused', 'Object.keys(others).length === 0', 'true'],
    ['variables are an object', '!Array.isArray(variables)', 'true'],
    ['an answer has the type that is accepted', `'content-type', 'accept', `, ''],
    ['a page of another origin may read its answer', `'origin', `, ''],
  ]),
  ...breaking('graphql/plans/make-reader.ts', 'known-operations', [
    ['a known query needs its scopes', '!plan.scopes.isSubsetOf(viewer.scopes)', 'false'],
  ]),
  ...breaking('graphql/plans/make-changer.ts', 'known-operations', [
    ['a known change needs its scopes', '!plan.scopes.isSubsetOf(viewer.scopes)', 'false'],
  ]),
  ...breaking('graphql/planned-operations.ts', 'known-operations', [
    ['a known change that failed is not made again', 'if (failure !== undefined) throw failure.error;', ''],
  ]),
  ...breaking('graphql/planned-operations.ts', 'idempotent-mutations', [
    ['what an idempotency key is sent with is done once', ' && !request.headers.has(idempotencyKeyHeader)', ''],
  ]),
  ...breaking('rest/rest-server.ts', 'rate-limits', [
    ['what is over the limit is refused below /v1', 'counted.isRefused\n', 'false\n'],
    ['a wrong key is told by its answer', 'given.status === 401', 'false'],
    ['the limits are told', '...counted.headers, ', ''],
  ]),
  ...breaking('rest/entity-tag.ts', 'conditional-requests', [
    ['another body has another tag', "hash('sha256', pieces[0]!,", "hash('sha256', '',"],
    ['another list has another tag', 'digest.update(piece)', "digest.update('')"],
    ['only the same tag is known', 'includes(each.trim())', 'includes(each.trim() && etag)'],
  ]),
  ...breaking('limits/client-address.ts', 'rate-limits', [
    ['a trusted proxy names the client', 'proxies > 0 ?', 'false ?'],
  ]),
];

const oldRows = [
  ...breaking('db/delete-old-rows.ts', 'idempotency-keys', [
    ['what is kept is not deleted', '<= statement_timestamp() - ${kept}', '<= statement_timestamp()'],
    [
      'a place is one of a partition',
      `
       and (tableoid, ctid) in (select tableoid, ctid from old)`,
      '',
    ],
  ]),
];

const replicas = [
  ...breaking('db/replica.ts', 'lists-on-replica', [
    [
      'who has written finds it in a list',
      '(writtenAtMs.get(sellerId) ?? -Infinity) <= asOfMs',
      'writtenAtMs.size >= 0',
    ],
    ['a list is a second old at the most', 'performance.now() - asOfMs <= longestLagMs', 'asOfMs > 0'],
  ]),
  ...breaking('db/wal-position.ts', 'lists-on-replica', [
    ['a replica is a standby', 'return replica.isStandby && ', 'return '],
    ['a replica is one of the same database', ' && replica.identity === primary.identity', ''],
  ]),
  ...breaking('db/for-lists.ts', 'lists-on-replica', [
    ['a replica that fails fails no request', 'replicaFailures.inc();', `throw new Error('It failed.');`],
  ]),
  ...breaking('graphql/plans/run-read.ts', 'lists-on-replica', [
    ['a revoked key is refused whatever the replica knows', 'pool === db.pool || isAliveOnPrimary(db, viewer)', 'true'],
    ['one thing is read on the primary', 'fields.every(', 'fields.some('],
  ]),
  ...breaking('graphql/lists-on-replica.ts', 'lists-on-replica', [
    ['resolvers read one thing on the primary', 'selectionSet.selections.every(', 'selectionSet.selections.some('],
    ['a change over GraphQL is noted', 'replica.noteWrite(viewer.sellerId);', ''],
  ]),
  ...breaking('graphql/plans/make-changer.ts', 'lists-on-replica', [
    ['a planned change is noted', 'deps.db.replica?.noteWrite(viewer.sellerId);', ''],
  ]),
  ...breaking('graphql/plans/make-changer.ts', 'known-operations', [
    ['what is skipped is not made', '(field.directives ?? []).length === 0', 'true'],
  ]),
  ...breaking('rest/rest-server.ts', 'lists-on-replica', [
    ['a change over REST is noted', 'deps.db.replica?.noteWrite(viewer.sellerId);', '{}'],
  ]),
];

const overload = [
  ...breaking('shedding/load-shedder.ts', '../shedding/load-shedder', [
    ['what cannot be answered in time is turned away', 'if (!queue.isTooLong(waiting) ||', 'if (true ||'],
    ['probes and providers’ events are never shed', ' || neverShed.test(incoming.url!)', ''],
    ['whoever waits for something else keeps nobody waiting', 'const waiting = Math.min(', 'const waiting = Math.max('],
    ['a request that is answered is no longer in hand', 'requests -= 1;', ''],
  ]),
  ...breaking('db/message-socket.ts', '../db/message-socket', [
    ['what is passed on is whole', 'if (next > filled) break;', ''],
    ['what has come of a message is kept', 'filled = kept.length;', 'filled = 0;'],
    [
      'what is encrypted is passed on as it comes',
      'if (connection.ssl !== undefined && connection.ssl !== false)',
      'if (false)',
    ],
  ]),
  ...breaking('shedding/standing-queue.ts', '../shedding/standing-queue', [
    ['a burst is let in', 'burstMs = 500', 'burstMs = 0'],
    ['a queue is judged by its pace', 'servedInMs * longestWaitMs', '0'],
  ]),
];

export const mutants: readonly Mutant[] = [
  ...limits,
  ...clock,
  ...lists,
  ...isolation,
  ...keys,
  ...strictness,
  ...shapes,
  ...answers,
  ...states,
  ...once,
  ...requests,
  ...oldRows,
  ...replicas,
  ...overload,
];
