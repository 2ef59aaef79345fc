import type { RefusalCode } from '../core/refusal.ts';

/** The one place where a refusal becomes an HTTP status and a title (RFC 9457). Does not compile with a code missing. */
export const statuses: Record<RefusalCode, { status: number; title: string }> = {
  missing_api_key: { status: 401, title: 'API key missing' },
  invalid_api_key: { status: 401, title: 'API key invalid' },
  insufficient_scope: { status: 403, title: 'Scope missing' },
  invalid_request: { status: 400, title: 'Invalid request' },
  auction_not_found: { status: 404, title: 'Auction not found' },
  bid_not_found: { status: 404, title: 'Bid not found' },
  auction_completed: { status: 409, title: 'Auction completed' },
  auction_settling: { status: 409, title: 'Auction settling' },
  field_locked: { status: 409, title: 'Field locked' },
  idempotency_key_in_use: { status: 409, title: 'Idempotency key in use' },
  idempotency_key_reused: { status: 422, title: 'Idempotency key reused' },
  test_mode_only: { status: 403, title: 'Test mode only' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  rate_limited: { status: 429, title: 'Too many requests' },
  payments_unavailable: { status: 503, title: 'Payments unavailable' },
  unavailable: { status: 503, title: 'Service unavailable' },
  internal_error: { status: 500, title: 'Internal error' },
};
