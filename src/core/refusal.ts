import { maxBodyBytes } from './limits.ts';
import { sayBytes } from './say-limit.ts';

/** Each reason for a refusal is a stable code, documented on one page, with one HTTP status (src/core/statuses.ts). */
export const refusalCodes = [
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'seller_suspended',
  'invalid_request',
  'auction_not_found',
  'bid_not_found',
  'seller_not_found',
  'seller_exists',
  'api_key_not_found',
  'api_key_revoked',
  'auction_completed',
  'auction_settling',
  'precondition_failed',
  'field_locked',
  'idempotency_key_in_use',
  'idempotency_key_reused',
  'webhook_endpoint_not_found',
  'webhook_delivery_not_found',
  'webhook_endpoint_limit',
  'webhook_endpoint_disabled',
  'picture_limit',
  'bidder_secret_missing',
  'banned_bidder_limit',
  'bidder_has_holds',
  'subscription_limit',
  'test_mode_only',
  'not_found',
  'method_not_allowed',
  'unsupported_media_type',
  'payload_too_large',
  'rate_limited',
  'payments_unavailable',
  'unavailable',
  'internal_error',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** The faults of one field or parameter. */
export const faultCodes = [
  'required',
  'null_not_allowed',
  'wrong_type',
  'not_an_integer',
  'invalid_value',
  'too_small',
  'too_large',
  'too_short',
  'too_long',
  'blank',
  'control_character',
  'unknown_field',
  'unknown_parameter',
  'repeated_parameter',
  'empty_value',
  'malformed_json',
  'not_an_object',
  'looks_like_milliseconds',
  'start_too_soon',
  'end_not_after_start',
  'duration_too_short',
  'duration_too_long',
  'unsupported_type',
  'field_locked',
] as const;

export type FaultCode = (typeof faultCodes)[number];

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

/** The default text of each refusal. */
export const refusalDetails: Record<RefusalCode, string> = {
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
  auction_completed: 'The auction is completed and can no longer be changed.',
  auction_settling:
    'A payment of the auction is being captured, or was captured at the payment provider: it cannot be cancelled now.',
  precondition_failed:
    'The auction is no longer as it was in the answer whose ETag "If-Match" names; nothing was changed.',
  field_locked: 'While an auction is ongoing, only its title and minimumBidValueInCents may be changed.',
  idempotency_key_in_use:
    'A request with this Idempotency-Key is being processed; try again after the seconds in "Retry-After".',
  idempotency_key_reused: 'This Idempotency-Key belongs to a different request.',
  webhook_endpoint_not_found: 'There is no such webhook endpoint.',
  webhook_delivery_not_found: 'There is no such webhook delivery.',
  webhook_endpoint_limit: 'You have as many webhook endpoints as a seller may have.',
  webhook_endpoint_disabled: 'The webhook endpoint is disabled: nothing is sent to it until it is enabled.',
  bidder_secret_missing: 'There is no secret to check signatures with: create one with rotateBidderSecret first.',
  banned_bidder_limit: 'You have as many banned bidders as a seller may have.',
  bidder_has_holds: 'Money of the bidder is held, or may be.',
  picture_limit: 'You have as many pictures as a seller may have.',
  subscription_limit: 'The API key has as many subscriptions open as a key may have.',
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
