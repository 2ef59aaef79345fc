import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { startWorker } from '../../src/operations/work/start-worker.ts';
import { startService } from '../support/service.ts';
import { keyed } from '../idempotency/keyed.ts';
import { ask, create, deliveries, replay, rotate, sendTest } from './ask.ts';
import { ok, startReceiver } from './receiver.ts';
import { withDatabase } from '../support/settings.ts';

const patient = { timeout: 60_000, interval: 100 };

test(
  'a seller tries an endpoint out, reads why it failed, and replays it with a new secret',
  { timeout: 120_000 },
  async () => {
    let isBroken = true;
    await using receiver = await startReceiver((response, received) =>
      isBroken ? void response.writeHead(500).end('No such table') : ok(response, received),
    );
    const config = readConfig({ ...withDatabase('postgresql://not/asked'), WEBHOOK_ALLOW_LOOPBACK: 'true' });
    await using service = await startService({ config });
    await using _worker = await startWorker(service.deps);
    const seller = await service.seller();
    const endpoint = { url: receiver.url('/hooks'), eventTypes: ['auction_started'] };
    const { secret, webhookEndpoint } = await ask(seller, create, endpoint);
    const { endpointId } = webhookEndpoint;

    const sent = await seller.graphql(sendTest, { endpointId });
    const { deliveryId } = sent.body.data.sendTestWebhook;
    const logged = async () => (await ask(seller, deliveries, { endpointId })).nodes[0];
    await expect.poll(async () => (await logged()).attempts.length, patient).toBeGreaterThan(0);
    const failed = await logged();
    expect(failed).toMatchObject({ deliveryId, state: 'PENDING' });
    expect(failed.attempts.at(-1)).toMatchObject({
      url: endpoint.url,
      status: 500,
      responseBody: 'No such table',
      error: null,
    });
    const headersOf = (attempt: any) =>
      Object.fromEntries(attempt.requestHeaders.map(({ name, value }: any) => [name.toLowerCase(), value]));
    const [first] = receiver.received;
    expect(first!.body).toBe(failed.event.body);
    expect(headersOf(failed.attempts.at(-1))).toMatchObject({
      'webhook-id': failed.event.eventId,
      'x-request-id': sent.headers.get('x-request-id'),
      'webhook-signature': first!.headers['webhook-signature'],
    });
    new Webhook(secret).verify(first!.body, first!.headers as Record<string, string>);

    isBroken = false;
    const rotated = await ask(seller, rotate, { endpointId });
    await ask(seller, replay, { deliveryId });
    await expect.poll(async () => (await logged()).state, patient).toBe('DELIVERED');
    const last = receiver.received.at(-1)!;
    expect(last.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(last.body).toBe(first!.body);
    for (const each of [secret, rotated.secret]) {
      new Webhook(each).verify(last.body, last.headers as Record<string, string>);
    }
  },
);

test('an endpoint is created once under an idempotency key, and a replay has no secret', async () => {
  await using service = await startService();
  const seller = await service.seller();
  const variables = { url: 'https://example.com/', eventTypes: ['bid_placed'] };
  const send = () => keyed(seller, '"once"', { method: 'POST', path: '/graphql', body: { query: create, variables } });
  const answers = await Promise.all([send(), send()].map(async (answer) => (await answer).body));
  const again = (await send()).body;
  const secrets = [...answers, again].flatMap(({ data }) => data?.createWebhookEndpoint.secret ?? []) as string[];
  expect(secrets.length).toBeGreaterThanOrEqual(2);
  // The first answer has the secret. Replays have a sentence in its place, as no secret is stored with an answer.
  expect(secrets.filter((secret) => secret.startsWith('whsec_'))).toHaveLength(1);
  expect(again.data.createWebhookEndpoint.secret).toContain('rotate');
  expect(await service.db.prisma.webhookEndpoint.count()).toBe(1);
});
