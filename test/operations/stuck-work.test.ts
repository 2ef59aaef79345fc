import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkDueWork } from '../../src/operations/checkup/check-records.ts';
import type { DueKind } from '../../src/settlement/measure-due-work.ts';
import { markProcess } from '../../src/settlement/process-marks.ts';
import { keepProcessMarked } from '../../src/operations/start/keep-process-marked.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { insertDeliveries, insertEndpoint } from '../webhooks/outbox.ts';
import type { Seller } from '../support/seller.ts';
import { readAdminHome } from './read-admin-home.ts';

// Work that stays undone rings within a minute: in the metrics, on /admin and in `npm run cli -- doctor`, whether no worker is there, or one is
// that tries again and again.

let stage: AuctionStage;
let admin: Seller;
beforeEach(async () => {
  stage = await setAuctionStage();
  admin = await stage.service.seller({ scopes: ['admin'] });
});
afterEach(() => stage[Symbol.asyncDispose]());

const change = (sql: string) => stage.service.db.query(sql);

const adminPage = () => readAdminHome(stage.service, admin);

async function alarms(kind: DueKind): Promise<{ metric: boolean; admin: boolean; doctor: boolean }> {
  const { text } = await admin.get('/metrics');
  const age = new RegExp(`auction_due_work_age_seconds\\{kind="${kind}"\\} (.*)`).exec(text)![1]!;
  const page = await adminPage();
  const [dueWork] = await checkDueWork(stage.service.db);
  return {
    metric: Number(age) > 60,
    admin: page.includes(`of the kind <code>${kind}</code>`) && !page.includes('every settlement is on time'),
    doctor: dueWork!.verdict === 'fault' && dueWork!.found.includes(`1 of the kind ${kind}, since`),
  };
}

const ago = (seconds: number) => `clock_timestamp() - interval '${seconds} seconds'`;
const inAWhile = `next_attempt_at = clock_timestamp() + interval '30 seconds'`;

/** Each kind of work as it stands after 65 s: without a worker, and with one that has just claimed it once more. */
const stuck: [DueKind, string, string][] = [
  [
    'capture',
    `update authorizations set state = 'capturing', next_attempt_at = ${ago(61)}, waiting_since = ${ago(65)}`,
    `update authorizations set state = 'capturing', ${inAWhile}, waiting_since = ${ago(65)}, tries_in_state = 9`,
  ],
  // Settlement waits for the release of a bid's hold while the auction is open.
  [
    'capture',
    `update authorizations set state = 'releasing', next_attempt_at = ${ago(65)}`,
    `update authorizations set state = 'releasing', ${inAWhile}, waiting_since = ${ago(65)}, tries_in_state = 9`,
  ],
  [
    'release',
    `with over as (update auctions set bidding_period_starts_at = bidding_period_starts_at - interval '2 days',
       bidding_period_ends_at = bidding_period_ends_at - interval '2 days', status = 'completed', outcome = 'UNSOLD', completed_at = clock_timestamp())
     update authorizations set state = 'releasing', next_attempt_at = ${ago(65)}`,
    `update authorizations set state = 'releasing', ${inAWhile}, waiting_since = ${ago(65)}, tries_in_state = 9`,
  ],
  [
    'renewal',
    `update authorizations set next_attempt_at = ${ago(65)}`,
    `update authorizations set ${inAWhile}, waiting_since = ${ago(65)}, tries_in_state = 9`,
  ],
  [
    'bid',
    `update authorizations set bid_id = null, next_attempt_at = ${ago(61)}, waiting_since = ${ago(65)}`,
    `update authorizations set bid_id = null, ${inAWhile}, waiting_since = ${ago(65)}, tries_in_state = 9`,
  ],
  [
    'card',
    `insert into kept_cards (authorization_id, first_authorization_id, provider, next_attempt_at)
     select authorization_id, authorization_id, provider, ${ago(65)} from authorizations`,
    `insert into kept_cards (authorization_id, first_authorization_id, provider, attempt, waiting_since, next_attempt_at)
     select authorization_id, authorization_id, provider, 9, ${ago(65)}, clock_timestamp() + interval '1 hour' from authorizations`,
  ],
  [
    'refund',
    `insert into refunds (authorization_id, auction_id, amount_in_cents, reason, next_attempt_at)
     select authorization_id, auction_id, 100, 'duplicate', ${ago(65)} from authorizations`,
    `update refunds set attempt = 9, waiting_since = ${ago(65)}, ${inAWhile}`,
  ],
];

test.each(stuck)('work of the kind %s rings, without a worker and with a busy one', async (kind, without, busy) => {
  await stage.bid(5_000);
  expect(await alarms(kind)).toEqual({ metric: false, admin: false, doctor: false });
  await change(without);
  expect(await alarms(kind)).toEqual({ metric: true, admin: true, doctor: true });
  if (kind === 'card') await change('delete from kept_cards');
  await change(busy);
  expect(await alarms(kind)).toEqual({ metric: true, admin: true, doctor: true });
});

test('a settlement and an opening that nobody does ring', async () => {
  await stage.bid(5_000);
  await change(
    `update auctions set bidding_period_starts_at = ${ago(8_000)}, bidding_period_ends_at = ${ago(65)}, status = 'ongoing'`,
  );
  expect(await alarms('settlement')).toEqual({ metric: true, admin: true, doctor: true });
  await change(
    `update auctions set bidding_period_starts_at = ${ago(65)}, bidding_period_ends_at = clock_timestamp() + interval '1 day', status = 'upcoming'`,
  );
  expect(await alarms('transition')).toEqual({ metric: true, admin: true, doctor: true });
});

test('a webhook that nobody sends rings, and one that workers take again and again without an outcome', async () => {
  const { db } = stage.service;
  await insertDeliveries(db, await insertEndpoint(db, 'https://127.0.0.1:9/'));
  await change(`update webhook_deliveries set next_attempt_at = ${ago(65)}, tried_since = ${ago(65)}`);
  expect(await alarms('webhook')).toEqual({ metric: true, admin: true, doctor: true });
  await change(`update webhook_deliveries set ${inAWhile}, is_under_way = true, attempt = 3`);
  expect(await alarms('webhook')).toEqual({ metric: true, admin: true, doctor: true });
});

describe('a receiver that does not answer', () => {
  const waiting = `update webhook_deliveries set next_attempt_at = ${ago(300)}, tried_since = ${ago(300)}`;

  test('rings nothing while its deliveries wait for a place', async () => {
    const { db } = stage.service;
    const deliveries = await insertDeliveries(db, await insertEndpoint(db, 'https://127.0.0.1:9/'), 12);
    await change(waiting);
    await change(
      `update webhook_deliveries set ${inAWhile}, is_under_way = true, attempt = 1 where delivery_id = '${deliveries[0]!.deliveryId}'`,
    );
    expect(await alarms('webhook')).toEqual({ metric: false, admin: false, doctor: false });
    // The worker that sent it is gone: nobody serves the endpoint any more.
    await change(`update webhook_deliveries set next_attempt_at = ${ago(65)} where is_under_way`);
    expect((await alarms('webhook')).metric).toBe(true);
  });

  test('rings nothing while its endpoint fails, and an operator sees and disables it', async () => {
    const { db } = stage.service;
    const { endpointId, sellerId } = await insertEndpoint(db, 'https://127.0.0.1:9/');
    await insertDeliveries(db, { endpointId, sellerId, secret: '' }, 3);
    await change(waiting);
    expect((await alarms('webhook')).metric).toBe(true);
    await change(`update webhook_endpoints set failing_since = ${ago(240)}`);
    expect(await alarms('webhook')).toEqual({ metric: false, admin: false, doctor: false });
    expect((await admin.get('/metrics')).text).toContain('auction_webhook_endpoints_failing 1');
    expect(await adminPage()).toContain('1 webhook endpoint of a seller fails');

    const failing = '{ failingWebhookEndpoints { nodes { endpointId sellerId url pendingDeliveries } } }';
    expect((await admin.graphql(failing)).body.data.failingWebhookEndpoints.nodes).toEqual([
      { endpointId, sellerId, url: 'https://127.0.0.1:9/', pendingDeliveries: 3 },
    ]);
    const disable = (reason: string) =>
      admin.mutate(
        'disableSellersWebhookEndpoint',
        { endpointId, reason, confirm: true },
        'webhookEndpoint { endpointId }',
      );
    expect((await disable('')).body.errors[0].extensions.code).toBe('invalid_request');
    expect((await disable('It has hung for hours.')).body.data).toEqual({
      disableSellersWebhookEndpoint: { endpointId },
    });
    expect((await admin.graphql(failing)).body.data.failingWebhookEndpoints.nodes).toEqual([]);
    const { rows } = await db.query(
      `select disabled_reason as reason, (select count(*)::int from webhook_deliveries where state = 'failed') as failed
       from webhook_endpoints`,
    );
    expect(rows).toEqual([{ reason: 'operator', failed: 3 }]);
    const { body } = await admin.graphql(
      '{ auditLog(first: 1) { nodes { action subjectId changes { field before after } } } }',
    );
    expect(body.data.auditLog.nodes).toEqual([
      {
        action: 'disableSellersWebhookEndpoint',
        subjectId: endpointId,
        changes: [
          { field: 'reason', before: null, after: 'It has hung for hours.' },
          { field: 'disabledReason', before: null, after: 'operator' },
        ],
      },
    ]);
  });
});

test('a capture that stays unanswered rings, however often workers ask', async () => {
  await stage.bid(5_000, 'capture_never_answered');
  await stage.settle();
  // Half an hour, in which a worker asked each time that it was due.
  await change(
    `update authorizations set waiting_since = waiting_since - interval '30 minutes', next_attempt_at = clock_timestamp() - interval '1 ms'`,
  );
  await stage.work();
  const { rows } = await stage.service.db.query<{ isPostponed: boolean }>(
    `select next_attempt_at > clock_timestamp() as "isPostponed" from authorizations where state = 'capturing'`,
  );
  expect(rows).toEqual([{ isPostponed: true }]);
  const { text } = await admin.get('/metrics');
  expect(text).toMatch(/auction_due_work_age_seconds\{kind="capture"\} 18\d\d/);
  expect(await adminPage()).toContain('of the kind <code>capture</code>');
});

test('a placed bid, a sale and a released hold raise no alert', async () => {
  await stage.bid(5_000);
  await stage.bid(6_000);
  const waiting = async () =>
    (await stage.service.db.query('select from authorizations where waiting_since is not null')).rowCount;
  expect(await waiting()).toBe(0);
  await stage.settle();
  expect(await waiting()).toBe(0);
});

test('an operator hears that no worker is alive, and how many are', async () => {
  expect(await adminPage()).toContain('No worker is running');
  {
    const { config, db, log } = stage.service.deps;
    await using _ = keepProcessMarked({ config: { ...config, role: 'worker' }, db, log });
    await expect.poll(async () => (await admin.get('/metrics')).text).toContain('auction_workers_alive 1');
    expect(await adminPage()).not.toContain('No worker is running');
    expect((await checkDueWork(stage.service.db)).at(-1)).toMatchObject({ verdict: 'fine', found: 'One is alive.' });
  }
  // A worker that was killed cannot say so.
  await markProcess(stage.service.db, randomUUID(), 'all');
  await markProcess(stage.service.db, randomUUID(), 'api');
  expect((await admin.get('/metrics')).text).toContain('auction_workers_alive 1');
  await change(`update process_marks set seen_at = ${ago(31)}`);
  expect((await admin.get('/metrics')).text).toContain('auction_workers_alive 0');
  expect(await adminPage()).toContain('one was last seen at');
  expect((await checkDueWork(stage.service.db)).at(-1)).toMatchObject({ verdict: 'notice', subject: 'Workers' });
});
