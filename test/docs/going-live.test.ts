import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseEnv, promisify } from 'node:util';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { checkLive } from '../../src/operations/checkup/check-settings.ts';
import { readConfig } from '../../src/platform/config.ts';
import { makeGateways } from '../../src/payments/providers/providers.ts';
import { stripeProvider } from '../../src/payments/providers/stripe/stripe-provider.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { makeCharge, makeEvent } from '../providers/stripe-objects.ts';
import { startStripeStandIn, type StripeStandIn } from '../providers/stripe-stand-in.ts';
import { bidRequest } from '../support/bid-request.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';
import { endAuction } from '../support/end-auction.ts';

// The guide is followed with a restricted key that has the rights of its table, an endpoint with the events of its table, and the
// settings of its block: what the guide forgets is missing here, too.

let guide: string;
let standIn: StripeStandIn;
let database: FreshDatabase;
let service: Service;
let env: Record<string, string>;

const section = (title: string) => guide.split(/^## /m).find((part) => part.includes(title))!;

const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (.+) \|$/gm)].map(([, row]) => row!.split(' | ').map((cell) => cell.trim())).slice(1);

const settingsOf = (text: string) => parseEnv(/```ini\n([\s\S]*?)```/.exec(text)![1]!) as Record<string, string>;

beforeAll(async () => {
  guide = await readFile(new URL('../../docs/guides/going-live.md', import.meta.url), 'utf8');
  standIn = await startStripeStandIn();
  database = await freshDatabase();
  const account = '1StandInAccount1';
  // What the guide leaves to its reader.
  const own: Record<string, string> = {
    DATABASE_URL: database.url,
    SECRETS_KEY: randomBytes(32).toString('hex'),
    METRICS_TOKEN: randomBytes(32).toString('hex'),
    STRIPE_SECRET_KEY: `rk_live_5${account}x`,
    STRIPE_PUBLISHABLE_KEY: `pk_live_5${account}x`,
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  };
  const settings = Object.entries(settingsOf(section('Set up the service')));
  env = Object.fromEntries(settings.map(([name, value]) => [name, value.includes('…') ? own[name]! : value]));
  env['STRIPE_API_BASE'] = standIn.url;
  standIn.restrictKey(
    Object.fromEntries(
      rowsOf(section('Make a restricted key')).map(([resource, right]) => [resource, right]),
    ) as Record<string, 'Read' | 'Write'>,
  );
  standIn.addEndpoint({
    url: `${env['PUBLIC_URL']}/provider-events/stripe`,
    enabled_events: rowsOf(section('Subscribe to the events')).flatMap(([types]) =>
      [...types!.matchAll(/`([\w.]+)`/g)].map(([, type]) => type!),
    ),
  });
  const config = readConfig(env);
  service = await startService({ config, gateways: makeGateways({ config, db: database.db }) }, database);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await standIn[Symbol.asyncDispose]();
});

test('doctor has nothing to mend with the settings, rights and events of the guide', async () => {
  const config = readConfig(env);
  const results = [...(await stripeProvider.check(config)), ...checkLive(config)];
  expect(results.filter(({ verdict }) => verdict !== 'fine')).toEqual([]);
});

test('each right of the guide is needed: without it doctor warns', async () => {
  const rights = rowsOf(section('Make a restricted key')).map(([resource, right]) => [resource!, right!] as const);
  expect(rights.length).toBeGreaterThan(3);
  for (const [missing] of rights) {
    standIn.restrictKey(
      Object.fromEntries(rights.filter(([resource]) => resource !== missing)) as Record<string, 'Read'>,
    );
    const results = await stripeProvider.check(readConfig(env));
    expect(results.filter(({ verdict }) => verdict !== 'fine').map(({ found }) => found)).not.toEqual([]);
  }
  standIn.restrictKey(Object.fromEntries(rights) as Record<string, 'Read' | 'Write'>);
});

test('the first auction is held, captured, compared and refunded', async () => {
  const command = /npm run -s cli -- keys (issue .*)$/m.exec(section('Hold the first auction'))![1]!;
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);
  const { stdout } = await promisify(execFile)(process.execPath, ['src/cli.ts', 'keys', ...words], { env });
  const key = stdout.trim();
  expect(key).toMatch(/^auc_live_/);

  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const startTimestamp = Math.floor(Date.now() / 1000) + 90;
  const created = await service.request('/v1/auctions', {
    method: 'POST',
    headers,
    body: JSON.stringify({
      title: 'A walnut desk',
      minimumBidValueInCents: 100,
      biddingPeriod: { startTimestamp, endTimestamp: startTimestamp + 3_600 },
    }),
  });
  expect(created.status).toBe(201);
  const { auctionId, auctionUrl } = created.body.auction;
  expect(auctionUrl).toBe(`${env['PUBLIC_URL']}/auctions/${auctionId}`);
  await service.db.query(
    `update auctions set status = 'ongoing', bidding_period_starts_at = clock_timestamp() - interval '1 hour' where auction_id = $1`,
    [auctionId],
  );
  expect((await service.request(new URL(auctionUrl).pathname)).text).toContain('Continue to the card');

  const bid = (valueInCents: number) =>
    placeBid(service.deps, bidRequest(auctionId, { valueInCents, cardToken: standIn.token('visa') }));
  expect((await bid(100)).outcome).toBe('placed');
  expect((await bid(200)).outcome).toBe('placed');
  await endAuction(service.db, auctionId);
  await settleDueAuctions(service.deps);
  await finishAuthorizations(service.deps);
  expect(standIn.all().map(({ object, effects }) => [object.amount, effects])).toEqual([
    [100, ['held', 'released']],
    [200, ['held', 'captured']],
  ]);
  for (const { object } of standIn.all()) {
    expect(object.metadata).toMatchObject({ auction_id: auctionId, authorization_id: expect.any(String) as string });
  }

  const { object: captured } = standIn.all()[1]!;
  standIn.refundOutside(captured.id, 200);
  const payload = JSON.stringify(makeEvent('charge.refunded', makeCharge({ payment_intent: captured.id }, null)));
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: env['STRIPE_WEBHOOK_SECRET']! });
  const answer = await service.request('/provider-events/stripe', {
    method: 'POST',
    headers: { 'stripe-signature': signature },
    body: payload,
  });
  expect(answer.status).toBe(200);
  const query = `{ auction(auctionId: "${auctionId}") { payment { capturedInCents refundedInCents netInCents } } }`;
  const read = await service.request('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
  expect(read.body.data.auction.payment).toEqual({ capturedInCents: 200, refundedInCents: 200, netInCents: 0 });
  const admin = await service.seller({ scopes: ['admin'] });
  const { body } = await admin.graphql('{ settlementsNeedingAttention { nodes { kind } } }');
  expect(body.data.settlementsNeedingAttention.nodes).toEqual([]);
});
