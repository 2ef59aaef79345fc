import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { deleteMarkedEndpoints, deliveriesAtOnce } from '../../src/auctions/webhooks/change-endpoints.ts';
import { setAuctionStage } from '../settlement/auction-stage.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile, startService } from '../support/service.ts';
import {
  ask,
  create,
  deliveries,
  list,
  read,
  refusalOf,
  remove,
  replayFailed,
  rotate,
  sendTest,
  update,
} from './ask.ts';
import { withDatabase } from '../support/settings.ts';

const logged: string[] = [];
const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });
const service = await serviceForFile({ log });

const unknownId = '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11';
const sound = { url: 'https://example.com/webhooks', eventTypes: ['bid_placed', 'auction_completed'] };

let seller: Seller;
beforeEach(async () => void (seller = await service.seller()));

const rowOf = (endpointId: string) => service.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { endpointId } });
const made = async (fields: object = {}) => (await ask(seller, create, { ...sound, ...fields })).webhookEndpoint;
const write = (endpointId: string, assignment: string) =>
  service.db.query(`update webhook_endpoints set ${assignment} where endpoint_id = $1`, [endpointId]);

test('an endpoint is created enabled, and its secret shown, which signs as Standard Webhooks does', async () => {
  const { webhookEndpoint, secret } = await ask(seller, create, { ...sound, description: 'Our shop' });
  expect(webhookEndpoint).toEqual({
    endpointId: expect.any(String),
    ...sound,
    description: 'Our shop',
    createdAt: expect.stringMatching(/\+00:00$/),
    isEnabled: true,
    disabledAt: null,
    disabledReason: null,
    failingSince: null,
    previousSecretExpiresAt: null,
  });
  expect(await rowOf(webhookEndpoint.endpointId)).toMatchObject({ sellerId: seller.sellerId, ...sound, secret });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(new Webhook(secret).sign('msg', new Date(), '{}')).toMatch(/^v1,/);
});

test('no two secrets are the same, and none is shown again or logged', async () => {
  const first = await ask(seller, create, sound);
  const { endpointId } = first.webhookEndpoint;
  const rotated = await ask(seller, rotate, { endpointId });
  expect(rotated.secret).not.toBe(first.secret);
  const answers = [
    await ask(seller, list),
    await ask(seller, read, { endpointId }),
    await ask(seller, update, { endpointId, description: 'x' }),
    await ask(seller, sendTest, { endpointId }),
    await ask(seller, deliveries, { endpointId }),
    (await service.db.query('select * from audit_log')).rows,
    logged,
  ];
  expect(JSON.stringify(answers)).not.toMatch(/whsec_/);
});

describe('every fault is told at once', () => {
  test('all faults of a new endpoint are told', async () => {
    const fields = { url: 'example.com', eventTypes: ['bid_placed', 'test', 'bid_placed'], description: ' ' };
    expect(await refusalOf(seller, create, fields)).toEqual([
      'invalid_request',
      '/description blank',
      '/eventTypes/1 invalid_value',
      '/eventTypes/2 invalid_value',
      '/url invalid_value',
    ]);
    expect(await service.db.prisma.webhookEndpoint.count({ where: { sellerId: seller.sellerId } })).toBe(0);
  });

  test('all faults of a change are told, and nothing of it is done', async () => {
    const before = await made();
    const { endpointId } = before;
    const changes = { url: 'no address', eventTypes: [], isEnabled: false, description: 'fine' };
    expect(await refusalOf(seller, update, { endpointId, ...changes })).toEqual([
      'invalid_request',
      '/eventTypes too_short',
      '/url invalid_value',
    ]);
    expect(await ask(seller, read, { endpointId })).toEqual(before);
  });

  test.each([
    ['', 'too_short'],
    [`https://example.com/${'x'.repeat(2_029)}`, 'too_long'],
    ['https://example.com/a b', 'invalid_value'],
    [' https://example.com/', 'invalid_value'],
    ['https://example.com/\u0000', 'invalid_value'],
    ['//example.com/', 'invalid_value'],
    ['https://', 'invalid_value'],
    ['http://example.com/', 'invalid_value'],
    ['ftp://example.com/', 'invalid_value'],
    ['javascript:alert(1)', 'invalid_value'],
    ['https://ada@example.com/', 'invalid_value'],
    ['https://:secret@example.com/', 'invalid_value'],
    ['https://example.com/#there', 'invalid_value'],
    ['https://example.com/#', 'invalid_value'],
    ['https://127.0.0.1/', 'invalid_value'],
    ['https://localhost:8443/', 'invalid_value'],
    ['https://169.254.169.254/latest/meta-data', 'invalid_value'],
    ['https://10.1.2.3/', 'invalid_value'],
    ['https://[::ffff:10.1.2.3]/', 'invalid_value'],
    ['https://LOCALHOST/', 'invalid_value'],
    ['https://localhost./', 'invalid_value'],
    ['https://api.localhost/', 'invalid_value'],
    ['https://2130706433/', 'invalid_value'],
    ['https://0x7f.1/', 'invalid_value'],
    ['https://0177.0.0.1/', 'invalid_value'],
    ['https://0.0.0.0/', 'invalid_value'],
    ['https://[::1]/', 'invalid_value'],
    ['https://[fd00:ec2::254]/', 'invalid_value'],
  ])('the address %j: %s', async (url, fault) => {
    expect(await refusalOf(seller, create, { ...sound, url })).toEqual(['invalid_request', `/url ${fault}`]);
    const { endpointId } = await insertEndpoint(service.db, seller);
    expect(await refusalOf(seller, update, { endpointId, url })).toEqual(['invalid_request', `/url ${fault}`]);
  });

  test.each([
    ['d'.repeat(201), 'too_long'],
    ['', 'blank'],
    ['\u0007', 'control_character'],
  ])('the description %j: %s', async (description, fault) => {
    expect(await refusalOf(seller, create, { ...sound, description })).toContain(`/description ${fault}`);
  });

  test.each([
    [rotate, { overlapSeconds: -1 }, '/overlapSeconds too_small'],
    [rotate, { overlapSeconds: 604_801 }, '/overlapSeconds too_large'],
    [replayFailed, { sinceTimestamp: -1 }, '/sinceTimestamp too_small'],
    [replayFailed, { sinceTimestamp: 1_800_000_000_000 }, '/sinceTimestamp looks_like_milliseconds'],
    [deliveries, { first: 101 }, '/first too_large'],
    [deliveries, { after: 'x' }, '/after invalid_value'],
    [list, { first: 0 }, '/first too_small'],
  ])('%s %o: %s', async (document, fields, fault) => {
    const { endpointId } = await made();
    expect(await refusalOf(seller, document, { endpointId, ...fields })).toEqual(['invalid_request', fault]);
  });
});

test('the longest address and description are taken, as they are', async () => {
  const url = `https://example.com/${'x'.repeat(2_028)}`;
  const description = '🪑'.repeat(200);
  expect(await made({ url, description })).toMatchObject({ url, description });
});

test.each([
  'https://example.com:8443/hooks?tenant=7',
  'https://1.1.1.1/',
  'https://[2606:4700::1111]/',
  'https://localhost.example.com/',
])('the address %s is taken, of a test seller and of a live one', async (url) => {
  for (const mode of ['test', 'live'] as const) {
    const { webhookEndpoint } = await ask(await service.seller({ mode }), create, { ...sound, url });
    expect(webhookEndpoint.url).toBe(url);
  }
});

test('a test seller’s endpoint may be on this machine if that is allowed, and a live seller’s may not', async () => {
  const config = readConfig({ ...withDatabase(service.db.url), WEBHOOK_ALLOW_LOOPBACK: 'true' });
  await using lenient = await startService({ config });
  const [tester, live] = [await lenient.seller(), await lenient.seller({ mode: 'live' })];
  const refused = ['invalid_request', '/url invalid_value'];
  for (const url of ['http://127.0.0.1:4567/hooks', 'http://localhost:3000/', 'https://[::1]:8443/']) {
    expect((await ask(tester, create, { ...sound, url })).webhookEndpoint.url).toBe(url);
    expect(await refusalOf(live, create, { ...sound, url })).toEqual(refused);
  }
  for (const url of ['http://10.0.0.1/', 'http://0.0.0.0/', 'http://169.254.169.254/', 'http://a:b@localhost/']) {
    expect(await refusalOf(tester, create, { ...sound, url })).toEqual(refused);
  }
});

describe('how many', () => {
  const makeUpTo = async (count: number) => {
    for (let index = 0; index < count; index++) await insertEndpoint(service.db, seller);
  };
  const count = () =>
    service.db.prisma.webhookEndpoint.count({ where: { sellerId: seller.sellerId, deletedAt: null } });

  test('sixteen, and not one more until one is deleted', async () => {
    await makeUpTo(15);
    const { endpointId } = await made();
    expect(await refusalOf(seller, create, sound)).toEqual(['webhook_endpoint_limit']);
    await ask(seller, remove, { endpointId });
    await made();
    expect(await count()).toBe(16);
    // Another seller is not concerned.
    await ask(await service.seller(), create, sound);
  });

  test('also when the last place is asked for by many at once', async () => {
    await makeUpTo(15);
    const answers = await Promise.all(Array.from({ length: 8 }, () => seller.graphql(create, sound)));
    expect(answers.filter(({ body }) => body.errors === undefined)).toHaveLength(1);
    expect(await count()).toBe(16);
  });
});

test('endpoints are listed newest first, page by page', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 3; index++) ids.unshift((await made()).endpointId);
  const idsOf = ({ nodes }: any) => nodes.map(({ endpointId }: any) => endpointId);
  const first = await ask(seller, list, { first: 2 });
  expect(idsOf(first)).toEqual(ids.slice(0, 2));
  expect(first.pageInfo.hasNextPage).toBe(true);
  // The cursor leads on even if its endpoint is deleted meanwhile.
  await ask(seller, remove, { endpointId: ids[1] });
  const second = await ask(seller, list, { first: 2, after: first.pageInfo.endCursor });
  expect(idsOf(second)).toEqual(ids.slice(2));
  expect(second.pageInfo.hasNextPage).toBe(false);
  await made();
  const counted = `{ webhookEndpoints(last: 2) {
    totalCount isTotalCountExact pageInfo { hasNextPage hasPreviousPage } edges { cursor node { endpointId } }
  } }`;
  const { edges, ...last } = await ask(seller, counted);
  expect(edges.map(({ node }: any) => node.endpointId)).toEqual([ids[0], ids[2]]);
  expect(last).toEqual({
    totalCount: 3,
    isTotalCountExact: true,
    pageInfo: { hasNextPage: false, hasPreviousPage: true },
  });
  const before = `{ webhookEndpoints(last: 2, before: "${edges[1].cursor}") { nodes { endpointId } pageInfo { hasNextPage } } }`;
  const earlier = await ask(seller, before);
  expect([idsOf(earlier)[1], earlier.pageInfo.hasNextPage]).toEqual([ids[0], true]);
});

describe('a change', () => {
  test('an empty change answers with the unchanged endpoint', async () => {
    const before = await made();
    expect(await ask(seller, update, { endpointId: before.endpointId })).toEqual(before);
  });

  test('a change of one field leaves the rest, and null removes the description', async () => {
    const before = await made({ description: 'Old' });
    const { endpointId } = before;
    const changes = { url: 'https://example.org/', eventTypes: ['capture_failed'] };
    expect(await ask(seller, update, { endpointId, ...changes })).toEqual({ ...before, ...changes });
    const cleared = await ask(seller, update, { endpointId, description: null });
    expect(cleared).toEqual({ ...before, ...changes, description: null });
  });

  test('another address begins without failures, the same one does not', async () => {
    const { endpointId, url } = await made();
    await write(endpointId, 'failing_since = clock_timestamp()');
    const same = await ask(seller, update, { endpointId, url });
    expect(same.failingSince).not.toBeNull();
    const moved = await ask(seller, update, { endpointId, url: 'https://example.org/' });
    expect(moved.failingSince).toBeNull();
  });

  test('disabling gives up what is on its way; why and when stay as they were first', async () => {
    const { endpointId } = await made();
    const webhookDelivery = await ask(seller, sendTest, { endpointId });
    const disabled = await ask(seller, update, { endpointId, isEnabled: false });
    expect(disabled).toMatchObject({ isEnabled: false, disabledReason: 'SELLER', disabledAt: expect.any(String) });
    const [given] = (await ask(seller, deliveries, { endpointId })).nodes;
    expect(given).toMatchObject({ deliveryId: webhookDelivery.deliveryId, state: 'FAILED', nextAttemptAt: null });
    expect(given.closedAt).not.toBeNull();

    await write(endpointId, `disabled_reason = 'gone'`);
    const again = await ask(seller, update, { endpointId, isEnabled: false });
    expect(again).toEqual({ ...disabled, disabledReason: 'GONE' });
  });

  test('enabling forgets why and since when it failed, and is no change where it is enabled', async () => {
    const before = await made();
    const { endpointId } = before;
    await write(
      endpointId,
      `failing_since = clock_timestamp(), disabled_at = clock_timestamp(), disabled_reason = 'failing'`,
    );
    const renamed = await ask(seller, update, { endpointId, description: 'x' });
    expect(renamed).toMatchObject({ isEnabled: false, disabledReason: 'FAILING', failingSince: expect.any(String) });
    const enabled = await ask(seller, update, { endpointId, isEnabled: true });
    expect(enabled).toEqual({ ...before, description: 'x' });
    expect(await ask(seller, update, { endpointId, isEnabled: true })).toEqual(enabled);
  });
});

describe('rotation', () => {
  test('the old secret signs for a day beside the new one, unless told otherwise', async () => {
    const { webhookEndpoint, secret } = await ask(seller, create, sound);
    const { endpointId } = webhookEndpoint;
    const rotated = await ask(seller, rotate, { endpointId });
    const row = await rowOf(endpointId);
    expect(row).toMatchObject({ secret: rotated.secret, previousSecret: secret });
    const { rows } = await service.db.query<{ ms: number }>(
      `select extract(epoch from $1::timestamptz - clock_timestamp())::float8 * 1000 as ms`,
      [row.previousSecretExpiresAt],
    );
    expect(Math.abs(rows[0]!.ms - 86_400_000)).toBeLessThan(60_000);
    const shown = new Date(rotated.webhookEndpoint.previousSecretExpiresAt);
    expect(shown).toEqual(row.previousSecretExpiresAt);
  });

  test('twice: the one before last signs no more', async () => {
    const { endpointId } = await made();
    const first = await ask(seller, rotate, { endpointId, overlapSeconds: 604_800 });
    await ask(seller, rotate, { endpointId });
    expect((await rowOf(endpointId)).previousSecret).toBe(first.secret);
  });

  test('without overlap the old secret is gone at once', async () => {
    const { endpointId } = await made();
    const { webhookEndpoint } = await ask(seller, rotate, { endpointId, overlapSeconds: 0 });
    expect(webhookEndpoint.previousSecretExpiresAt).toBeNull();
    expect(await rowOf(endpointId)).toMatchObject({ previousSecret: null, previousSecretExpiresAt: null });
  });

  test('an overlap that is over is not shown any more', async () => {
    const { endpointId } = await made();
    await ask(seller, rotate, { endpointId });
    await write(endpointId, `previous_secret_expires_at = clock_timestamp() - interval '1 second'`);
    expect((await ask(seller, read, { endpointId })).previousSecretExpiresAt).toBeNull();
  });
});

test('a deleted endpoint is gone, with its deliveries', async () => {
  const { endpointId } = await made();
  await ask(seller, sendTest, { endpointId });
  expect(await ask(seller, remove, { endpointId })).toEqual({
    deletedWebhookEndpointId: Buffer.from(`WebhookEndpoint:${endpointId}`).toString('base64'),
  });
  for (const document of [read, remove, update, rotate, sendTest, deliveries]) {
    expect(await refusalOf(seller, document, { endpointId })).toEqual(['webhook_endpoint_not_found']);
  }
  await deleteMarkedEndpoints(service.db);
  expect(await service.db.prisma.webhookDelivery.count({ where: { endpointId } })).toBe(0);
});

describe('permissions', () => {
  const operations = { list, read, create, update, remove, rotate, sendTest, deliveries, replayFailed };

  test.each(Object.entries(operations).filter(([name]) => name !== 'list' && name !== 'create'))(
    '%s: another seller’s endpoint is answered as an unknown one, and stays as it is',
    async (_, document) => {
      const { endpointId } = await made();
      const before = await rowOf(endpointId);
      const stranger = await service.seller();
      const variables = { ...sound, sinceTimestamp: 0, isEnabled: false };
      const answers = [endpointId, unknownId].map((id) => stranger.graphql(document, { ...variables, endpointId: id }));
      const [others, unknown] = await Promise.all(answers);
      expect(others!.body.errors[0].extensions.code).toBe('webhook_endpoint_not_found');
      expect(others!.body.errors[0].message).toBe(unknown!.body.errors[0].message);
      expect(others!.status).toBe(unknown!.status);
      expect(await rowOf(endpointId)).toEqual(before);
    },
  );

  test('nobody sees another seller’s endpoints in the list', async () => {
    await made();
    const stranger = await service.seller();
    expect((await ask(stranger, list)).nodes).toEqual([]);
    expect((await ask(seller, list)).nodes).toHaveLength(1);
  });
});

test('no bid waits for the deletion of an endpoint, whose deliveries are deleted later, some at a time', async () => {
  await using stage = await setAuctionStage({}, service);
  const { endpointId } = (await ask(stage.seller, create, sound)).webhookEndpoint;
  const { db } = service;
  await db.query(
    `with events as (
       insert into webhook_events (seller_id, event_type, snapshot)
       select $1, 'test', '{}' from generate_series(1, $3) returning event_id
     )
     insert into webhook_deliveries (event_id, endpoint_id, state, next_attempt_at, closed_at)
     select event_id, $2, 'delivered', null, clock_timestamp() from events`,
    [stage.seller.sellerId, endpointId, deliveriesAtOnce + 1],
  );
  const held = await db.pool.connect();
  try {
    // A delivery that is locked makes its deletion take as long as hundreds of thousands would.
    await held.query('begin');
    await held.query('select from webhook_deliveries where endpoint_id = $1 limit 1 for update', [endpointId]);
    expect(await ask(stage.seller, remove, { endpointId })).toEqual({
      deletedWebhookEndpointId: Buffer.from(`WebhookEndpoint:${endpointId}`).toString('base64'),
    });
    expect(await refusalOf(stage.seller, read, { endpointId })).toEqual(['webhook_endpoint_not_found']);
    await deleteMarkedEndpoints(db);
    await stage.bid(5_000);
    await held.query('commit');
  } finally {
    held.release(true);
  }
  while ((await deleteMarkedEndpoints(db)) === deliveriesAtOnce);
  const { rowCount } = await db.query('select from webhook_endpoints where endpoint_id = $1', [endpointId]);
  expect(rowCount).toBe(0);
});
