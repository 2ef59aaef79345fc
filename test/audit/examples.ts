import { hash, createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Authorization } from '../../src/payments/holds/authorization.ts';
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
  type Facts = Entry['before'];
  const erased = expect.stringMatching(/^erased-/) as string;
  const anInstant = expect.stringContaining('T') as string;
  const meant = 'reason: "A fraud", confirm: true';

  const ofKeys = () => service.seller({ name: seller.name, scopes: ['bids:read', 'keys:write'] });

  const ofAuction = (auctionId: string, before: Facts, after: Facts): Example['leaves'] => ({
    subjectType: 'auction',
    subjectId: auctionId,
    sellerId: seller.sellerId,
    before,
    after,
  });
  const ofSeller = (sellerId: string, before: Facts, after: Facts): Example['leaves'] => ({
    subjectType: 'seller',
    subjectId: sellerId,
    sellerId,
    before,
    after,
  });

  type More = Pick<Example['leaves'], 'subjectId' | 'sellerId'>;
  const of = (subjectType: string, before: Facts, after: Facts, more: More = {}): Example['leaves'] => ({
    subjectType,
    before,
    after,
    ...more,
  });
  const ofKey = (before: Facts, after: Facts, subjectId?: string): Example['leaves'] =>
    of('api_key', before, after, { sellerId: seller.sellerId, ...(subjectId !== undefined && { subjectId }) });
  const aNewKey = {
    prefix: expect.stringMatching(/^auc_test_\w{6}$/) as string,
    scopes: ['bids:read'],
    expiresAt: null,
  };
  const containing = (facts: object) => expect.objectContaining(facts) as Record<string, unknown>;
  /** Somebody changes a key of the seller. */
  const onKey =
    (
      by: () => Promise<Seller>,
      documentFor: (apiKeyId: string) => string,
      facts: (apiKeyId: string) => Example['leaves'],
    ) =>
    async (): Promise<Example> => {
      const { apiKeyId } = await service.seller({ name: seller.name, scopes: ['bids:read'] });
      return { by: await by(), document: documentFor(apiKeyId), leaves: facts(apiKeyId) };
    };
  const replaced = (inPlaceOf: string) => ofKey(null, containing({ inPlaceOf }));
  const revoked = (apiKeyId: string) => ofKey({ revokedAt: null }, { revokedAt: anInstant }, apiKeyId);
  const byAdmin = async () => admin;
  const running = { suspendedAt: null, capturesStoppedAt: null };

  /** A seller of its own changes itself. */
  const bySeller = (document: string, before: Facts, after: Facts) => async (): Promise<Example> => {
    const by = await service.seller();
    return { by, document, leaves: ofSeller(by.sellerId, before, after) };
  };
  /** An admin changes a seller. */
  const onSeller =
    (documentFor: (sellerId: string) => string, before: Facts, after: Facts) => async (): Promise<Example> => {
      const { sellerId } = await service.seller();
      return { by: admin, document: documentFor(sellerId), leaves: ofSeller(sellerId, before, after) };
    };
  const onAuction =
    (by: Seller, options: AuctionOptions, documentFor: (auctionId: string) => string, before: Facts, after: Facts) =>
    async (): Promise<Example> => {
      const { auctionId } = await service.auction(seller, options);
      return { by, document: documentFor(auctionId), leaves: ofAuction(auctionId, before, after) };
    };
  const onEndpoint =
    (documentFor: (endpointId: string) => string, leaves: Example['leaves'], by = seller) =>
    async (): Promise<Example> => {
      const { endpointId } = await insertEndpoint(service.db, seller);
      const subject = { subjectType: 'webhook_endpoint', subjectId: endpointId, sellerId: seller.sellerId };
      return { by, document: documentFor(endpointId), leaves: { ...subject, ...leaves } };
    };
  const onBidder =
    (by: Seller, bidderId: string, documentFor: (bidderId: string) => string) => async (): Promise<Example> => {
      await service.bid(await service.auction(seller, ongoing), { bidderId });
      const after = { bids: 1, holds: 0 };
      const leaves = { subjectType: 'bidder', subjectId: erased, sellerId: seller.sellerId, before: null, after };
      return { by, document: documentFor(bidderId), leaves };
    };

  async function intend(auctionId: string): Promise<Authorization> {
    return await insertIntent(service.db, {
      auctionId,
      sellerId: seller.sellerId,
      bidderId: 'ann',
      email: 'ann@example.com',
      valueInCents: 100,
      provider: 'simulated',
      submissionToken: randomUUID(),
      browserId: null,
    });
  }
  /** An operator acts on a payment in this state. */
  const onPayment =
    (action: string, state: 'intended' | 'capturing' | 'captured_outside', options: AuctionOptions = ongoing) =>
    async (): Promise<Example> => {
      const { auctionId } = await service.auction(seller, options);
      const authorization = await intend(auctionId);
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
        document: `mutation { ${action}(input: { authorizationId: "${authorizationId}", ${meant} }) { operatorAction { state } errors { code fault message path } } }`,
        leaves: ofAuction(auctionId, { authorizationId, state }, { authorizationId, reason: 'A fraud' }),
      };
    };

  return {
    createAuction: async () => ({
      by: seller,
      document: `mutation ($biddingPeriod: BiddingPeriodInput!, $title: String!) {
        createAuction(input: { biddingPeriod: $biddingPeriod, title: $title }) { auction { auctionId } errors { code fault message path } }
      }`,
      variables: soundAuction,
      leaves: of('auction', null, containing({ title: soundAuction.title, minimumBidValueInCents: 0 })),
    }),
    updateAuction: onAuction(
      seller,
      { title: 'A walnut desk' },
      (id) =>
        `mutation { updateAuction(input: { auctionId: "${id}", title: "A restored desk" }) { auction { title } errors { code fault message path } } }`,
      { title: 'A walnut desk' },
      { title: 'A restored desk' },
    ),
    updateAuctionRules: onAuction(
      seller,
      upcoming,
      (id) =>
        `mutation { updateAuctionRules(input: { auctionId: "${id}", rules: { softClose: { windowSeconds: 60 } } }) { auction { rules { softClose { windowSeconds } } } errors { code fault message path } } }`,
      { rules: { softClose: null, bidSteps: null, buyNowPriceInCents: null } },
      { rules: { softClose: { windowSeconds: 60, maximumSeconds: 3_600 }, bidSteps: null, buyNowPriceInCents: null } },
    ),
    cancelAuction: onAuction(
      seller,
      ongoing,
      (id) =>
        `mutation { cancelAuction(input: { auctionId: "${id}" }) { success errors { code fault message path } } }`,
      { status: 'ongoing' },
      { status: 'completed', outcome: 'CANCELLED' },
    ),
    updateAuctionPresentation: onAuction(
      seller,
      ongoing,
      (id) => `mutation {
        updateAuctionPresentation(input: { auctionId: "${id}", description: "A desk of walnut" }) { auction { presentation { description } } errors { code fault message path } }
      }`,
      { description: null },
      { description: 'A desk of walnut' },
    ),
    endAuction: onAuction(
      admin,
      upcoming,
      (id) =>
        `mutation { endAuction(input: { auctionId: "${id}", ${meant} }) { operatorAction { auctionId } errors { code fault message path } } }`,
      { status: 'upcoming' },
      { status: 'completed', outcome: 'CANCELLED', reason: 'A fraud' },
    ),
    createPictureUpload: async () => ({
      by: seller,
      document: 'mutation { createPictureUpload { pictureUpload { pictureId } errors { code fault message path } } }',
      leaves: of('picture', null, { expiresAt: anInstant }),
    }),
    updateSellerProfile: bySeller(
      'mutation { updateSellerProfile(input: { accentColor: "#0B5D50" }) { sellerProfile { accentColor } errors { code fault message path } } }',
      { accentColor: null },
      { accentColor: '#0b5d50' },
    ),
    sendEmailConfirmation: async () => {
      const by = await service.seller();
      const email = 'desk@example.com';
      await by.mutate('updateSellerProfile', { email });
      return {
        by,
        document: 'mutation { sendEmailConfirmation { sellerProfile { email } errors { code fault message path } } }',
        leaves: of('seller', null, { email }, { subjectId: by.sellerId }),
      };
    },
    rotateBidderSecret: bySeller(
      'mutation { rotateBidderSecret(input: {}) { secret errors { code fault message path } } }',
      { hasSecret: false, previousSecretExpiresAt: null },
      { hasSecret: true, previousSecretExpiresAt: null },
    ),
    requireSignedBidders: async () => {
      const by = await service.seller();
      await by.mutate('rotateBidderSecret');
      return {
        by,
        document:
          'mutation { requireSignedBidders(input: { isRequired: true }) { bidderSigning { isRequired } errors { code fault message path } } }',
        leaves: ofSeller(by.sellerId, { isRequired: false }, { isRequired: true }),
      };
    },
    banBidder: async () => ({
      by: seller,
      document:
        'mutation { banBidder(input: { bidderId: "eve", reason: "Never pays" }) { bannedBidder { bidderId } errors { code fault message path } } }',
      leaves: of('bidder', null, { bidderId: 'eve', reason: 'Never pays' }, { subjectId: digestOf(seller, 'eve') }),
    }),
    unbanBidder: async () => {
      await seller.mutate('banBidder', { bidderId: 'bob', reason: 'Never pays' });
      return {
        by: seller,
        document:
          'mutation { unbanBidder(input: { bidderId: "bob" }) { deletedBannedBidderId errors { code fault message path } } }',
        leaves: of('bidder', { bidderId: 'bob', reason: 'Never pays' }, null, { subjectId: digestOf(seller, 'bob') }),
      };
    },
    eraseBidder: onBidder(
      seller,
      'carol',
      (id) =>
        `mutation { eraseBidder(input: { bidderId: "${id}" }) { erasure { bids } errors { code fault message path } } }`,
    ),
    adminEraseBidder: onBidder(
      admin,
      'dave',
      (id) =>
        `mutation { adminEraseBidder(input: { sellerId: "${seller.sellerId}", bidderId: "${id}" }) { erasure { bids } errors { code fault message path } } }`,
    ),
    resetTestSeller: bySeller(
      'mutation { resetTestSeller { deletedAuctions errors { code fault message path } } }',
      null,
      null,
    ),
    advanceTestClock: bySeller(
      'mutation { advanceTestClock(input: { bySeconds: 60 }) { clock { now } errors { code fault message path } } }',
      { now: anInstant },
      { now: anInstant },
    ),
    simulatePaymentChange: async () => {
      const { seller: by, auction } = await soldAuction(service);
      const { auctionId } = auction;
      return {
        by,
        document: `mutation { simulatePaymentChange(input: { auctionId: "${auctionId}", change: REFUND, amountInCents: 100 }) { auction { payment { netInCents } } errors { code fault message path } } }`,
        leaves: of('auction', null, { change: 'refund', amountInCents: 100 }, { subjectId: auctionId }),
      };
    },
    refundPayment: async () => {
      const { seller: by, auction } = await soldAuction(service);
      const { auctionId } = auction;
      const asked = { amountInCents: 100, reason: 'duplicate' };
      return {
        by,
        document: `mutation { refundPayment(input: { auctionId: "${auctionId}", amountInCents: 100, reason: DUPLICATE }) { refund { state } errors { code fault message path } } }`,
        leaves: of('auction', { refundableInCents: 5_000 }, containing(asked), { subjectId: auctionId }),
      };
    },
    recordShipment: async () => {
      const { seller: by, auction } = await soldAuction(service);
      const { auctionId } = auction;
      return {
        by,
        document: `mutation { recordShipment(input: { auctionId: "${auctionId}", carrier: "UPS", trackingNumber: "1Z" }) { shipment { carrier } errors { code fault message path } } }`,
        leaves: of('auction', null, { carrier: 'UPS' }, { subjectId: auctionId }),
      };
    },
    createSeller: async () => ({
      by: admin,
      document:
        'mutation { createSeller(input: { name: "A new seller", mode: LIVE }) { seller { sellerId } errors { code fault message path } } }',
      leaves: of(
        'seller',
        null,
        { name: 'A new seller', mode: 'live' },
        { sellerId: expect.stringMatching(/-/) as string },
      ),
    }),
    issueApiKey: async () => ({
      by: admin,
      document: `mutation { issueApiKey(input: { sellerId: "${seller.sellerId}", scopes: [BIDS_READ] }) { key errors { code fault message path } } }`,
      leaves: ofKey(null, aNewKey),
    }),
    rotateApiKey: onKey(
      byAdmin,
      (id) => `mutation { rotateApiKey(input: { apiKeyId: "${id}" }) { key errors { code fault message path } } }`,
      replaced,
    ),
    revokeApiKey: onKey(
      byAdmin,
      (id) =>
        `mutation { revokeApiKey(input: { apiKeyId: "${id}" }) { apiKey { revokedAt } errors { code fault message path } } }`,
      revoked,
    ),
    createKey: async () => ({
      by: await ofKeys(),
      document: 'mutation { createKey(input: { scopes: [BIDS_READ] }) { key errors { code fault message path } } }',
      leaves: ofKey(null, aNewKey),
    }),
    replaceKey: onKey(
      ofKeys,
      (id) => `mutation { replaceKey(input: { apiKeyId: "${id}" }) { key errors { code fault message path } } }`,
      replaced,
    ),
    updateKey: onKey(
      ofKeys,
      (id) =>
        `mutation { updateKey(input: { apiKeyId: "${id}", name: "Shop" }) { apiKey { name } errors { code fault message path } } }`,
      (id) => ofKey({ name: null }, { name: 'Shop' }, id),
    ),
    revokeKey: onKey(
      ofKeys,
      (id) =>
        `mutation { revokeKey(input: { apiKeyId: "${id}" }) { apiKey { revokedAt } errors { code fault message path } } }`,
      revoked,
    ),
    voidBid: async () => {
      const { auctionId } = await service.auction(seller, ongoing);
      const authorization = await intend(auctionId);
      const { authorizationId } = authorization;
      const bidId = await back(service, authorization, 'authorized');
      return {
        by: admin,
        document: `mutation { voidBid(input: { bidId: "${bidId}", ${meant} }) { operatorAction { state } errors { code fault message path } } }`,
        leaves: ofAuction(
          auctionId,
          { bidId, authorizationId, state: 'authorized' },
          { bidId, authorizationId, reason: 'A fraud' },
        ),
      };
    },
    readPayment: onPayment('readPayment', 'intended'),
    releaseHold: onPayment('releaseHold', 'intended'),
    refuseCapture: onPayment('refuseCapture', 'capturing'),
    acceptCapture: onPayment('acceptCapture', 'captured_outside', settling),
    closeCapture: onPayment('closeCapture', 'captured_outside', unsold),
    reviveMailAddress: async () => {
      const { sellerId } = await service.seller();
      const address = 'back@example.com';
      await service.db.query(
        'insert into mail_addresses (seller_id, address, bounced_at) values ($1, $2, clock_timestamp())',
        [sellerId, address],
      );
      const after = { addressHash: hash('sha256', address, 'hex'), reason: 'She asks for it' };
      return {
        by: admin,
        document: `mutation { reviveMailAddress(input: { address: "${address}", reason: "She asks for it" }) { revivedMailAddress { sellers } errors { code fault message path } } }`,
        leaves: ofSeller(sellerId, { hadBounced: true, hadEndedNews: false }, after),
      };
    },
    clearSettlementHold: async () => {
      const { rows } = await service.db.query<{ holdId: string }>(
        `insert into settlement_holds (reason) values ('moved') returning hold_id as "holdId"`,
      );
      const { holdId } = rows[0]!;
      return {
        by: admin,
        document: `mutation { clearSettlementHold(input: { holdId: "${holdId}", ${meant} }) { settlementHold { holdId } errors { code fault message path } } }`,
        leaves: of(
          'settlement_hold',
          { reason: 'moved', auctionId: null, providerReference: null },
          { reason: 'A fraud' },
          { subjectId: holdId },
        ),
      };
    },

    createPaymentOnboardingLink: bySeller(
      'mutation { createPaymentOnboardingLink { paymentOnboardingLink { url } errors { code fault message path } } }',
      null,
      {
        accountId: expect.stringMatching(/^simacct_/),
        chargesEnabled: true,
      },
    ),
    connectPaymentAccount: async () => {
      const { sellerId } = await service.seller();
      const accountId = `simacct_${randomUUID()}`;
      return {
        by: admin,
        document: `mutation { connectPaymentAccount(input: { sellerId: "${sellerId}", accountId: "${accountId}" }) { seller { name } errors { code fault message path } } }`,
        leaves: ofSeller(sellerId, null, { accountId, chargesEnabled: true }),
      };
    },
    readPaymentAccount: onSeller(
      (id) =>
        `mutation { readPaymentAccount(input: { sellerId: "${id}" }) { seller { name } errors { code fault message path } } }`,
      null,
      null,
    ),
    suspendSeller: onSeller(
      (id) =>
        `mutation { suspendSeller(input: { sellerId: "${id}", stopCaptures: true, reason: "A court order", confirm: true }) { seller { suspendedAt } errors { code fault message path } } }`,
      running,
      { suspendedAt: anInstant, capturesStoppedAt: anInstant, reason: 'A court order' },
    ),
    resumeSeller: async () => {
      const { sellerId } = await service.seller();
      await service.db.query('update sellers set suspended_at = clock_timestamp() where seller_id = $1', [sellerId]);
      return {
        by: admin,
        document: `mutation { resumeSeller(input: { sellerId: "${sellerId}" }) { seller { suspendedAt } errors { code fault message path } } }`,
        leaves: ofSeller(sellerId, { ...running, suspendedAt: anInstant }, running),
      };
    },

    createWebhookEndpoint: async () => ({
      by: seller,
      document: `mutation { createWebhookEndpoint(input: { url: "https://example.com/a", eventTypes: [bid_placed] }) { secret errors { code fault message path } } }`,
      leaves: of('webhook_endpoint', null, containing({ url: 'https://example.com/a' })),
    }),
    updateWebhookEndpoint: onEndpoint(
      (id) =>
        `mutation { updateWebhookEndpoint(input: { endpointId: "${id}", description: "Ours" }) { webhookEndpoint { url } errors { code fault message path } } }`,
      { before: { description: null }, after: { description: 'Ours' } },
    ),
    disableSellersWebhookEndpoint: onEndpoint(
      (id) =>
        `mutation { disableSellersWebhookEndpoint(input: { endpointId: "${id}", ${meant} }) { webhookEndpoint { endpointId } errors { code fault message path } } }`,
      { before: { disabledReason: null }, after: { disabledReason: 'operator', reason: 'A fraud' } },
      admin,
    ),
    deleteWebhookEndpoint: onEndpoint(
      (id) =>
        `mutation { deleteWebhookEndpoint(input: { endpointId: "${id}" }) { deletedWebhookEndpointId errors { code fault message path } } }`,
      {
        after: null,
      },
    ),
    rotateWebhookSecret: onEndpoint(
      (id) =>
        `mutation { rotateWebhookSecret(input: { endpointId: "${id}" }) { secret errors { code fault message path } } }`,
      {
        before: { previousSecretExpiresAt: null },
      },
    ),
    replayFailedWebhookDeliveries: onEndpoint(
      (id) =>
        `mutation { replayFailedWebhookDeliveries(input: { endpointId: "${id}", sinceTimestamp: 0 }) { replayed errors { code fault message path } } }`,
      { before: null, after: { sinceTimestamp: 0, replayed: 0 } },
    ),
    sendTestWebhook: async () => {
      const { endpointId } = await insertEndpoint(service.db, seller);
      return {
        by: seller,
        document: `mutation { sendTestWebhook(input: { endpointId: "${endpointId}" }) { webhookDelivery { deliveryId } errors { code fault message path } } }`,
        leaves: of('webhook_delivery', null, containing({ endpointId })),
      };
    },
    replayWebhookDelivery: async () => {
      const { endpointId } = await insertEndpoint(service.db, seller);
      const { rows } = await service.db.query<{ deliveryId: string }>(
        `with event as (
           insert into webhook_events (seller_id, event_type, snapshot) values ($1, 'test', '{}') returning event_id
         )
         insert into webhook_deliveries (event_id, endpoint_id, state, closed_at, next_attempt_at)
         select event_id, $2, 'failed', clock_timestamp(), null from event returning delivery_id as "deliveryId"`,
        [seller.sellerId, endpointId],
      );
      const subjectId = rows[0]!.deliveryId;
      return {
        by: seller,
        document: `mutation { replayWebhookDelivery(input: { deliveryId: "${subjectId}" }) { webhookDelivery { state } errors { code fault message path } } }`,
        leaves: of('webhook_delivery', { state: 'failed' }, { state: 'pending' }, { subjectId }),
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
