/** The introduction of the OpenAPI document, in Markdown. */
export function introduction(publicUrl: string): string {
  return `Sell an item through a timed auction in which every bid is backed by a card. Create an auction, share its
\`auctionUrl\`, and read the bids that are placed on that page. When the auction ends, the funds of the highest bidder are
captured, and all other holds are released.

**Authentication.** Every request carries \`Authorization: Bearer <API_KEY>\`. A key is for test or for live, and has scopes.

**Strictness.** What is not listed here is refused and named: unknown parameters and fields, a parameter given twice or
without a value, \`null\`, a number in quotes. Every fault of a request is in one answer.

**Amounts** are whole US cents. **Instants** are sent as unix timestamps in whole seconds, and come back in ISO 8601, in UTC
with milliseconds.

**Lists** are newest first, and hold at most 100 items: raise \`offset\` by \`limit\`, or follow the \`Link\` header.

**Polling.** Send the \`ETag\` of the last answer as \`If-None-Match\`: what has not changed is answered 304, without a body. Send it as
\`If-Match\` with a change that is to be refused (412) where the auction has changed since.

**Browsers.** Pages of any origin may call \`/v1\`, and read every answer and its headers; no cookie is involved.

**Errors** are problem documents (RFC 9457) with a stable \`code\`: ${publicUrl}/docs/errors explains each.

**Repeating safely.** POST, PATCH and DELETE take an \`Idempotency-Key\`. Repeat with the same key after a lost answer, 429, 503 or
\`idempotency_key_in_use\`, and wait as long as \`Retry-After\` says. A refused request leaves its key free.

Another path or method is answered as \`NoSuchOperation\`; HEAD is answered as GET is, without a body.`;
}
