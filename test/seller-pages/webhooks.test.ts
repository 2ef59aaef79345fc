import { expect, test } from 'vitest';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { serviceForFile } from '../support/service.ts';
import { doneBy, sellerBrowser, textOf } from './seller-browser.ts';

const service = await serviceForFile();
const url = 'https://hooks.example/auctions';

async function start() {
  const seller = await service.seller();
  const { endpointId } = await insertEndpoint(service.db, seller, { url });
  return { seller, endpointId, path: `/seller/webhooks/${endpointId}`, browser: await sellerBrowser(service, seller) };
}

/** Writes deliveries of an endpoint, each given up after one request. */
async function failed({ sellerId, endpointId }: { sellerId: string; endpointId: string }, count = 1) {
  const { rows } = await service.db.query<{ deliveryId: string }>(
    `with event as (
       insert into webhook_events (seller_id, event_type, snapshot)
       select $1, 'test', '{"message":"test"}' from generate_series(1, $3) returning event_id
     )
     insert into webhook_deliveries (event_id, endpoint_id, state, closed_at, next_attempt_at)
     select event_id, $2, 'failed', now(), null from event returning delivery_id as "deliveryId"`,
    [sellerId, endpointId, count],
  );
  return rows.map(({ deliveryId }) => deliveryId);
}

const stateOf = async (deliveryId: string) =>
  (
    await service.db.query<{ state: string }>('select state from webhook_deliveries where delivery_id = $1', [
      deliveryId,
    ])
  ).rows[0]?.state;
const endpointOf = async (endpointId: string) =>
  (
    await service.db.query<{ url: string; description: string | null; event_types: string; disabled_at: Date | null }>(
      'select url, description, event_types, disabled_at from webhook_endpoints where endpoint_id = $1 and deleted_at is null',
      [endpointId],
    )
  ).rows[0];

test('a seller adds an endpoint, and its secret is shown once', async () => {
  const seller = await service.seller();
  const browser = await sellerBrowser(service, seller);
  const token = crypto.randomUUID();
  const form = { url, description: 'The shop', 'eventTypes-bid_won': 'yes', 'eventTypes-bid_lost': 'yes', token };
  const added = await browser.send('/seller/webhooks', 'add', form);
  expect(added.text).toMatch(/whsec_[\w+/=]{40,}/);
  expect(textOf(added)).toContain('it is not shown again');
  const listed = await browser.get('/seller/webhooks');
  expect(listed.text).not.toContain('whsec_');
  expect(textOf(listed)).toMatch(/https:\/\/hooks\.example\/auctions Working The shop Bid won · Bid lost/);
  const again = await browser.send('/seller/webhooks', 'add', form);
  expect(again.text).not.toContain('whsec_');
  expect(textOf(again)).toContain('You have sent this form before');
});

test('every fault of an endpoint is said at once next to its field', async () => {
  const { browser, path } = await start();
  for (const [page, form] of [
    ['/seller/webhooks', 'add'],
    [path, 'change'],
  ] as const) {
    const faulty = await browser.send(page, form, { url: 'http://localhost', description: 'x'.repeat(201) });
    expect(faulty.status).toBe(422);
    const text = textOf(faulty);
    expect(text).toContain('3 things need a change');
    expect(text).toContain('Enter an address that begins with https:// and is on the public internet');
    expect(text).toContain('This is too long.');
    expect(text).toContain('Tick at least one.');
  }
});

test('an endpoint is changed, disabled and enabled, and its page says how it is', async () => {
  const { browser, path, endpointId } = await start();
  const changed = { url: `${url}/new`, description: 'New', 'eventTypes-bid_won': 'yes' };
  expect((await browser.send(path, 'change', changed)).status).toBe(303);
  expect(await endpointOf(endpointId)).toMatchObject({ url: `${url}/new`, description: 'New' });
  await browser.send(path, 'enable', { isEnabled: 'no' });
  const disabled = await browser.get(path);
  expect(textOf(disabled)).toContain('You have disabled it:');
  expect(disabled.text).not.toContain('id="form-test"');
  await browser.send(path, 'enable', { isEnabled: 'yes' });
  expect((await endpointOf(endpointId))?.disabled_at).toBeNull();
  await service.db.query('update webhook_endpoints set failing_since = now() where endpoint_id = $1', [endpointId]);
  expect(textOf(await browser.get('/seller/webhooks'))).toContain('Failing');
  expect(textOf(await browser.get(path))).toContain('Requests have failed since');
});

test('a secret is replaced: the new one is shown once, and the page says until when the old one signs', async () => {
  const { browser, path } = await start();
  const rotated = await browser.send(path, 'rotate', { overlapSeconds: '3600' });
  expect(rotated.text).toMatch(/whsec_/);
  expect(textOf(rotated)).toContain('The old secret signs until');
  expect((await browser.get(path)).text).not.toContain('whsec_');
});

test('the page asks before it deletes an endpoint', async () => {
  const { browser, path, endpointId } = await start();
  expect((await browser.send(path, 'delete', {})).status).toBe(422);
  expect(await endpointOf(endpointId)).toBeDefined();
  expect((await browser.send(path, 'delete', { confirm: 'yes' })).status).toBe(303);
  expect(await endpointOf(endpointId)).toBeUndefined();
  expect((await browser.get(path)).status).toBe(404);
});

test('a test is sent, and the list shows it with every request and its answer', async () => {
  const { browser, path } = await start();
  expect(doneBy(await browser.send(path, 'test', {}))).toBe('testSent');
  expect(textOf(await browser.get(path))).toMatch(/Test .* On its way No request was sent yet\. The next request:/);
  await service.db.query(
    `insert into webhook_attempts (delivery_id, attempt, requested_at, duration_ms, url, request_headers, status, error)
     select delivery_id, 1, now() - interval '1 minute', 12, 'https://hooks.example', '[]'::jsonb, null::int, 'timeout' from webhook_deliveries
     union all select delivery_id, 2, now(), 34, 'https://hooks.example', '[]'::jsonb, 503, null from webhook_deliveries`,
  );
  expect(textOf(await browser.get(path))).toMatch(/Answer 503 · 34 ms .* No answer in time · 12 ms/);
});

test('one delivery is sent again, or all that have failed since a time', async () => {
  const { browser, path, seller, endpointId } = await start();
  const [one, two] = await failed({ ...seller, endpointId }, 2);
  await browser.send(path, 'replay', { deliveryId: one! });
  expect([await stateOf(one!), await stateOf(two!)]).toEqual(['pending', 'failed']);
  const later = { sinceTimestamp: '2100-01-01T00:00', zone: 'UTC' };
  await browser.send(path, 'replayFailed', later);
  expect(await stateOf(two!)).toBe('failed');
  const faulty = await browser.send(path, 'replayFailed', { sinceTimestamp: '', zone: 'UTC' });
  expect(textOf(faulty)).toContain('Choose a day and a time.');
  await browser.send(path, 'replayFailed', { sinceTimestamp: '2020-01-01T00:00', zone: 'UTC' });
  expect(await stateOf(two!)).toBe('pending');
});

test('nothing is sent again to an endpoint that was disabled meanwhile, and the page says why', async () => {
  const { browser, path, seller, endpointId } = await start();
  const [delivery] = await failed({ ...seller, endpointId });
  await browser.send(path, 'enable', { isEnabled: 'no' });
  for (const [form, fields] of [
    ['replay', { deliveryId: delivery! }],
    ['replayFailed', { sinceTimestamp: '2020-01-01T00:00' }],
    ['test', {}],
  ] as const) {
    const refused = await browser.send(path, form, fields);
    expect(refused.status).toBe(422);
    expect(textOf(refused)).toContain('The endpoint is disabled: enable it first.');
  }
});

test('twenty deliveries are on a page, found by their state', async () => {
  const { browser, path, seller, endpointId } = await start();
  await failed({ ...seller, endpointId }, 25);
  const count = async (query: string) =>
    (await browser.get(`${path}${query}`)).text.split('name="deliveryId"').length - 1;
  const [, later] = /href="(\?after=[^"]+)"/.exec((await browser.get(path)).text)!;
  expect([await count(''), await count(later!), await count('?state=FAILED')]).toEqual([20, 5, 20]);
  expect(await count('?state=DELIVERED')).toBe(0);
  expect((await browser.get(`${path}?state=FAILED`)).text).toContain('?state=FAILED&amp;after=');
});

test('a key without webhooks:write reads which scope it lacks', async () => {
  const browser = await sellerBrowser(service, await service.seller({ scopes: ['auctions:read'] }));
  const page = await browser.get('/seller/webhooks');
  expect(page.status).toBe(403);
  expect(textOf(page)).toContain('it lacks the scope “webhooks:write”');
});

test('a delivery of another seller is not sent again from the page of an endpoint of one’s own', async () => {
  const other = await start();
  const { browser, path } = await start();
  const [delivery] = await failed({ ...other.seller, endpointId: other.endpointId });
  expect((await browser.send(path, 'replay', { deliveryId: delivery! })).status).toBe(422);
  expect(await stateOf(delivery!)).toBe('failed');
});
