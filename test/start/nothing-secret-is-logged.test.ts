import { expect, test, vi } from 'vitest';
import { cards, aBidder } from '../page/bidder.ts';
import { readAnswer } from '../support/answer.ts';
import { freshDatabase } from '../support/database.ts';
import { insertAuction, ongoing } from '../support/insert-auction.ts';
import { makeSeller } from '../support/seller.ts';
import { publicUrl } from '../support/service.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { withDatabase } from '../support/settings.ts';

vi.setConfig({ testTimeout: 180_000 });

/** What no line may hold, whatever it is of: keys and secrets, cards, e-mail addresses, passwords in addresses. */
const patterns = [
  /auc_(live|test)_[A-Za-z0-9]{8}/,
  /whsec_[\w+/=]{8}/,
  /sk_test_[a-z]{8}/,
  /(?<![\w.-])[2-6]\d{3}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}(?![\w-])/,
  /[\w.+-]+@[\w-]+\.[a-z]+/,
  /\/\/\w+:[^*@\s]+@/,
];

test('a process that tells all it knows tells no secret, from bids to sign-ins to failures', async () => {
  await using database = await freshDatabase();
  const url = new URL(database.url);
  url.password ||= 'password-of-the-database';
  await using service = await startServiceProcess({
    ...withDatabase(url.href),
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'trace',
    SHUTDOWN_GRACE_MS: '0',
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    METRICS_TOKEN: 'scraper-token-of-prometheus',
    STRIPE_SECRET_KEY: 'sk_test_abcdefghijkl',
    PROVIDER_SANDBOX: 'true',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_abcdefghijkl',
    STRIPE_WEBHOOK_SECRET: 'whsec_abcdefghijkl',
    STRIPE_API_BASE: 'http://127.0.0.1:1',
  });
  const request = async (path: string, init: RequestInit = {}) =>
    readAnswer(await fetch(new URL(path, service.url), { redirect: 'manual', ...init }));
  const seller = await makeSeller(database.db, request);
  const admin = await makeSeller(database.db, request, { scopes: ['admin'] });
  const secrets = [seller.key, admin.key, 'scraper-token-of-prometheus', url.password, cards.good, 'ada@example.com'];

  const endpoint = await seller.mutate(
    'createWebhookEndpoint',
    { url: 'http://127.0.0.1:1/x', eventTypes: ['bid_placed'] },
    'secret',
  );
  secrets.push(endpoint.body.data.createWebhookEndpoint.secret);
  const auction = await insertAuction(database.db, seller, ongoing);
  const bidder = aBidder({ request }, auction);
  expect((await bidder.bid()).status).toBe(200);
  await bidder.bid({ cardNumber: cards.declined, email: 'eve@example.com' });
  const bids = await seller.get(`/v1/bids?auctionId=${auction.auctionId}`);
  expect(bids.body.bids).toHaveLength(1);
  secrets.push(bidder.cookie!.split('=')[1]!);

  const signIn = await request('/admin/sign-in', {
    method: 'POST',
    headers: { origin: publicUrl, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ key: admin.key }).toString(),
  });
  expect(signIn.status).toBe(303);
  secrets.push(/=([^;]+)/.exec(signIn.headers.get('set-cookie')!)![1]!);
  const sellersSignIn = await request('/seller', {
    method: 'POST',
    headers: { origin: publicUrl, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ key: seller.key }).toString(),
  });
  expect(sellersSignIn.status).toBe(303);
  secrets.push(/=([^;]+)/.exec(sellersSignIn.headers.get('set-cookie')!)![1]!);
  // As people get it wrong.
  await request(`/v1/auctions?api_key=${seller.key}`, { headers: { authorization: `Bearer ${seller.key}x` } });
  await request(`/nowhere/${seller.key}`);
  await seller.post('/v1/auctions', { title: 'eve@example.com', card: cards.good });
  await seller.graphql(`{ auction(auctionId: "${seller.key}") { title } }`);
  await request('/metrics', { headers: { authorization: 'Bearer scraper-token-of-prometheus' } });
  // A failure of ours, with the row that it is about in what PostgreSQL says.
  await database.db.query(`alter table auctions add constraint no_signs check (title not like '%@%') not valid`);
  const title = `Ask eve@example.com, ${cards.good}`;
  expect((await seller.patch(`/v1/auctions/${auction.auctionId}`, { title })).status).toBe(500);
  await service.stop();
  const output = service.lines.join('\n');
  expect(output).toContain('"route":"/auctions/:auctionId/bids"');
  expect(output).toContain('"route":"/admin/sign-in"');
  // PostgreSQL has told of the whole row.
  expect(service.lines.some((line) => line.includes('no_signs') && line.includes('Failing row'))).toBe(true);
  for (const secret of secrets) {
    expect(output).not.toContain(secret);
    expect(output).not.toContain(encodeURIComponent(secret));
  }
  for (const pattern of patterns) expect(service.lines.filter((line) => pattern.test(line))).toEqual([]);
});
