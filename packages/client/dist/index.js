export { AuctionClient, } from './auction-client.js';
export { ProblemError, UnexpectedAnswerError } from './errors.js';
export { GraphqlError } from './graphql.js';
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.js';
