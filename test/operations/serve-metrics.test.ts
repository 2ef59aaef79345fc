import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deliverWebhook } from '../../src/auctions/webhooks/deliver-webhook.ts';
import { resolveName } from '../../src/auctions/webhooks/receiver.ts';
import { checkReleases } from '../../src/operations/work/upkeep.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { claimDelivery, insertDeliveries, insertEndpoint } from '../webhooks/outbox.ts';

let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage()));
afterEach(() => stage[Symbol.asyncDispose]());

async function metrics(): Promise<string> {
  const admin = await stage.service.seller({ scopes: ['admin'] });
  const answer = await admin.get('/metrics');
  expect(answer.status).toBe(200);
  return answer.text;
}

test('open authorizations are counted by state, and settlements are timed', async () => {
  await stage.bid(5_000);
  await stage.bid(6_000);
  expect(await metrics()).toContain('auction_authorizations_open{state="authorized"} 2');
  await stage.settle();
  const after = await metrics();
  expect(after).toContain('auction_releases_overdue 0');
  expect(after).not.toContain('auction_authorizations_open{state="authorized"}');
  expect(after).toMatch(/auction_settlement_duration_seconds_count\{outcome="SOLD"\} [1-9]/);
});

test('shows the version, the checks of /readyz, and work that waits for follow-ups and messages', async () => {
  const text = await metrics();
  expect(text).toContain('auction_build_info{version="0.1.0"} 1');
  for (const check of ['database', 'writes', 'migrations', 'queue'])
    expect(text).toContain(`auction_check_ok{check="${check}"} 1`);
  const { db } = stage.service;
  const { rows } = await db.query<{ eventId: string }>(
    `insert into webhook_events (seller_id, event_type, snapshot, follow_up_at)
     values ($1, 'test', '{}', clock_timestamp() - interval '2 minutes') returning event_id as "eventId"`,
    [stage.seller.sellerId],
  );
  await db.query(
    `insert into messages (event_id, seller_id, address, is_to_seller, next_attempt_at)
     values ($1, $2, 'a@example.com', false, clock_timestamp() - interval '3 minutes')`,
    [rows[0]!.eventId, stage.seller.sellerId],
  );
  const late = await metrics();
  expect(late).toMatch(/auction_due_work_age_seconds\{kind="follow_up"\} 12\d/);
  expect(late).toMatch(/auction_due_work_age_seconds\{kind="message"\} 18\d/);
});

test('a hold that lapses before the end of its auction is counted', async () => {
  await stage.bid(5_000, 'lapses_early');
  expect(await metrics()).toContain('auction_authorizations_lapsing 1');
});

test('money that is still held an hour after the end is counted, and told to the log', async () => {
  await stage.bid(5_000);
  await stage.bid(4_000, 'release_5xx');
  await stage.settle();
  await stage.hurry();
  await stage.work();
  const { pool } = stage.service.db;
  await pool.query(`update auctions set bidding_period_starts_at = bidding_period_starts_at - interval '2 hours',
    bidding_period_ends_at = bidding_period_ends_at - interval '2 hours', completed_at = completed_at - interval '2 hours'`);
  expect(await metrics()).toContain('auction_releases_overdue 1');

  const lines: string[] = [];
  await checkReleases({
    db: stage.service.db,
    log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('still held an hour after');
});

test('counts and times the attempts at webhooks, and counts the failing endpoints', async () => {
  const { db, deps } = stage.service;
  expect(await metrics()).toContain('auction_webhook_endpoints_failing 0');
  const [due] = await insertDeliveries(db, await insertEndpoint(db, 'http://10.0.0.1/'));
  const attempt = await claimDelivery(db, due!.deliveryId);
  await deliverWebhook({ ...deps, resolveName }, attempt!, new AbortController().signal);
  expect(await metrics()).toContain('auction_webhook_endpoints_failing 1');
  expect(await metrics()).toMatch(/auction_webhook_attempts_total\{result="retried"\} [1-9]/);
  expect(await metrics()).toMatch(/auction_webhook_attempt_duration_seconds_count [1-9]/);
});

test.each([
  ['without a key', undefined, 401],
  ['with a key that is no admin’s', 'seller', 403],
])('%s there are no metrics', async (_, who, status) => {
  const answer = who === undefined ? await stage.service.request('/metrics') : await stage.seller.get('/metrics');
  expect(answer.status).toBe(status);
});

test('shows the age of the last backup, and nothing before the first one', async () => {
  expect(await metrics()).not.toMatch(/^auction_last_backup_age_seconds /m);
  await stage.service.db.query(`insert into backup_marks (made_at) values (clock_timestamp() - interval '2 minutes')`);
  expect(await metrics()).toMatch(/^auction_last_backup_age_seconds 12\d/m);
});
