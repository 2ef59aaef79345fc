import { maxBodyBytes, sayBytes } from '../../core/limits.ts';
import { faultCodes, faultDetails, type RefusalCode, refusalCodes, statuses } from '../../core/refusal.ts';

/** The meaning and the remedy of each code, for the error page and docs/errors.md. */
export const errorGuide: Record<RefusalCode, string> = {
  missing_api_key:
    'The request has no "Authorization: Bearer <API_KEY>" header, or one of another form. The scheme is case-insensitive.',
  invalid_api_key:
    'The key is unknown, mistyped, revoked or expired. A key is one word that starts with "auc_live_" or "auc_test_", with "auc_admin_" if it is an operator\'s, with "auc_pub_" if it may be public.',
  insufficient_scope:
    'The key is valid, but was issued without the scope that this operation or field needs. Ask for a key with it.',
  seller_suspended:
    'The key is valid, but the operator of the service has suspended its seller: none of its keys works until that is ended. Its auctions go on and settle as they would.',
  invalid_request:
    'At least one field or parameter is at fault. "detail" names the first, and "errors" lists every fault of the request, each with a pointer, a code and a sentence. Nothing was changed.',
  auction_not_found:
    "You have no auction with this id. Another seller's auction, and an id that is no UUID, look the same.",
  bid_not_found: 'None of your auctions has a bid with this id. An id that is no UUID looks the same.',
  seller_not_found: 'For admins: no seller has this id.',
  seller_exists: 'For admins: a seller of this name and mode exists. Issue a key for that one, or choose another name.',
  api_key_not_found: 'For admins: no key has this id. The id is needed, not the visible prefix.',
  api_key_revoked: 'For admins: a revoked key cannot be rotated. Issue a new key for its seller.',
  auction_completed: 'The auction is final: sold, unsold or cancelled. It can be read, not changed.',
  auction_settling:
    'A capture of funds is under way, and its outcome was not known within 10 seconds. Or somebody has captured a payment of the auction at the payment provider, and the operator decides. Until then the auction cannot be cancelled. Read it again, or cancel it again after the seconds in "Retry-After".',
  nothing_to_refund:
    'The auction has no captured money, or refunds and disputes have taken all of it. Refunds on their way count. "payment.refundableInCents" says what is left.',
  refund_limit:
    'A hundred refunds of this sale were asked for, also counting those that the payment provider has refused. Nothing was refunded. The rest can be refunded at the dashboard of the payment provider.',
  nothing_to_ship:
    'Nobody has paid for this auction: it is open, settling, unsold or cancelled. "outcome" and "phase" of the auction say which. Nothing was recorded.',
  reference_exists:
    'GraphQL: the request has "isReferenceUnique: true", and another of your auctions has the same "reference", whatever its status. Nothing was changed. Find it with "auctions(filter: { reference: … })".',
  precondition_failed:
    'No tag of "If-Match" is the "ETag" that a GET of the auction has now, with its bids or without them. Somebody has changed the auction, or it has begun or ended. Weak tags, and tags of other answers, match nothing. Bids make no difference. GraphQL: "updatedAt" of the auction is later than "ifUnchangedSince". Nothing was changed. Read the auction again, and decide anew.',
  field_locked:
    '"errors" points at fields that may be changed only while the auction is "upcoming". While it is "ongoing", change "title" and "minimumBidValueInCents" only. Nothing was changed.',
  rules_locked:
    'GraphQL: bidders rely on the rules of an auction, so that they may be changed only while it is "upcoming". Afterwards only its price to buy now may be removed. Nothing was changed.',
  idempotency_key_in_use:
    'Another request with the same "Idempotency-Key" has not been answered yet. "Retry-After" says in how many seconds to send it again; you then get its answer.',
  idempotency_key_reused:
    'Something was done under the same "Idempotency-Key" within 24 hours, by a request with another method, path or body. Nothing was changed now. Use a new key for each new request.',
  webhook_endpoint_not_found: "You have no webhook endpoint with this id. Another seller's looks the same.",
  webhook_delivery_not_found:
    'None of your webhook endpoints has a delivery with this id. Deliveries go with their endpoint, and 30 days after they are done.',
  api_key_limit:
    'You have 100 keys that are not revoked. Revoke those that nothing uses any more, `keys { nodes { apiKeyId lastUsedAt } }` shows them.',
  webhook_endpoint_limit:
    'A seller may have 16 webhook endpoints. Delete one that is no longer needed, or let one endpoint take several event types.',
  webhook_endpoint_disabled:
    'Nothing is sent to a disabled endpoint, so that nothing can be tried or replayed. "disabledReason" says why it is; enable it with "updateWebhookEndpoint" first.',
  bidder_secret_missing:
    'Signed links cannot be required before there is a secret to sign them with. Create it with "rotateBidderSecret", send signed links, and then require them.',
  banned_bidder_limit:
    'A seller may have 10,000 banned bidders. Lift bans that are no longer needed with "unbanBidder", or require signed links.',
  bidder_has_holds:
    'A bidder cannot be erased while money of theirs is held, or may be. "detail" names the auctions: wait until they are over, or cancel them, then ask again.',
  picture_limit:
    'A seller may have 2,000 pictures. A picture that no auction shows is deleted a day after it was made: remove pictures from old auctions with "updateAuctionPresentation".',
  subscription_limit:
    'A secret key may have 100 GraphQL subscriptions open on each process of the service. Public keys count by the address of their caller, with the limit of the auction page: 2,000, unless the service is set up otherwise. Close those that nobody reads, or follow several auctions in one stream by "auctionsChanged".',
  test_mode_only:
    'The operation works for test sellers alone, such as advancing the test clock. Use a key that starts with "auc_test_".',
  not_found: "The path is not one of the service's.",
  method_not_allowed: 'The path exists, but not with this method. The "Allow" header lists those it takes.',
  unsupported_media_type: 'A body is JSON: send "Content-Type: application/json".',
  payload_too_large: `A body may have ${sayBytes(maxBodyBytes)}.`,
  rate_limited: 'You ask more often than is allowed. "Retry-After" says in how many seconds to try again.',
  payments_unavailable:
    'No bid could be backed. Either the seller is live, and the service is not connected to a payment provider: the operator has to set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET. Or the seller is paid into an account of its own, and no such account takes charges. Finish the onboarding with createPaymentOnboardingLink, or let the operator connect an account. A test seller is concerned only once it has begun an onboarding.',
  unavailable:
    'Something the service depends on, such as its database, is down, or the service is overloaded. Nothing is lost. "Retry-After" says in how many seconds to try again.',
  internal_error: 'A fault of the service. It is logged under the "requestId" of the answer: report that id.',
};

/** Returns the text of `docs/errors.md`, which is also the page that the `type` of every problem links to. */
export function errorsDocument(): string {
  return `# Error codes

An error of \`/v1\` is a problem document (RFC 9457, \`application/problem+json\`) with \`type\`, \`title\`, \`status\`, \`detail\`,
\`code\`, \`requestId\` and, for faulty fields, \`errors\`. GraphQL errors carry \`code\`, \`errors\` and \`requestId\` in their \`extensions\`.
The errors in the payload of a mutation carry \`code\`, \`fault\`, \`message\` and \`path\`.
A code never changes its meaning. [The guide to errors](guides/errors.md) says when to try again.

## Codes

${refusalCodes.map((code) => section(code, `**${statuses[code].status} ${statuses[code].title}.** ${errorGuide[code]}`)).join('\n')}
## Faults of a field

Each entry of \`errors\` has a \`pointer\`, a \`detail\` for a person, and one of these codes. The pointer is a JSON pointer (RFC 6901)
into the body or the GraphQL arguments, or the name of a query parameter.

${faultCodes.map((code) => section(code, faultDetails[code])).join('\n')}`;
}

function section(code: string, text: string): string {
  // Markdown would take a word in angle brackets for HTML.
  return `### \`${code}\`\n\n${text.replaceAll('<', '\\<')}\n`;
}
