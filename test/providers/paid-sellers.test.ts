import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectPaymentAccount } from '../../src/settlement/admin/connect-payment-account.ts';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { findUnbalanced } from '../../src/settlement/books/ledger.ts';
import { readConfig } from '../../src/platform/config.ts';
import type { Viewer } from '../../src/core/viewer.ts';
import { findAuthorization } from '../../src/payments/holds/find-authorization.ts';
import { findOpened } from '../../src/payments/holds/release-authorization.ts';
import { makeGateways } from '../../src/payments/providers/providers.ts';
import { followPaymentAccount } from '../../src/payments/providers/payment-account.ts';
import { renewAuthorization } from '../../src/payments/holds/renew-authorization.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { soundAuction } from '../contract/periods.ts';
import { bidRequest } from '../support/bid-request.ts';
import { ongoing } from '../support/insert-auction.ts';
import { publicUrl, type Service, startService } from '../support/service.ts';
import { makeEvent, onboarded } from './stripe-objects.ts';
import { startStripeStandIn, type StripeStandIn } from './stripe-stand-in.ts';
import type { Seller } from '../support/seller.ts';
import { withDatabase, withStripe } from '../support/settings.ts';

// Each live seller is paid into an account of its own.

const webhookSecret = 'whsec_test';
let standIn: StripeStandIn;
let base: Service;
let live: Service;
let seller: Seller;
let admin: Seller;

beforeAll(async () => {
  standIn = await startStripeStandIn();
  base = await startService();
  live = await serviceWith({
    PAYMENT_ACCOUNTS: 'connected',
    SELLER_FEE_BASIS_POINTS: '250',
    SELLER_FEE_FIXED_CENTS: '30',
  });
});
beforeEach(async () => {
  standIn.requests.splice(0);
  seller = await live.seller({ mode: 'live' });
  admin = await live.seller({ scopes: ['admin'] });
});
afterAll(async () => {
  await live[Symbol.asyncDispose]();
  await base[Symbol.asyncDispose]();
  await standIn[Symbol.asyncDispose]();
});

function serviceWith(settings: NodeJS.ProcessEnv): Promise<Service> {
  const config = readConfig({
    ...withDatabase(base.db.url),
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'silent',
    ...withStripe(standIn.url),
    ...settings,
  });
  const { db } = base;
  const shared = { url: db.url, db, [Symbol.asyncDispose]: async () => undefined };
  return startService({ config, gateways: makeGateways({ config, db }) }, shared);
}

const ownAccount = `{ paymentAccount {
  id: accountId state chargesEnabled requirements disabledReason isUsed
} }`;

async function accountOf(by: Seller) {
  return (await by.graphql(ownAccount)).body.data.paymentAccount;
}

async function link(by = seller) {
  const document =
    'mutation { createPaymentOnboardingLink { paymentOnboardingLink { url expiresAt paymentAccount { id: accountId state } } errors { code fault message path } } }';
  return (await by.graphql(document)).body;
}

function connect(accountId: string, to = seller) {
  return admin.mutate(
    'connectPaymentAccount',
    { sellerId: to.sellerId, accountId },
    'seller { paymentAccount { id: accountId state chargesEnabled } }',
  );
}

function sendEvent(type: string, account: string, object: object, secret = webhookSecret) {
  const body = JSON.stringify({ ...makeEvent(type, object), account });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  return live.request('/provider-events/stripe', { method: 'POST', headers: { 'stripe-signature': signature }, body });
}

async function bid(auctionId: string, { on = live, valueInCents = 10_000, card = 'visa' } = {}) {
  const facts = { bidderId: 'ann@example.com', valueInCents, cardToken: standIn.token(card) };
  return await placeBid(on.deps, bidRequest(auctionId, facts));
}

function creations() {
  return standIn.requests.filter(({ route }) => route === 'POST /v1/payment_intents').map(({ form }) => form);
}

describe('a live seller without an account that takes charges', () => {
  test('creates no auction: 409, saying what to do', async () => {
    const { status, body } = await seller.post('/v1/auctions', soundAuction);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'payments_unavailable',
      detail: expect.stringContaining('createPaymentOnboardingLink'),
    });
    await link();
    expect((await seller.post('/v1/auctions', soundAuction)).status).toBe(409);
    expect(await base.db.prisma.auction.count({ where: { sellerId: seller.sellerId } })).toBe(0);
  });

  test('a revoked key is still told first', async () => {
    await base.db.query('update api_keys set revoked_at = clock_timestamp() where api_key_id = $1', [seller.apiKeyId]);
    expect((await seller.post('/v1/auctions', soundAuction)).status).toBe(401);
  });

  test('needs none if the operator is paid, and can prepare one ahead of time', async () => {
    await using operators = await serviceWith({ PAYMENT_ACCOUNTS: 'operator' });
    const one = await operators.seller({ mode: 'live' });
    await link(one);
    expect(await accountOf(one)).toMatchObject({ state: 'ONBOARDING', isUsed: false });
    expect((await one.post('/v1/auctions', soundAuction)).status).toBe(201);
    const { auctionId } = await operators.auction(one, ongoing);
    expect((await bid(auctionId, { on: operators })).outcome).toBe('placed');
    expect(creations()[0]).not.toHaveProperty('on_behalf_of');
    expect(creations()[0]).not.toHaveProperty('application_fee_amount');
  });
});

describe('the onboarding', () => {
  test('a link makes one account, however often it is asked for, and leads back to pages of ours', async () => {
    const [first, second] = await Promise.all([link(), link()]);
    const { data } = await link();
    expect(first.data.createPaymentOnboardingLink.url).toMatch(/^https:\/\/connect\.stripe\.com\//);
    expect(data.createPaymentOnboardingLink.paymentAccount).toEqual(
      second.data.createPaymentOnboardingLink.paymentAccount,
    );
    const { id } = data.createPaymentOnboardingLink.paymentAccount;
    const made = standIn.requests.filter(({ route }) => route === 'POST /v1/accounts');
    expect(new Set(made.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(made[0]!.form).toMatchObject({
      'capabilities[card_payments][requested]': 'true',
      'capabilities[transfers][requested]': 'true',
      'metadata[seller_id]': seller.sellerId,
    });
    const asked = standIn.requests.findLast(({ route }) => route === 'POST /v1/account_links')!.form;
    expect(asked).toMatchObject({ account: id, type: 'account_onboarding' });
    for (const step of ['return_url', 'refresh_url'])
      expect(asked[step]).toMatch(`${publicUrl}/auctions/payment-account/`);
    expect(new URL(asked['return_url']!).pathname).not.toContain(seller.sellerId);
  });

  test('an event says that it is finished, and the seller creates auctions', async () => {
    const { id } = (await link()).data.createPaymentOnboardingLink.paymentAccount;
    expect(await accountOf(seller)).toMatchObject({ id, state: 'ONBOARDING', chargesEnabled: false, isUsed: true });
    const account = Object.assign(standIn.account(id), onboarded);
    expect((await sendEvent('account.updated', id, account, 'whsec_other')).status).toBe(400);
    expect(await accountOf(seller)).toMatchObject({ state: 'ONBOARDING' });
    expect((await sendEvent('account.updated', id, account)).status).toBe(200);
    expect(await accountOf(seller)).toEqual({
      id,
      state: 'ENABLED',
      chargesEnabled: true,
      requirements: [],
      disabledReason: null,
      isUsed: true,
    });
    expect((await seller.post('/v1/auctions', soundAuction)).status).toBe(201);
  });

  test('an old event changes nothing: the account itself is read', async () => {
    const { id } = (await link()).data.createPaymentOnboardingLink.paymentAccount;
    const before = structuredClone(standIn.account(id));
    Object.assign(standIn.account(id), onboarded);
    await sendEvent('account.updated', id, standIn.account(id));
    expect((await sendEvent('account.updated', id, before)).status).toBe(200);
    expect(await accountOf(seller)).toMatchObject({ state: 'ENABLED' });
  });

  test('an event of an account that is nobody’s here is taken and ignored', async () => {
    expect((await sendEvent('account.updated', 'acct_unknown', { id: 'acct_unknown' })).status).toBe(200);
    expect(standIn.requests).toEqual([]);
  });

  test('an event whose account cannot be read is sent again', async () => {
    const { id } = (await link()).data.createPaymentOnboardingLink.paymentAccount;
    standIn.spoil(/accounts/, 'server_error');
    expect((await sendEvent('account.updated', id, {})).status).toBe(500);
    expect((await sendEvent('account.updated', id, {})).status).toBe(200);
  });

  test('the page to come back to reads the account, and names neither account nor seller', async () => {
    const { id } = (await link()).data.createPaymentOnboardingLink.paymentAccount;
    const address = standIn.requests.findLast(({ route }) => route === 'POST /v1/account_links')!.form['return_url']!;
    expect((await live.request(new URL(address).pathname)).text).toContain('not ready yet');
    Object.assign(standIn.account(id), onboarded);
    await base.db.query(`update payment_accounts set read_at = read_at - interval '6 seconds'`);
    const { text } = await live.request(new URL(address).pathname);
    expect(text).toContain('is ready');
    expect(text).not.toContain(id);
    expect(text).not.toContain(seller.name);
    const asked = standIn.requests.length;
    await live.request(new URL(address).pathname);
    expect(standIn.requests).toHaveLength(asked);
  });
});

describe('connecting an account', () => {
  test('one that takes charges is connected, and audited', async () => {
    const { id } = standIn.connectAccount();
    const { body } = await connect(id);
    expect(body.data.connectPaymentAccount.paymentAccount).toEqual({ id, state: 'ENABLED', chargesEnabled: true });
    expect((await seller.post('/v1/auctions', soundAuction)).status).toBe(201);
    const entry = await base.db.prisma.auditEntry.findFirst({
      where: { action: 'connectPaymentAccount', subjectId: seller.sellerId },
    });
    expect(entry).toMatchObject({ before: null, after: { accountId: id, chargesEnabled: true } });
  });

  test.each([
    ['unknown to Stripe', () => 'acct_unknown', 'no such account'],
    ['no account’s id', () => 'ca_../../balance', 'no such account'],
    ['without charges', () => standIn.connectAccount({ charges_enabled: false }).id, 'takes no charges'],
    [
      'without transfers',
      () => standIn.connectAccount({ capabilities: { card_payments: 'active', transfers: 'pending' } }).id,
      'transfers is not active',
    ],
  ])('one that is %s is refused, and nothing changes', async (_, make, words) => {
    const { errors } = (await connect(make())).body;
    expect(errors[0].extensions.errors).toEqual([
      { pointer: '/accountId', code: 'invalid_value', detail: expect.stringContaining(words) },
    ]);
    expect(await accountOf(seller)).toBeNull();
  });

  /** The same service, in which something happens while an account is being read for the first time. */
  function changingDuringRead(change: () => Promise<unknown>): Service['deps'] {
    const stripe = live.deps.gateways.stripe!;
    let reads = 0;
    const accounts: typeof stripe.accounts = {
      ...stripe.accounts,
      read: async (account) => {
        const read = await stripe.accounts.read(account);
        reads += 1;
        if (reads === 1) await change();
        return read;
      },
    };
    return { ...live.deps, gateways: { ...live.deps.gateways, stripe: { ...stripe, accounts } } };
  }

  async function connectDuring(id: string, change: () => Promise<unknown>) {
    const deps = changingDuringRead(change);
    const viewer = { ...admin, mode: 'test', scopes: new Set(['admin']) } as const satisfies Viewer;
    return await connectPaymentAccount(deps, viewer, { sellerId: seller.sellerId, accountId: id });
  }

  test('an earlier read never replaces a newer state', async () => {
    const { id } = standIn.connectAccount();
    await connect(id);
    const connecting = connectDuring(id, async () => {
      Object.assign(standIn.account(id), { charges_enabled: false });
      await sendEvent('account.updated', id, {});
      expect(await accountOf(seller)).toMatchObject({ chargesEnabled: false });
    });
    await expect(connecting).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await accountOf(seller)).toMatchObject({ id, chargesEnabled: false });
    expect(
      await base.db.prisma.auditEntry.count({ where: { subjectId: seller.sellerId, action: 'connectPaymentAccount' } }),
    ).toBe(1);
  });

  test('the older state of two simultaneous events never replaces the newer one', async () => {
    const { id } = standIn.connectAccount();
    await connect(id);
    const deps = changingDuringRead(async () => {
      Object.assign(standIn.account(id), { charges_enabled: false });
      await sendEvent('account.updated', id, {});
    });
    await followPaymentAccount(deps, 'stripe', id);
    expect(await accountOf(seller)).toMatchObject({ id, chargesEnabled: false });
  });

  test('a change of an account that the books did not know yet is not missed', async () => {
    const { id } = standIn.connectAccount();
    await connectDuring(id, async () => {
      Object.assign(standIn.account(id), { charges_enabled: false });
      await sendEvent('account.updated', id, {});
    });
    expect(await accountOf(seller)).toMatchObject({ id, chargesEnabled: false });
    expect((await seller.post('/v1/auctions', soundAuction)).status).toBe(409);
  });

  test('an operator reads it again, and sees that it was taken away', async () => {
    const { id } = standIn.connectAccount();
    await connect(id);
    standIn.disconnectAccount(id);
    const { data } = (
      await admin.mutate('readPaymentAccount', { sellerId: seller.sellerId }, 'seller { paymentAccount { state } }')
    ).body;
    expect(data.readPaymentAccount.paymentAccount.state).toBe('DISCONNECTED');
    expect((await seller.post('/v1/auctions', soundAuction)).status).toBe(409);
    // A new link makes a new account.
    const again = (await link()).data.createPaymentOnboardingLink.paymentAccount;
    expect(again).toEqual({ id: expect.not.stringMatching(id), state: 'ONBOARDING' });
  });
});

describe('a bid', () => {
  let auctionId: string;
  let account: string;
  beforeEach(async () => {
    account = standIn.connectAccount().id;
    await connect(account);
    ({ auctionId } = await live.auction(seller, ongoing));
  });

  async function placed() {
    const { outcome, authorizationId } = await bid(auctionId);
    expect(outcome).toBe('placed');
    return (await findAuthorization(base.db, authorizationId!))!;
  }

  test('is held on behalf of the seller, with the fee of a capture in full', async () => {
    const held = await placed();
    expect(held).toMatchObject({ paymentAccount: account, applicationFeeInCents: 280 });
    expect(creations()).toEqual([
      expect.objectContaining({
        amount: '10000',
        on_behalf_of: account,
        'transfer_data[destination]': account,
        application_fee_amount: '280',
      }),
    ]);
  });

  test('keeps its account when the seller gets another one: repeated, renewed and captured as it was', async () => {
    const held = await placed();
    const other = standIn.connectAccount().id;
    await connect(other);
    await using moreExpensive = await serviceWith({ PAYMENT_ACCOUNTS: 'connected', SELLER_FEE_BASIS_POINTS: '900' });

    // The release of a bid whose opening got no answer sends the request again: the same key, the same parameters.
    await findOpened(moreExpensive.deps, { ...held, ageInSeconds: 0, secondsInState: 0, isAwaited: false });
    const [first, again] = creations();
    for (const name of ['on_behalf_of', 'transfer_data[destination]', 'application_fee_amount'])
      expect(again![name]).toBe(first![name]);

    await base.db.query(
      `update auctions set bidding_period_ends_at = bidding_period_starts_at + interval '5 days' where auction_id = $1`,
      [auctionId],
    );
    const kept = (await bid(auctionId, { on: live, valueInCents: 20_000 })).authorizationId!;
    expect(creations().at(-1)).toMatchObject({ on_behalf_of: other, application_fee_amount: '530' });
    await connect(account);
    await renewAuthorization(moreExpensive.deps, (await findAuthorization(base.db, kept))!);
    expect(creations().at(-1)).toMatchObject({ on_behalf_of: other, application_fee_amount: '530' });
  });

  test('is captured and the loser released, on the payment of the operator', async () => {
    await placed();
    await bid(auctionId, { valueInCents: 9_000 });
    await base.db.query(
      `update auctions set bidding_period_starts_at = clock_timestamp() - interval '2 hours',
         bidding_period_ends_at = clock_timestamp() - interval '1 second' where auction_id = $1`,
      [auctionId],
    );
    await settleAuction(live.deps, auctionId);
    const effects = standIn.all().map((payment) => payment.effects);
    expect(effects).toContainEqual(['held', 'captured']);
    expect(standIn.requests.filter(({ route }) => route.endsWith('/capture'))[0]!.form).not.toHaveProperty(
      'application_fee_amount',
    );

    const { body } = await seller.graphql(`{ auction(auctionId: "${auctionId}") {
      payment { capturedInCents netInCents applicationFeeInCents }
      ledger { entries { kind amountInCents } balance { capturedInCents keptInCents heldInCents applicationFeeInCents } }
    } }`);
    const { payment, ledger } = body.data.auction;
    expect(payment).toEqual({ capturedInCents: 10_000, netInCents: 10_000, applicationFeeInCents: 280 });
    expect(ledger.entries).toContainEqual({ kind: 'APPLICATION_FEE', amountInCents: 280 });
    expect(ledger.balance).toMatchObject({ capturedInCents: 10_000, keptInCents: 10_000, applicationFeeInCents: 280 });
  });

  test('balances at rest, with its fee as a part of the captured money', async () => {
    await placed();
    await base.db.query(
      `update auctions set bidding_period_starts_at = clock_timestamp() - interval '2 hours',
         bidding_period_ends_at = clock_timestamp() - interval '1 second' where auction_id = $1`,
      [auctionId],
    );
    await settleAuction(live.deps, auctionId);
    const captured = `select captured_in_cents::int as cents from authorizations where auction_id = $1 and state = 'captured'`;
    expect((await base.db.query(captured, [auctionId])).rows).toEqual([{ cents: 10_000 }]);
    expect(await findUnbalanced(base.db, [auctionId])).toEqual([]);
  });

  test('is refused with clear words once the account takes no charges, and nothing is held', async () => {
    Object.assign(standIn.account(account), { charges_enabled: false });
    await sendEvent('account.updated', account, {});
    expect(await bid(auctionId)).toEqual({ outcome: 'refused', code: 'seller_cannot_be_paid', authorizationId: null });
    expect(creations()).toEqual([]);
    const { text } = await live.request(`/auctions/${auctionId}`);
    expect(text).toContain('takes no bids at the moment');
    expect(text).not.toContain('bid-form');
  });

  test('is refused in the same words where Stripe knows it first', async () => {
    const before = standIn.all().length;
    standIn.disconnectAccount(account);
    expect(await bid(auctionId)).toMatchObject({ outcome: 'refused', code: 'seller_cannot_be_paid' });
    expect(standIn.all()).toHaveLength(before);
  });
});
