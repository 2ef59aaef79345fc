import {
  maxBiddingPeriodSeconds,
  maxBodyBytes,
  minBiddingPeriodSeconds,
  minNoticeBeforeStartSeconds,
  sayBytes,
  sayDuration,
} from './limits.ts';

/** Each reason for a refusal is a stable code, documented on one page, with its default text. */
export const refusalDetails = {
  missing_api_key: 'Send your API key as "Authorization: Bearer <API_KEY>".',
  invalid_api_key: 'The API key is unknown, revoked or expired.',
  insufficient_scope: 'The API key lacks the scope that this operation needs.',
  seller_suspended: 'The seller is suspended, and its API keys with it.',
  invalid_request: 'The request is invalid.',
  auction_not_found: 'There is no such auction.',
  bid_not_found: 'There is no such bid.',
  seller_not_found: 'There is no such seller.',
  seller_exists: 'There is a seller of this name and mode already.',
  api_key_not_found: 'There is no such API key.',
  api_key_revoked: 'The API key is revoked already; issue a new one instead.',
  api_key_limit: 'You have as many keys as a seller may have: revoke one first.',
  auction_completed: 'The auction is completed and can no longer be changed.',
  auction_settling:
    'A payment of the auction is being captured, or was captured at the payment provider: it cannot be cancelled now.',
  nothing_to_refund: 'Nothing of this auction can be refunded: nothing was charged, or nothing of it is left.',
  refund_limit: 'This sale has as many refunds as it may have: make others at the payment provider.',
  nothing_to_ship: 'Nobody has won this auction, or not yet: a winner pays first.',
  reference_exists: 'Another of your auctions has this reference.',
  precondition_failed:
    'The auction is no longer as it was in the answer that "If-Match" or "ifUnchangedSince" names; nothing was changed.',
  field_locked: 'While an auction is ongoing, only its title and minimumBidValueInCents may be changed.',
  rules_locked: 'The rules of an auction are locked from its start on. Only its price to buy now can be removed then.',
  idempotency_key_in_use:
    'A request with this Idempotency-Key is being processed; try again after the seconds in "Retry-After".',
  idempotency_key_reused: 'This Idempotency-Key belongs to a different request.',
  webhook_endpoint_not_found: 'There is no such webhook endpoint.',
  webhook_delivery_not_found: 'There is no such webhook delivery.',
  webhook_endpoint_limit: 'You have as many webhook endpoints as a seller may have.',
  webhook_endpoint_disabled: 'The webhook endpoint is disabled: nothing is sent to it until it is enabled.',
  picture_limit: 'You have as many pictures as a seller may have.',
  bidder_secret_missing: 'There is no secret to check signatures with: create one with rotateBidderSecret first.',
  banned_bidder_limit: 'You have as many banned bidders as a seller may have.',
  bidder_has_holds: 'Money of the bidder is held, or may be.',
  subscription_limit:
    'The API key, or the address that uses a public key, has as many subscriptions open as it may have.',
  test_mode_only: 'This is for test sellers only: time is real where money is.',
  not_found: 'There is nothing at this path.',
  method_not_allowed: 'This path does not take this method; "Allow" lists those it takes.',
  unsupported_media_type: 'Send the body as "Content-Type: application/json".',
  payload_too_large: `The body is larger than ${sayBytes(maxBodyBytes)}.`,
  rate_limited: 'Too many requests; try again after the seconds in "Retry-After".',
  payments_unavailable:
    'No bid can be taken: the seller is live, and the service is not connected to a payment provider. The operator sets it up.',
  unavailable: 'The service cannot answer this right now; try again after the seconds in "Retry-After".',
  internal_error: 'Something went wrong on our side. It has been logged under this requestId.',
};

export type RefusalCode = keyof typeof refusalDetails;

export const refusalCodes = Object.keys(refusalDetails) as RefusalCode[];

/** The codes that may refuse any operation. `refusalsOfKeyedChanges` may refuse a change, too. */
export const refusalsOfAny = [
  'invalid_request',
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'seller_suspended',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const satisfies readonly RefusalCode[];
export const refusalsOfKeyedChanges = [
  'idempotency_key_in_use',
  'idempotency_key_reused',
] as const satisfies readonly RefusalCode[];

/** The faults of one field or parameter, each with its meaning. */
export const faultDetails = {
  required: 'The field is missing.',
  null_not_allowed: 'The field is null. Leave it out instead.',
  wrong_type: 'The field has another JSON type than it must have, such as a number in quotes.',
  not_an_integer: 'A whole number is wanted, written in digits.',
  invalid_value: 'The value is none of those allowed, or not of the form wanted, such as a UUID.',
  too_small: 'The number is below the limit named in "detail".',
  too_large: 'The number is above the limit named in "detail".',
  too_short: 'The text has too few characters (Unicode code points).',
  too_long: 'The text has too many characters (Unicode code points).',
  blank: 'The text would not be visible.',
  control_character: 'The text has control characters, or is not valid Unicode.',
  unknown_field: 'There is no such field; see whether its name is mistyped. A DELETE takes no body.',
  unknown_parameter: 'There is no such query parameter here; POST, PATCH and DELETE take none.',
  repeated_parameter: 'A query parameter is given more than once.',
  empty_value: 'A query parameter is given without a value.',
  malformed_json: 'The body is not JSON in UTF-8.',
  not_an_object: 'The body is JSON, but not an object.',
  looks_like_milliseconds: 'A unix timestamp has whole seconds; this one seems to have milliseconds.',
  start_too_soon: `The bidding period starts less than ${sayDuration(minNoticeBeforeStartSeconds)} after the request was processed. A test seller has its own clock: "detail" says where it stands, and the smallest "startTimestamp". Ask "clock { timestamp }" in GraphQL before you compute a start.`,
  end_not_after_start: 'The bidding period ends before it starts, or at the same instant.',
  duration_too_short: `The bidding period lasts less than ${sayDuration(minBiddingPeriodSeconds)}.`,
  duration_too_long: `The bidding period lasts more than ${sayDuration(maxBiddingPeriodSeconds)}.`,
  unsupported_type: 'Only "asynchronous" auctions are supported.',
  field_locked: 'The field may be changed only while the auction is upcoming.',
};

export type FaultCode = keyof typeof faultDetails;

export const faultCodes = Object.keys(faultDetails) as FaultCode[];

const ofHttp: readonly FaultCode[] = [
  'unknown_parameter',
  'repeated_parameter',
  'empty_value',
  'malformed_json',
  'not_an_object',
];

/** The faults of an input in GraphQL: the others are faults of a query string or of a body. */
export const faultCodesOfInputs = faultCodes.filter((code) => !ofHttp.includes(code));

/** One fault of a request: its position, a stable code, and a sentence for a person. */
export interface Fault {
  /** RFC 6901 for a body field or a GraphQL argument (`/biddingPeriod/endTimestamp`); the bare name of a query parameter. */
  readonly pointer: string;
  readonly code: FaultCode;
  readonly detail: string;
}

/** A rule refuses the request: sent to the caller, never retried, never logged as an error. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  readonly faults: readonly Fault[];
  /** The auction whose capture is under way: once its outcome is known, the same request may succeed. */
  readonly capturing: string | null;

  constructor(code: RefusalCode, options: { detail?: string; faults?: readonly Fault[]; capturing?: string } = {}) {
    const { faults = [] } = options;
    super(options.detail ?? (code === 'invalid_request' ? detailOf(faults) : null) ?? refusalDetails[code]);
    this.code = code;
    this.faults = faults;
    this.capturing = options.capturing ?? null;
  }
}

/** Refuses a request for one value that cannot be used. */
export function invalidValue(pointer: string, detail: string): Refusal {
  return new Refusal('invalid_request', { faults: [{ pointer, code: 'invalid_value', detail }] });
}

/**
 * Names the first fault, and how many more there are: programs show the detail alone.
 *
 * @returns `null` if there is no fault
 */
function detailOf([first, ...more]: readonly Fault[]): string | null {
  if (first === undefined) return null;
  const fault = first.pointer === '' ? first.detail : `${first.pointer}: ${first.detail}`;
  if (more.length === 0) return fault;
  return `${fault} There ${more.length === 1 ? 'is 1 more fault' : `are ${more.length} more faults`} in "errors".`;
}

/** How a refusal goes out over HTTP. */
interface Status {
  readonly status: number;
  /** RFC 9457. */
  readonly title: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const retryAtOnce = { 'retry-after': '1' };

/** The one place where a refusal gets its HTTP status, for `/v1` and `/graphql`. Does not compile with a code missing. */
export const statuses: Record<RefusalCode, Status> = {
  missing_api_key: { status: 401, title: 'API key missing', headers: { 'www-authenticate': 'Bearer' } },
  invalid_api_key: {
    status: 401,
    title: 'API key invalid',
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  },
  insufficient_scope: {
    status: 403,
    title: 'Scope missing',
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  },
  seller_suspended: { status: 403, title: 'Seller suspended' },
  invalid_request: { status: 400, title: 'Invalid request' },
  auction_not_found: { status: 404, title: 'Auction not found' },
  bid_not_found: { status: 404, title: 'Bid not found' },
  seller_not_found: { status: 404, title: 'Seller not found' },
  seller_exists: { status: 409, title: 'Seller exists' },
  api_key_not_found: { status: 404, title: 'API key not found' },
  api_key_revoked: { status: 409, title: 'API key revoked' },
  api_key_limit: { status: 409, title: 'Too many API keys' },
  auction_completed: { status: 409, title: 'Auction completed' },
  auction_settling: { status: 409, title: 'Auction settling', headers: { 'retry-after': '10' } },
  nothing_to_refund: { status: 409, title: 'Nothing to refund' },
  refund_limit: { status: 409, title: 'Too many refunds' },
  nothing_to_ship: { status: 409, title: 'Nothing to ship' },
  reference_exists: { status: 409, title: 'Reference exists' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  field_locked: { status: 409, title: 'Field locked' },
  rules_locked: { status: 409, title: 'Rules locked' },
  idempotency_key_in_use: { status: 409, title: 'Idempotency key in use', headers: retryAtOnce },
  idempotency_key_reused: { status: 422, title: 'Idempotency key reused' },
  webhook_endpoint_not_found: { status: 404, title: 'Webhook endpoint not found' },
  webhook_delivery_not_found: { status: 404, title: 'Webhook delivery not found' },
  webhook_endpoint_limit: { status: 409, title: 'Too many webhook endpoints' },
  webhook_endpoint_disabled: { status: 409, title: 'Webhook endpoint disabled' },
  bidder_secret_missing: { status: 409, title: 'No secret for bidders' },
  banned_bidder_limit: { status: 409, title: 'Too many banned bidders' },
  bidder_has_holds: { status: 409, title: 'Bidder has holds' },
  picture_limit: { status: 409, title: 'Too many pictures' },
  subscription_limit: { status: 429, title: 'Too many subscriptions' },
  test_mode_only: { status: 403, title: 'Test mode only' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  rate_limited: { status: 429, title: 'Too many requests', headers: retryAtOnce },
  payments_unavailable: { status: 409, title: 'Payments unavailable' },
  unavailable: { status: 503, title: 'Service unavailable', headers: retryAtOnce },
  internal_error: { status: 500, title: 'Internal error' },
};
