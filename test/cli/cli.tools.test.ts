import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { sellerScopes } from '../../src/core/viewer.ts';
import { readConfig } from '../../src/platform/config.ts';
import { WebhookEventType } from '../../src/platform/db/generated/enums.ts';
import { startFollowUps } from '../../src/operations/work/follow-up-events.ts';
import { sendWebhooks } from '../../src/operations/work/send-webhooks.ts';
import { servePage } from '../e2e/serve-page.ts';
import { ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService, startService } from '../support/service.ts';
import { withDatabase } from '../support/settings.ts';
import { aSecret } from '../webhooks/outbox.ts';
import { ok, startReceiver, status } from '../webhooks/receiver.ts';
import { startCuts } from './cut-connections.ts';
import { runCli, startCli } from './run-cli.ts';

const service = await sharedService();

let seller: Seller;
beforeEach(async () => void (seller = await service.seller()));

const slow = { timeout: 60_000 };
const env = () => ({ AUCTION_API_KEY: seller.key });

async function record(count: number): Promise<string[]> {
  const { rows } = await service.db.query<{ eventId: string }>(
    `insert into webhook_events (seller_id, event_type, snapshot)
     select $1, 'test', '{"message": "hello"}' from generate_series(1, $2) returning event_id as "eventId"`,
    [seller.sellerId, count],
  );
  return rows.map(({ eventId }) => eventId);
}

describe('listen', () => {
  test(
    'forwards each event, signed, over cut connections, a restart of the service and failures of the receiver',
    { timeout: 120_000 },
    async () => {
      const secret = aSecret();
      const webhook = new Webhook(secret);
      let requests = 0;
      await using receiver = await startReceiver((response, { headers, body }) => {
        requests += 1;
        webhook.verify(body, headers as Record<string, string>);
        (requests % 25 === 0 ? status(500) : ok)(response, { path: '', method: '', headers, body });
      });
      const first = await servePage(service.deps);
      await using cuts = await startCuts(first.url);
      const [before] = await record(1);
      await using cli = startCli(
        [
          'listen',
          '--base-url',
          cuts.url,
          '--secret',
          secret,
          '--forward-to',
          `127.0.0.1:${receiver.port}/hook`,
          '--after',
          before!,
        ],
        env(),
      );
      await expect.poll(cli.printed, slow).toContain('Ctrl-C stops');
      const taken = () => new Set(receiver.received.map(({ headers }) => String(headers['webhook-id'])));
      const sent: string[] = [];
      for (let round = 0; round < 6; round += 1) {
        sent.push(...(await record(20)));
        await expect.poll(() => taken().size, slow).toBeGreaterThan(round * 20);
        cuts.cut();
      }
      await first[Symbol.asyncDispose]();
      sent.push(...(await record(20)));
      await using second = await servePage(service.deps);
      cuts.moveTo(Number(new URL(second.url).port));
      await expect.poll(() => taken().size, slow).toBe(140);
      expect([...taken()]).toEqual(sent);
      expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/hook']));
      expect(cli.printed()).toContain('The stream was cut');
    },
  );

  test('begins with what is yet to happen', { timeout: 120_000 }, async () => {
    await using served = await servePage(service.deps);
    const [old] = await record(1);
    // The feed ends before the oldest open transaction, which may be another session's of the cluster.
    const latest = async () => (await seller.graphql('{ latestEvent { eventId } }')).body.data.latestEvent?.eventId;
    await expect.poll(latest, slow).toBe(old);
    await using cli = startCli(['listen', '--base-url', served.url], env());
    await expect.poll(cli.printed, slow).toContain('Ctrl-C stops');
    const [young] = await record(1);
    await expect.poll(cli.printed, slow).toContain(young);
    expect(cli.printed()).not.toContain(old);
  });

  test('--json prints nothing but the events, one a line', { timeout: 120_000 }, async () => {
    await using served = await servePage(service.deps);
    await using cli = startCli(['listen', '--json', '--base-url', served.url], env());
    await expect.poll(cli.printed, slow).toContain('Ctrl-C stops');
    const ids = await record(2);
    await expect.poll(cli.lines, slow).toHaveLength(2);
    expect(cli.lines().map((line) => JSON.parse(line))).toMatchObject(
      ids.map((eventId) => ({ eventId, eventType: 'test', body: { payload: { message: 'hello' } } })),
    );
  });

  test('ends when the key is refused', { timeout: 120_000 }, async () => {
    await using served = await servePage(service.deps);
    const { code, output } = await runCli(['listen', '--base-url', served.url], {
      AUCTION_API_KEY: 'auc_test_unknown',
    });
    expect(code).toBe(1);
    expect(output).toContain('The API key is unknown, revoked or expired.');
    expect(output).not.toContain('    at ');
  });
});

describe('tail', () => {
  test('prints the requests of the key, over a cut connection', { timeout: 120_000 }, async () => {
    await using served = await servePage(service.deps);
    await using cuts = await startCuts(served.url);
    await using cli = startCli(['tail', '--base-url', cuts.url], env());
    const ask = () => service.request('/v1/auctions?limit=0', { headers: { authorization: `Bearer ${seller.key}` } });
    const printsNext = async () => {
      const before = cli.printed().length;
      await expect
        .poll(async () => {
          const { headers } = await ask();
          return [headers.get('x-request-id'), cli.printed().slice(before)];
        }, slow)
        .toEqual([
          expect.any(String),
          expect.stringMatching(/  400  GET \/v1\/auctions  .* ms  [0-9a-f-]{36}  invalid_request\n/),
        ]);
    };
    await printsNext();
    cuts.cut();
    await expect.poll(cli.printed, slow).toContain('The stream was cut');
    await printsNext();
    expect(cli.printed()).not.toContain(seller.key);
  });
});

test(
  'tail --failed --json prints the requests that were refused, by REST and by GraphQL',
  { timeout: 120_000 },
  async () => {
    await using served = await servePage(service.deps);
    await using cli = startCli(['tail', '--failed', '--json', '--base-url', served.url], env());
    await expect
      .poll(async () => {
        await seller.get('/v1/auctions?limit=1');
        await seller.get('/v1/auctions?limit=0');
        await seller.mutate('cancelAuction', { auctionId: '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11' });
        return cli.lines().map((line) => JSON.parse(line));
      }, slow)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ route: '/v1/auctions', status: 400, code: 'invalid_request' }),
          expect.objectContaining({ operation: 'cancelAuction', status: 200, code: 'auction_not_found' }),
        ]),
      );
    expect(cli.lines().filter((line) => JSON.parse(line).code === null)).toEqual([]);
  },
);

describe('trigger', () => {
  test.each(Object.values(WebhookEventType))('plays the event %s', { timeout: 120_000 }, async (eventType) => {
    // Sends webhooks: those of other tests are none of its business.
    await using own = await startService();
    const { sellerId, key } = await own.seller({ scopes: sellerScopes });
    const loopback = { WEBHOOK_ALLOW_LOOPBACK: 'true' };
    const config = readConfig({ ...withDatabase(own.deps.config.databaseUrl ?? ''), ...loopback });
    await using served = await servePage(own.deps, loopback);
    await using _followUps = startFollowUps(own.deps);
    await using _sending = sendWebhooks({ ...own.deps, config });
    const { code, output } = await runCli(['trigger', eventType, '--base-url', served.url], { AUCTION_API_KEY: key });
    expect(output).toContain(`"eventType": "${eventType}"`);
    expect(code).toBe(0);
    const { rows } = await own.db.query(
      'select from webhook_events where seller_id = $1 and event_type = $2::webhook_event_type',
      [sellerId, eventType],
    );
    expect(rows).toHaveLength(1);
    const { rows: left } = await own.db.query(
      `select (select count(*)::int from webhook_endpoints where deleted_at is null) as endpoints,
        (select count(*)::int from seller_profiles where email is not null or ask_winner_for <> 'NONE') as profiles,
        (select count(*)::int from api_keys where revoked_at is null) as keys`,
    );
    expect(left).toEqual([{ endpoints: 0, profiles: 0, keys: 1 }]);
  });

  test.each(['endpoint_disabled', 'test'])(
    'says how to get the event %s from a service that may not reach this machine',
    { timeout: 120_000 },
    async (eventType) => {
      await using served = await servePage(service.deps);
      const { code, output } = await runCli(['trigger', eventType, '--base-url', served.url], env());
      expect(output).toContain('The service takes no endpoint on this machine');
      expect(output).toContain('Call sendTestWebhook for an endpoint that the service reaches');
      expect(code).toBe(1);
    },
  );

  test('plays nothing for a live seller', { timeout: 120_000 }, async () => {
    const live = await service.seller({ mode: 'live' });
    await using served = await servePage(service.deps);
    const { code, output } = await runCli(['trigger', 'auction_created', '--base-url', served.url], {
      AUCTION_API_KEY: live.key,
    });
    expect(output).toContain('Only a test seller plays events');
    expect(code).toBe(1);
    const { rows } = await service.db.query('select from auctions where seller_id = $1', [live.sellerId]);
    expect(rows).toEqual([]);
  });
});

test('bid places the bids of a script through the page', { timeout: 120_000 }, async () => {
  const { auctionId } = await service.auction(seller, ongoing);
  await using served = await servePage(service.deps);
  const { code, output } = await runCli(
    ['bid', auctionId, '--bids', '60:visa,75:declined,90:capture_declined', '--base-url', served.url],
    env(),
  );
  expect(output.split('\n').filter((line) => line !== '')).toHaveLength(3);
  expect(code).toBe(0);
  const { rows } = await service.db.query(
    'select bidder_id as "bidderId", bid_value_in_cents as cents from bids where auction_id = $1 order by placed_at',
    [auctionId],
  );
  expect(rows).toEqual([
    { bidderId: 'bidder-1@example.com', cents: 6_000 },
    { bidderId: 'bidder-3@example.com', cents: 9_000 },
  ]);
});

test.each([
  ['without a key', ['listen'], {}, 'Set AUCTION_API_KEY'],
  ['an unknown command', ['lisen'], { AUCTION_API_KEY: 'a' }, 'There is no command "lisen"'],
  ['an unknown option', ['listen', '--forward', 'a'], { AUCTION_API_KEY: 'a' }, '--forward'],
  [
    'no service to follow',
    ['tail', '--base-url', 'http://127.0.0.1:1'],
    { AUCTION_API_KEY: 'a' },
    'There is no service',
  ],
  ['an unknown event', ['trigger', 'toString'], { AUCTION_API_KEY: 'a' }, 'Give one of auction_created'],
  ['no service', ['listen', '--base-url', 'http://127.0.0.1:1'], { AUCTION_API_KEY: 'a' }, 'There is no service at'],
  ['a bid that is none', ['bid', 'x', '--bids', '60:gold'], { AUCTION_API_KEY: 'a' }, '"60:gold" is no bid'],
])('%s is answered with a sentence', async (_, args, given, sentence) => {
  const { code, output } = await runCli(args, given);
  expect(output).toContain(sentence);
  expect(output).not.toContain('    at ');
  expect(code).toBe(1);
});
