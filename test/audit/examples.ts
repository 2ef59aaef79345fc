import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Authorization } from '../../src/payments/authorization.ts';
import { soundAuction } from '../contract/periods.ts';
import { soldAuction } from '../books/sold-auction.ts';
import { insertIntent } from '../support/insert-intent.ts';
import { type AuctionOptions, ongoing, settling, unsold, upcoming } from '../support/insert-auction.ts';
import { insertBid } from '../support/insert-bid.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import type { Seller } from '../support/seller.ts';
import type { Service } from '../support/service.ts';

/** An entry of the audit log. */
export interface Entry {
  action: string;
  subjectType: string;
  subjectId: string;
  sellerId: string;
  apiKeyId: string;
  requestId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** A mutation that changes something, and the entry it has to leave. */
export interface Example {
  readonly by: Seller;
  readonly document: string;
  readonly variables?: object;
  readonly leaves: Partial<Entry>;
}

/** One of each mutation, by its name; a test fails for a mutation that is missing here. */
export function examplesOf(
  service: Service,
  { admin, seller }: { admin: Seller; seller: Seller },
): Record<string, () => Promise<Example>> {
  const endpoint = async () => (await insertEndpoint(service.db, seller)).endpointId;
  const newKey = () => service.seller({ name: seller.name });
  const auction = (options: object = upcoming) => service.auction(seller, options);

  const meant = 'reason: "A fraud", confirm: true';
  const lever = async (
    action: string,
    state: 'intended' | 'capturing' | 'captured_outside',
    options: AuctionOptions = ongoing,
  ): Promise<Example> => {
    const { auctionId } = await auction(options);
    const money = {
      auctionId,
      sellerId: seller.sellerId,
      bidderId: 'ann',
      email: 'ann@example.com',
      valueInCents: 100,
    };
    const authorization = await insertIntent(service.db, {
      ...money,
      provider: 'simulated',
      submissionToken: randomUUID(),
      browserId: null,
    });
    const { authorizationId } = authorization;
    if (state !== 'intended') await back(service, authorization, 'capturing');
    if (state === 'captured_outside') {
      await service.db.query(
        `update authorizations set state = 'captured_outside', captured_in_cents = value_in_cents, captured_at = clock_timestamp(),
           next_attempt_at = null where authorization_id = $1`,
        [authorizationId],
      );
    }
    return {
      by: admin,
      document: `mutation { ${action}(authorizationId: "${authorizationId}", ${meant}) { state } }`,
      leaves: {
        subjectType: 'auction',
        subjectId: auctionId,
        sellerId: seller.sellerId,
        before: { authorizationId, state },
        after: { authorizationId, reason: 'A fraud' },
      },
    };
  };

  return {
    createAuction: async () => ({
      by: seller,
      document: `mutation ($biddingPeriod: BiddingPeriodInput!, $title: String!) {
      createAuction(biddingPeriod: $biddingPeriod, title: $title) { auction { auctionId } }
    }`,
      variables: soundAuction,
      leaves: {
        subjectType: 'auction',
        before: null,
        after: expect.objectContaining({ title: soundAuction.title, minimumBidValueInCents: 0 }),
      },
    }),
    updateAuction: async () => {
      const { auctionId } = await auction({ title: 'A walnut desk' });
      return {
        by: seller,
        document: `mutation { updateAuction(auctionId: "${auctionId}", title: "A restored desk") { auction { title } } }`,
        leaves: {
          subjectType: 'auction',
          subjectId: auctionId,
          before: { title: 'A walnut desk' },
          after: { title: 'A restored desk' },
        },
      };
    },
    cancelAuction: async () => {
      const { auctionId } = await auction(ongoing);
      return {
        by: seller,
        document: `mutation { cancelAuction(auctionId: "${auctionId}") { success } }`,
        leaves: {
          subjectType: 'auction',
          subjectId: auctionId,
          before: { status: 'ongoing' },
          after: { status: 'completed', outcome: 'CANCELLED' },
        },
      };
    },
    updateAuctionPresentation: async () => {
      const { auctionId } = await auction(ongoing);
      return {
        by: seller,
        document: `mutation {
          updateAuctionPresentation(auctionId: "${auctionId}", description: "A desk of walnut") { auctionPresentation { description } }
        }`,
        leaves: {
          subjectType: 'auction',
          subjectId: auctionId,
          before: { description: null },
          after: { description: 'A desk of walnut' },
        },
      };
    },
    createPictureUpload: async () => ({
      by: seller,
      document: 'mutation { createPictureUpload { pictureId } }',
      leaves: { subjectType: 'picture', before: null, after: { expiresAt: expect.stringContaining('T') } },
    }),
    updateSellerProfile: async () => {
      const by = await service.seller();
      return {
        by,
        document: 'mutation { updateSellerProfile(accentColor: "#0B5D50") { sellerProfile { accentColor } } }',
        leaves: {
          subjectType: 'seller',
          subjectId: by.sellerId,
          before: { accentColor: null },
          after: { accentColor: '#0b5d50' },
        },
      };
    },
    rotateBidderSecret: async () => {
      const by = await service.seller();
      return {
        by,
        document: 'mutation { rotateBidderSecret { secret } }',
        leaves: {
          subjectType: 'seller',
          subjectId: by.sellerId,
          before: { hasSecret: false, previousSecretExpiresAt: null },
          after: { hasSecret: true, previousSecretExpiresAt: null },
        },
      };
    },
    requireSignedBidders: async () => {
      const by = await service.seller();
      await by.graphql('mutation { rotateBidderSecret { secret } }');
      return {
        by,
        document: 'mutation { requireSignedBidders(isRequired: true) { bidderSigning { isRequired } } }',
        leaves: {
          subjectType: 'seller',
          subjectId: by.sellerId,
          before: { isRequired: false },
          after: { isRequired: true },
        },
      };
    },
    banBidder: async () => ({
      by: seller,
      document: 'mutation { banBidder(bidderId: "eve", reason: "Never pays") { bannedBidder { bidderId } } }',
      leaves: {
        subjectType: 'bidder',
        subjectId: digestOf(seller, 'eve'),
        before: null,
        after: { bidderId: 'eve', reason: 'Never pays' },
      },
    }),
    unbanBidder: async () => {
      await seller.graphql(
        'mutation { banBidder(bidderId: "bob", reason: "Never pays") { bannedBidder { bidderId } } }',
      );
      return {
        by: seller,
        document: 'mutation { unbanBidder(bidderId: "bob") { success } }',
        leaves: {
          subjectType: 'bidder',
          subjectId: digestOf(seller, 'bob'),
          before: { bidderId: 'bob', reason: 'Never pays' },
          after: null,
        },
      };
    },
    eraseBidder: async () => {
      await service.bid(await auction(ongoing), { bidderId: 'carol' });
      return {
        by: seller,
        document: 'mutation { eraseBidder(bidderId: "carol") { bids } }',
        leaves: {
          subjectType: 'bidder',
          subjectId: expect.stringMatching(/^erased-/) as string,
          before: null,
          after: { bids: 1, holds: 0 },
        },
      };
    },
    adminEraseBidder: async () => {
      await service.bid(await auction(ongoing), { bidderId: 'dave' });
      return {
        by: admin,
        document: `mutation { adminEraseBidder(sellerId: "${seller.sellerId}", bidderId: "dave") { bids } }`,
        leaves: {
          subjectType: 'bidder',
          subjectId: expect.stringMatching(/^erased-/) as string,
          sellerId: seller.sellerId,
          before: null,
          after: { bids: 1, holds: 0 },
        },
      };
    },
    resetTestSeller: async () => {
      const by = await service.seller();
      return {
        by,
        document: 'mutation { resetTestSeller { deletedAuctions } }',
        leaves: { subjectType: 'seller', subjectId: by.sellerId, before: null, after: null },
      };
    },
    advanceTestClock: async () => {
      const by = await service.seller();
      return {
        by,
        document: 'mutation { advanceTestClock(bySeconds: 60) { now } }',
        leaves: {
          subjectType: 'seller',
          subjectId: by.sellerId,
          before: { now: expect.stringContaining('T') },
          after: { now: expect.stringContaining('T') },
        },
      };
    },
    simulatePaymentChange: async () => {
      const { seller: by, auction } = await soldAuction(service);
      const { auctionId } = auction;
      return {
        by,
        document: `mutation { simulatePaymentChange(auctionId: "${auctionId}", change: refund, amountInCents: 100) { payment { netInCents } } }`,
        leaves: {
          subjectType: 'auction',
          subjectId: auctionId,
          before: null,
          after: { change: 'refund', amountInCents: 100 },
        },
      };
    },
    createSeller: async () => ({
      by: admin,
      document: 'mutation { createSeller(name: "A new seller", mode: live) { seller { sellerId } } }',
      leaves: {
        subjectType: 'seller',
        sellerId: expect.stringMatching(/-/) as string,
        before: null,
        after: { name: 'A new seller', mode: 'live' },
      },
    }),
    issueApiKey: async () => ({
      by: admin,
      document: `mutation { issueApiKey(sellerId: "${seller.sellerId}", scopes: [BIDS_READ]) { key } }`,
      leaves: {
        subjectType: 'api_key',
        sellerId: seller.sellerId,
        before: null,
        after: { prefix: expect.stringMatching(/^auc_test_\w{6}$/), scopes: ['bids:read'], expiresAt: null },
      },
    }),
    rotateApiKey: async () => {
      const { apiKeyId } = await newKey();
      return {
        by: admin,
        document: `mutation { rotateApiKey(apiKeyId: "${apiKeyId}") { key } }`,
        leaves: {
          subjectType: 'api_key',
          sellerId: seller.sellerId,
          before: null,
          after: expect.objectContaining({ inPlaceOf: apiKeyId }),
        },
      };
    },
    revokeApiKey: async () => {
      const { apiKeyId } = await newKey();
      return {
        by: admin,
        document: `mutation { revokeApiKey(apiKeyId: "${apiKeyId}") { apiKey { revokedAt } } }`,
        leaves: {
          subjectType: 'api_key',
          subjectId: apiKeyId,
          sellerId: seller.sellerId,
          before: { revokedAt: null },
          after: { revokedAt: expect.stringContaining('T') },
        },
      };
    },
    endAuction: async () => {
      const { auctionId } = await auction();
      return {
        by: admin,
        document: `mutation { endAuction(auctionId: "${auctionId}", ${meant}) { auctionId } }`,
        leaves: {
          subjectType: 'auction',
          subjectId: auctionId,
          sellerId: seller.sellerId,
          before: { status: 'upcoming' },
          after: { status: 'completed', outcome: 'CANCELLED', reason: 'A fraud' },
        },
      };
    },
    voidBid: async () => {
      const { auctionId } = await auction(ongoing);
      const money = {
        auctionId,
        sellerId: seller.sellerId,
        bidderId: 'ann',
        email: 'ann@example.com',
        valueInCents: 100,
      };
      const intent = { ...money, provider: 'simulated', submissionToken: randomUUID(), browserId: null } as const;
      const authorization = await insertIntent(service.db, intent);
      const { authorizationId } = authorization;
      const bidId = await back(service, authorization, 'authorized');
      return {
        by: admin,
        document: `mutation { voidBid(bidId: "${bidId}", ${meant}) { state } }`,
        leaves: {
          subjectType: 'auction',
          subjectId: auctionId,
          sellerId: seller.sellerId,
          before: { bidId, authorizationId, state: 'authorized' },
          after: { bidId, authorizationId, reason: 'A fraud' },
        },
      };
    },
    readPayment: () => lever('readPayment', 'intended'),
    releaseHold: () => lever('releaseHold', 'intended'),
    refuseCapture: () => lever('refuseCapture', 'capturing'),
    acceptCapture: () => lever('acceptCapture', 'captured_outside', settling),
    closeCapture: () => lever('closeCapture', 'captured_outside', unsold),
    clearSettlementHold: async () => {
      const { rows } = await service.db.query<{ holdId: string }>(
        `insert into settlement_holds (reason) values ('moved') returning hold_id as "holdId"`,
      );
      const { holdId } = rows[0]!;
      return {
        by: admin,
        document: `mutation { clearSettlementHold(holdId: "${holdId}", ${meant}) { holdId } }`,
        leaves: {
          subjectType: 'settlement_hold',
          subjectId: holdId,
          before: { reason: 'moved', auctionId: null, providerReference: null },
          after: { reason: 'A fraud' },
        },
      };
    },

    createPaymentOnboardingLink: async () => {
      const by = await service.seller();
      return {
        by,
        document: 'mutation { createPaymentOnboardingLink { url } }',
        leaves: {
          subjectType: 'seller',
          subjectId: by.sellerId,
          before: null,
          after: { accountId: expect.stringMatching(/^simacct_/), chargesEnabled: false },
        },
      };
    },
    connectPaymentAccount: async () => {
      const { sellerId } = await service.seller();
      const accountId = await onboardedAccount(service);
      return {
        by: admin,
        document: `mutation { connectPaymentAccount(sellerId: "${sellerId}", accountId: "${accountId}") { seller { name } } }`,
        leaves: {
          subjectType: 'seller',
          subjectId: sellerId,
          sellerId,
          before: null,
          after: { accountId, chargesEnabled: true },
        },
      };
    },
    readPaymentAccount: async () => {
      const { sellerId } = await service.seller();
      return {
        by: admin,
        document: `mutation { readPaymentAccount(sellerId: "${sellerId}") { seller { name } } }`,
        leaves: { subjectType: 'seller', subjectId: sellerId, sellerId, before: null, after: null },
      };
    },
    suspendSeller: async () => {
      const { sellerId } = await service.seller();
      return {
        by: admin,
        document: `mutation { suspendSeller(sellerId: "${sellerId}", stopCaptures: true, reason: "A court order", confirm: true) { seller { suspendedAt } } }`,
        leaves: {
          subjectType: 'seller',
          subjectId: sellerId,
          sellerId,
          before: { suspendedAt: null, capturesStoppedAt: null },
          after: {
            suspendedAt: expect.stringContaining('T'),
            capturesStoppedAt: expect.stringContaining('T'),
            reason: 'A court order',
          },
        },
      };
    },
    resumeSeller: async () => {
      const { sellerId } = await service.seller();
      await service.db.query('update sellers set suspended_at = clock_timestamp() where seller_id = $1', [sellerId]);
      return {
        by: admin,
        document: `mutation { resumeSeller(sellerId: "${sellerId}") { seller { suspendedAt } } }`,
        leaves: {
          subjectType: 'seller',
          subjectId: sellerId,
          sellerId,
          before: { suspendedAt: expect.stringContaining('T'), capturesStoppedAt: null },
          after: { suspendedAt: null, capturesStoppedAt: null },
        },
      };
    },

    createWebhookEndpoint: async () => ({
      by: seller,
      document: `mutation { createWebhookEndpoint(url: "https://example.com/a", eventTypes: [bid_placed]) { secret } }`,
      leaves: {
        subjectType: 'webhook_endpoint',
        before: null,
        after: expect.objectContaining({ url: 'https://example.com/a' }),
      },
    }),
    updateWebhookEndpoint: async () => {
      const subjectId = await endpoint();
      return {
        by: seller,
        document: `mutation { updateWebhookEndpoint(endpointId: "${subjectId}", description: "Ours") { webhookEndpoint { url } } }`,
        leaves: {
          subjectType: 'webhook_endpoint',
          subjectId,
          before: { description: null },
          after: { description: 'Ours' },
        },
      };
    },
    deleteWebhookEndpoint: async () => {
      const subjectId = await endpoint();
      return {
        by: seller,
        document: `mutation { deleteWebhookEndpoint(endpointId: "${subjectId}") { success } }`,
        leaves: { subjectType: 'webhook_endpoint', subjectId, after: null },
      };
    },
    rotateWebhookSecret: async () => {
      const subjectId = await endpoint();
      return {
        by: seller,
        document: `mutation { rotateWebhookSecret(endpointId: "${subjectId}") { secret } }`,
        leaves: { subjectType: 'webhook_endpoint', subjectId, before: { previousSecretExpiresAt: null } },
      };
    },
    sendTestWebhook: async () => {
      const endpointId = await endpoint();
      return {
        by: seller,
        document: `mutation { sendTestWebhook(endpointId: "${endpointId}") { webhookDelivery { deliveryId } } }`,
        leaves: { subjectType: 'webhook_delivery', before: null, after: expect.objectContaining({ endpointId }) },
      };
    },
    replayWebhookDelivery: async () => {
      const { rows } = await service.db.query<{ deliveryId: string }>(
        `with event as (
         insert into webhook_events (seller_id, event_type, snapshot) values ($1, 'test', '{}') returning event_id
       )
       insert into webhook_deliveries (event_id, endpoint_id, state, closed_at, next_attempt_at)
       select event_id, $2, 'failed', clock_timestamp(), null from event returning delivery_id as "deliveryId"`,
        [seller.sellerId, await endpoint()],
      );
      const subjectId = rows[0]!.deliveryId;
      return {
        by: seller,
        document: `mutation { replayWebhookDelivery(deliveryId: "${subjectId}") { webhookDelivery { state } } }`,
        leaves: {
          subjectType: 'webhook_delivery',
          subjectId,
          before: { state: 'failed' },
          after: { state: 'pending' },
        },
      };
    },
    replayFailedWebhookDeliveries: async () => {
      const subjectId = await endpoint();
      return {
        by: seller,
        document: `mutation { replayFailedWebhookDeliveries(endpointId: "${subjectId}", sinceTimestamp: 0) { replayed } }`,
        leaves: { subjectType: 'webhook_endpoint', subjectId, before: null, after: { sinceTimestamp: 0, replayed: 0 } },
      };
    },
  };
}

/** Stands for a bidder in the log. */
function digestOf({ sellerId }: Seller, bidderId: string): string {
  return createHash('sha256').update(`${sellerId} ${bidderId}`).digest('hex');
}

/** The capture of a bid whose payment the simulated provider does not know: its outcome stays unknown. */
async function back({ db }: Service, authorization: Authorization, state: 'authorized' | 'capturing'): Promise<string> {
  const { bidId } = await insertBid(db, authorization, { bidValueInCents: authorization.valueInCents });
  await db.pool.query(
    `update authorizations set state = $3, bid_id = $2, provider_reference = 'pay_unknown' || $1,
       authorized_at = clock_timestamp(), capture_before = clock_timestamp() + interval '7 days'
     where authorization_id = $1::uuid`,
    [authorization.authorizationId, bidId, state],
  );
  return bidId;
}

/** An account at the simulated provider that takes charges. */
async function onboardedAccount({ db }: Service): Promise<string> {
  const account = `simacct_${randomUUID()}`;
  await db.query('insert into simulated_accounts (account, idempotency_key, is_onboarded) values ($1, $1, true)', [
    account,
  ]);
  return account;
}
