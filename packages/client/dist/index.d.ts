export { type Auction, AuctionClient, type AuctionWithoutBids, type Bid, type TaggedAuction, } from './auction-client.ts';
export { type Problem, type ProblemCode, ProblemError, UnexpectedAnswerError } from './errors.ts';
export { type GraphqlDocument, GraphqlError, type GraphqlFault } from './graphql.ts';
export type { AuctionClientOptions, Change, Page } from './sender.ts';
export { verifyWebhook, type WebhookEvent, type WebhookHeaders, WebhookVerificationError } from './verify-webhook.ts';
