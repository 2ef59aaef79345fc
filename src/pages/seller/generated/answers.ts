export type AuctionStatus =
  | 'upcoming'
  | 'ongoing'
  | 'completed';

export type AuctionOutcome =
  | 'SOLD'
  | 'UNSOLD'
  | 'CANCELLED';

export type AuctionPhase =
  | 'UPCOMING'
  | 'OPEN'
  | 'SETTLING'
  | 'FINAL';

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type AuctionOrderField =
  | 'CREATED'
  | 'END'
  | 'HIGHEST_BID';

export type LedgerKind =
  | 'AUTHORIZED'
  | 'CAPTURED'
  | 'APPLICATION_FEE'
  | 'RELEASED'
  | 'EXPIRED'
  | 'FAILED'
  | 'REFUNDED'
  | 'REFUND_FAILED'
  | 'DISPUTED'
  | 'DISPUTE_WON';

export type ReversalKind =
  | 'REFUND'
  | 'DISPUTE'
  | 'FRAUD_WARNING';

export type ReversalState =
  | 'PENDING'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'INQUIRY'
  | 'CLOSED'
  | 'OPEN'
  | 'WON'
  | 'LOST'
  | 'REPORTED';

export type RefundState =
  | 'REQUESTED'
  | 'MADE'
  | 'REFUSED';

export type RefundRefusal =
  | 'NOTHING_LEFT'
  | 'PAYMENT_DISPUTED'
  | 'BALANCE_TOO_LOW'
  | 'NOT_PERMITTED'
  | 'NOT_REFUNDABLE';

export type PictureFault =
  | 'NOT_A_PICTURE'
  | 'HEIC'
  | 'TOO_MANY_PIXELS'
  | 'TOO_MANY_SCANS'
  | 'DAMAGED'
  | 'TOO_DEMANDING'
  | 'NOT_UPLOADED';

export type PageLanguage =
  | 'EN'
  | 'DE'
  | 'ES'
  | 'AR';

export type LotsPage =
  | 'HIDDEN'
  | 'SHARED'
  | 'INDEXED';

export type EmailState =
  | 'UNCONFIRMED'
  | 'CONFIRMED'
  | 'ENDED'
  | 'UNREACHABLE';

export type SellerNews =
  | 'DELIVERY_DETAILS'
  | 'FIRST_BID'
  | 'ENDS_TOMORROW'
  | 'ENDPOINT_DISABLED';

export type AskWinnerFor =
  | 'NONE'
  | 'CONTACT'
  | 'DELIVERY';

export type PaymentAccountState =
  | 'ONBOARDING'
  | 'PENDING'
  | 'RESTRICTED'
  | 'ENABLED'
  | 'DISCONNECTED';

export type WebhookEventType =
  | 'auction_created'
  | 'auction_updated'
  | 'auction_started'
  | 'auction_completed'
  | 'auction_cancelled'
  | 'auction_extended'
  | 'bid_placed'
  | 'first_bid_placed'
  | 'bid_outbid'
  | 'bid_won'
  | 'bid_lost'
  | 'hold_at_risk'
  | 'capture_failed'
  | 'payment_refunded'
  | 'payment_disputed'
  | 'delivery_details_given'
  | 'item_shipped'
  | 'endpoint_disabled'
  | 'api_key_issued'
  | 'seller_email_given'
  | 'test';

export type WebhookDeliveryState =
  | 'PENDING'
  | 'DELIVERED'
  | 'FAILED';

export type WebhookDisabledReason =
  | 'SELLER'
  | 'GONE'
  | 'FAILING'
  | 'OPERATOR';

export type Scope =
  | 'AUCTIONS_READ'
  | 'AUCTIONS_WRITE'
  | 'BIDS_READ'
  | 'WEBHOOKS_WRITE'
  | 'PAYMENTS_REFUND'
  | 'PAYMENTS_WRITE'
  | 'KEYS_WRITE'
  | 'ADMIN'
  | 'PUBLIC';

export type ConcernKind =
  | 'DISPUTE'
  | 'NOT_CHARGED'
  | 'NOT_SETTLED'
  | 'NO_DELIVERY_DETAILS';

export type InstantRange = {
  from?: number | null | undefined;
  before?: number | null | undefined;
};

export type CentsRange = {
  atLeast?: number | null | undefined;
  atMost?: number | null | undefined;
};

export type AuctionOrder = {
  field: AuctionOrderField;
  direction: OrderDirection;
};

export type AuctionFilter = {
  ids?: Array<string | number> | null | undefined;
  statuses?: Array<AuctionStatus> | null | undefined;
  phases?: Array<AuctionPhase> | null | undefined;
  outcomes?: Array<AuctionOutcome> | null | undefined;
  created?: InstantRange | null | undefined;
  starts?: InstantRange | null | undefined;
  ends?: InstantRange | null | undefined;
  highestBidInCents?: CentsRange | null | undefined;
  reference?: string | null | undefined;
  titleContains?: string | null | undefined;
};

export type MyAuctionsQuery = { auctions: { totalCount: number, isTotalCountExact: boolean, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, edges: Array<{ node: { auctionId: string, title: string, phase: AuctionPhase, outcome: AuctionOutcome | null, cancelledAt: string | null, minimumBidValueInCents: number, biddingPeriodStartsAt: string, biddingPeriodEndsAt: string, bidCount: number | null, leadingBid: { bidValueInCents: number } | null, winningBid: { bidValueInCents: number } | null, presentation: { pictures: Array<{ pictureId: string, alternativeText: string }> } } }> } | null, clock: { now: string } | null, overview?: { heldInCents: number, soldCount: number, capturedInCents: number, refundedInCents: number, disputedInCents: number, isExact: boolean, concerns: Array<{ kind: ConcernKind, auctionId: string, title: string, since: string }> } | null, running?: { totalCount: number, edges: Array<{ node: { auctionId: string, title: string, biddingPeriodEndsAt: string, leadingBid: { bidValueInCents: number } | null } }> } | null, sellerProfile?: { email: string | null, emailState: EmailState | null } | null, paymentAccount?: { state: PaymentAccountState, isUsed: boolean } | null, webhookEndpoints?: { nodes: Array<{ endpointId: string, url: string, isEnabled: boolean, failingSince: string | null }> } | null };

export type ListItemQuery = { clock: { now: string } | null, auctions: { nodes: Array<{ auctionId: string }> } | null, auction?: { biddingPeriodStartsAt: string, title: string, reference: string | null, minimumBidValueInCents: number, biddingPeriodEndsAt: string, rules: { buyNowPriceInCents: number | null, softClose: { windowSeconds: number, maximumSeconds: number } | null, bidSteps: Array<{ fromInCents: number, stepInCents: number }> }, presentation: { description: string | null, afterWinning: string | null, pictures: Array<{ pictureId: string, alternativeText: string }>, picturesInWork: Array<{ pictureId: string, alternativeText: string, place: number, fault: PictureFault | null }> } } | null };

export type MyAuctionQuery = { auction: { auctionId: string, title: string, reference: string | null, auctionUrl: string, phase: AuctionPhase, outcome: AuctionOutcome | null, minimumBidValueInCents: number, biddingPeriodStartsAt: string, biddingPeriodEndsAt: string, latestEndsAt: string, leadingBid: { bidValueInCents: number } | null, winningBid: { bidId: string, bidderId: string, bidValueInCents: number, placedAt: string, isWinningBid: boolean, winnerReference: string | null, winnerEmail: string | null } | null, bids: { totalCount: number, edges: Array<{ node: { bidId: string, bidderId: string, bidValueInCents: number, placedAt: string, isWinningBid: boolean } }> } | null, payment: { capturedInCents: number, netInCents: number, disputedInCents: number, refundableInCents: number, refunds: Array<{ amountInCents: number, state: RefundState, failureCode: RefundRefusal | null, dashboardUrl: string | null, requestedAt: string }>, reversals: Array<{ kind: ReversalKind, state: ReversalState, amountInCents: number, madeAt: string }> } | null, deliveryDetails: { name: string, address: string | null, telephone: string, givenAt: string } | null, shipment: { carrier: string, trackingNumber: string | null, trackingUrl: string | null, recordedAt: string } | null, ledger: { balance: { heldInCents: number, capturedInCents: number, releasedInCents: number, refundedInCents: number, disputedInCents: number, applicationFeeInCents: number, keptInCents: number }, entries: Array<{ at: string, kind: LedgerKind, amountInCents: number, bidId: string | null }> } | null, presentation: { description: string | null, pictures: Array<{ pictureId: string, alternativeText: string }>, picturesInWork: Array<{ pictureId: string, alternativeText: string, place: number, fault: PictureFault | null }> } } | null, clock: { now: string } | null };

export type ChangeAuctionQuery = { auction: { auctionId: string, phase: AuctionPhase, outcome: AuctionOutcome | null, biddingPeriodStartsAt: string, biddingPeriodEndsAt: string, title: string, reference: string | null, minimumBidValueInCents: number, rules: { buyNowPriceInCents: number | null, softClose: { windowSeconds: number, maximumSeconds: number } | null, bidSteps: Array<{ fromInCents: number, stepInCents: number }> }, presentation: { description: string | null, afterWinning: string | null, pictures: Array<{ pictureId: string, alternativeText: string }>, picturesInWork: Array<{ pictureId: string, alternativeText: string, place: number, fault: PictureFault | null }> } } | null, clock: { now: string } | null };

export type CancelAuctionQuery = { auction: { auctionId: string, title: string, phase: AuctionPhase, outcome: AuctionOutcome | null, bidCount: number | null, ledger: { balance: { heldInCents: number } } | null } | null };

export type PosterQuery = { auction: { title: string, auctionUrl: string } | null };

export type MyBiddersQuery = { bidders: { totalCount: number, isTotalCountExact: boolean, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, edges: Array<{ node: { bidderId: string, bidCount: number, winCount: number, wonInCents: number, firstBidAt: string, lastBidAt: string, email: string | null, isBanned: boolean } }> } | null, bannedBidders?: { pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ bidderId: string, reason: string | null, bannedAt: string }> } | null, exportBidder?: { ban: { reason: string | null, bannedAt: string } | null, attempts: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ auctionId: string, email: string, valueInCents: number, createdAt: string, bidId: string | null, isWinningBid: boolean, deliveryDetails: { name: string, address: string | null, telephone: string } | null }> } } | null };

export type MyProfileQuery = { sellerProfile: { displayName: string | null, accentColor: string | null, contact: string | null, terms: string | null, shipping: string | null, returnAddress: string | null, imprint: string | null, privacy: string | null, shopUrl: string | null, email: string | null, emailState: EmailState | null, confirmedEmail: string | null, news: Array<SellerNews>, timeZone: string | null, language: PageLanguage | null, lotsPage: LotsPage, lotsUrl: string, showsSoldLots: boolean, askWinnerFor: AskWinnerFor, embedOrigins: Array<string>, logo: { pictureId: string } | null } | null, paymentAccount: { accountId: string, state: PaymentAccountState, requirements: Array<string> } | null };

export type MyKeysQuery = { keys: { pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ apiKeyId: string, prefix: string, name: string | null, scopes: Array<Scope>, auctionIds: Array<string>, origins: Array<string>, createdAt: string, expiresAt: string | null, revokedAt: string | null, lastUsedAt: string | null, issuedBy: string | null }> } | null, auctions: { edges: Array<{ node: { auctionId: string, title: string } }> } | null };

export type MyWebhooksQuery = { webhookEndpoints: { nodes: Array<{ endpointId: string, url: string, description: string | null, eventTypes: Array<WebhookEventType>, isEnabled: boolean, failingSince: string | null }> } | null };

export type MyWebhookQuery = { webhookEndpoint: { endpointId: string, url: string, description: string | null, eventTypes: Array<WebhookEventType>, isEnabled: boolean, failingSince: string | null, createdAt: string, disabledAt: string | null, disabledReason: WebhookDisabledReason | null, previousSecretExpiresAt: string | null } | null, webhookDeliveries: { pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ deliveryId: string, state: WebhookDeliveryState, createdAt: string, nextAttemptAt: string | null, event: { eventType: WebhookEventType, auctionId: string | null }, attempts: Array<{ requestedAt: string, durationMs: number, status: number | null, error: string | null }> }> } | null };

export type TestModeQuery = { clock: { now: string } | null, sellerProfile: { inboxUrl: string | null } | null };

export type PreviewQuery = { sellerProfile: { displayName: string | null, contact: string | null, terms: string | null, shipping: string | null, returnAddress: string | null, imprint: string | null, privacy: string | null, logo: { pictureId: string } | null } | null };
