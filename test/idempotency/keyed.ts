import type { Answer } from '../support/answer.ts';
import type { Seller } from '../support/seller.ts';

/** Sends a request under an idempotency key, as it is written in the header. */
export function keyed(
  seller: Pick<Seller, 'request'>,
  key: string,
  { method, path, body }: { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body?: unknown },
): Promise<Answer> {
  const headers = { 'idempotency-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) };
  return seller.request(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

/** A sound auction that starts tomorrow. */
export function auctionFields(title = 'A walnut desk') {
  const startTimestamp = Math.floor(Date.now() / 1000) + 86_400;
  return { title, biddingPeriod: { startTimestamp, endTimestamp: startTimestamp + 3_600 } };
}
