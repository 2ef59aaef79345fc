import type { RefusalCode } from './refusal.ts';

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
  auction_completed: { status: 409, title: 'Auction completed' },
  auction_settling: { status: 409, title: 'Auction settling', headers: { 'retry-after': '10' } },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  field_locked: { status: 409, title: 'Field locked' },
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
  rate_limited: { status: 429, title: 'Too many requests' },
  payments_unavailable: { status: 409, title: 'Payments unavailable' },
  unavailable: { status: 503, title: 'Service unavailable', headers: retryAtOnce },
  internal_error: { status: 500, title: 'Internal error' },
};
