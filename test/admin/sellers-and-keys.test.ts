import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { setAuctionStage } from '../settlement/auction-stage.ts';
import { ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const admin = await service.seller({ name: 'Operators', mode: 'live', scopes: ['admin'] });
// Another process on the same database.
const elsewhere = createApp(service.deps);
afterAll(() => elsewhere[Symbol.asyncDispose]());

const unknownId = '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11';

/** The value of the one root field asked for. */
async function asked(document: string, by: Seller = admin): Promise<any> {
  const { body } = await by.graphql(document);
  expect(body.errors).toBeUndefined();
  return Object.values(body.data)[0];
}

async function refused(document: string): Promise<string[]> {
  const { body } = await admin.graphql(document);
  const { code, errors = [] } = body.errors[0].extensions;
  return [code, ...errors.map((fault: any) => `${fault.pointer} ${fault.code}`).sort()];
}

async function statusOf(key: string, app = elsewhere): Promise<number> {
  const request = new Request('http://localhost/v1/auctions', { headers: { authorization: `Bearer ${key}` } });
  return (await app.fetch(request)).status;
}

describe('sellers', () => {
  test('are listed newest first, by name, mode and suspension, page by page', async () => {
    const names = ['Quince One', 'quince two', 'Quince 100%'];
    for (const name of names) await service.seller({ name });
    const list = async (args: string) =>
      (await asked(`{ sellers(${args}) { nodes { name mode suspendedAt } } }`)).nodes as { name: string }[];
    const found = async (args: string) => (await list(args)).map(({ name }) => name);
    expect(await found('nameContains: "quince"')).toEqual(names.toReversed());
    // What a pattern would read as "anything" is a character like any other.
    expect(await found('nameContains: "%"')).toEqual(['Quince 100%']);
    expect(await found('nameContains: "quince", mode: LIVE')).toEqual([]);
    expect(await found('mode: LIVE')).toEqual(['Operators']);
    expect(await found('nameContains: "quince", first: 2')).toEqual(names.slice(1).toReversed());
    expect(await found('nameContains: "quince", last: 1')).toEqual(['Quince One']);
    expect(await found('isSuspended: true')).toEqual([]);
  });

  test('one is read with its keys and usage, and without any secret', async () => {
    const seller = await service.seller();
    const auction = await service.auction(seller, { ...ongoing });
    await service.auction(seller);
    await service.bid(auction, { bidValueInCents: 900 });
    await service.bid(auction, { bidValueInCents: 2_100, isWinningBid: true });
    const answer = await admin.graphql(`{ seller(sellerId: "${seller.sellerId}") {
      name mode suspendedAt
      keys(first: 1) { nodes { apiKeyId prefix scopes expiresAt revokedAt lastUsedAt } totalCount pageInfo { hasNextPage } }
      usage { upcomingAuctions ongoingAuctions completedAuctions bids capturedValueInCents lastActivityAt }
    } }`);
    expect(answer.body.data.seller).toEqual({
      name: seller.name,
      mode: 'TEST',
      suspendedAt: null,
      keys: {
        totalCount: 1,
        pageInfo: { hasNextPage: false },
        nodes: [
          {
            apiKeyId: seller.apiKeyId,
            prefix: seller.key.slice(0, 15),
            scopes: [
              'AUCTIONS_READ',
              'AUCTIONS_WRITE',
              'BIDS_READ',
              'WEBHOOKS_WRITE',
              'PAYMENTS_WRITE',
              'PAYMENTS_REFUND',
            ],
            expiresAt: null,
            revokedAt: null,
            lastUsedAt: null,
          },
        ],
      },
      usage: {
        upcomingAuctions: 1,
        ongoingAuctions: 1,
        completedAuctions: 0,
        bids: 2,
        capturedValueInCents: 2_100,
        lastActivityAt: expect.stringContaining('T'),
      },
    });
    expect(answer.text).not.toContain(seller.key.slice(20));
  });

  test('a new one has no key, and its name is taken in its mode alone', async () => {
    const create = (args: string) =>
      `mutation { createSeller(input: { ${args} }) { seller { sellerId name keys { nodes { prefix } } } errors { code fault message path } } }`;
    const made = await asked(create('name: " Acme ", mode: TEST'));
    expect(made).toMatchObject({ name: 'Acme', keys: { nodes: [] } });
    expect(await refused(create('name: "Acme", mode: TEST'))).toEqual(['seller_exists']);
    expect(await asked(create('name: "Acme", mode: LIVE'))).toMatchObject({ name: 'Acme' });
    expect(await refused(create('name: " ", mode: LIVE'))).toEqual(['invalid_request', '/name blank']);
  });

  test('an unknown one is refused everywhere', async () => {
    for (const document of [
      `{ seller(sellerId: "${unknownId}") { name } }`,
      `mutation { suspendSeller(input: { sellerId: "${unknownId}" }) { seller { name } errors { code fault message path } } }`,
      `mutation { resumeSeller(input: { sellerId: "${unknownId}" }) { seller { name } errors { code fault message path } } }`,
      `mutation { issueApiKey(input: { sellerId: "${unknownId}", scopes: [ADMIN] }) { key errors { code fault message path } } }`,
    ]) {
      expect(await refused(document)).toEqual(['seller_not_found']);
    }
  });
});

describe('suspending a seller', () => {
  const suspend = (sellerId: string) =>
    `mutation { suspendSeller(input: { sellerId: "${sellerId}" }) { seller { suspendedAt } errors { code fault message path } } }`;
  const resume = (sellerId: string) =>
    `mutation { resumeSeller(input: { sellerId: "${sellerId}" }) { seller { suspendedAt } errors { code fault message path } } }`;

  test('stops all of its keys at once, on every process, and no other seller’s', async () => {
    const seller = await service.seller();
    const second = await service.seller({ name: seller.name });
    const other = await service.seller();
    await asked(suspend(seller.sellerId));
    const answer = await seller.get('/v1/auctions');
    expect(answer.status).toBe(403);
    expect(answer.body.code).toBe('seller_suspended');
    expect((await seller.graphql('{ auctions { nodes { __typename } } }')).body.errors[0].extensions.code).toBe(
      'seller_suspended',
    );
    expect([await statusOf(seller.key), await statusOf(second.key), await statusOf(other.key)]).toEqual([
      403, 403, 200,
    ]);

    await asked(resume(seller.sellerId));
    expect(await statusOf(seller.key)).toBe(200);
  });

  test('a key that is revoked as well is told so', async () => {
    const seller = await service.seller();
    await asked(suspend(seller.sellerId));
    await asked(
      `mutation { revokeApiKey(input: { apiKeyId: "${seller.apiKeyId}" }) { apiKey { revokedAt } errors { code fault message path } } }`,
    );
    expect((await seller.get('/v1/auctions')).body.code).toBe('invalid_api_key');
  });

  test('leaves its auctions as they are: the page goes on', async () => {
    const seller = await service.seller();
    const { auctionId } = await service.auction(seller, ongoing);
    await asked(suspend(seller.sellerId));
    const page = await service.request(`/auctions/${auctionId}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Continue to the card');
  });

  test('lets its auctions end, be paid and released as they would', async () => {
    await using stage = await setAuctionStage();
    const operator = await stage.service.seller({ scopes: ['admin'] });
    const winner = await stage.bid(6_000);
    await stage.bid(5_000);
    expect((await operator.graphql(suspend(stage.seller.sellerId))).body.errors).toBeUndefined();
    await stage.bid(5_500);
    await stage.settle();
    expect(await stage.states()).toEqual({ captured: 1, released: 2 });
    const { outcome } = await stage.service.db.prisma.auction.findUniqueOrThrow({
      where: { auctionId: stage.auction.auctionId },
    });
    const { isWinningBid } = await stage.service.db.prisma.bid.findUniqueOrThrow({ where: { bidId: winner } });
    expect([outcome, isWinningBid]).toEqual(['SOLD', true]);
  });

  test('twice is the same as once, and leaves one entry', async () => {
    const { sellerId } = await service.seller();
    const first = await asked(suspend(sellerId));
    expect(await asked(suspend(sellerId))).toEqual(first);
    await asked(resume(sellerId));
    expect(await asked(resume(sellerId))).toEqual({ suspendedAt: null });
    const log = await asked(
      `{ auditLog(subjectId: "${sellerId}", apiKeyId: "${admin.apiKeyId}") { nodes { action } } }`,
    );
    expect(log.nodes).toEqual([{ action: 'resumeSeller' }, { action: 'suspendSeller' }]);
  });

  test('is refused for the seller of the key that asks', async () => {
    expect(await refused(suspend(admin.sellerId.toUpperCase()))).toEqual([
      'invalid_request',
      '/sellerId invalid_value',
    ]);
    expect(await statusOf(admin.key)).toBe(403); // For want of `auctions:read`: the key itself works.
    expect((await admin.graphql('{ sellers { nodes { __typename } } }')).body.errors).toBeUndefined();
  });
});

describe('keys', () => {
  test('one is issued, shown once, and works on every process', async () => {
    const { sellerId } = await service.seller();
    const { key, apiKey } = await asked(
      `mutation { issueApiKey(input: { sellerId: "${sellerId}", scopes: [AUCTIONS_READ, AUCTIONS_READ], expiresTimestamp: 4102444800 }) {
        key apiKey { apiKeyId prefix scopes expiresAt } errors { code fault message path }
      } }`,
    );
    expect(apiKey).toMatchObject({
      prefix: key.slice(0, 15),
      scopes: ['AUCTIONS_READ'],
      expiresAt: '2100-01-01T00:00:00.000+00:00',
    });
    expect(await statusOf(key)).toBe(200);
  });

  test('one that has expired already, or may do nothing, is refused', async () => {
    const { sellerId } = await service.seller();
    const issue = (args: string) =>
      `mutation { issueApiKey(input: { sellerId: "${sellerId}", ${args} }) { key errors { code fault message path } } }`;
    expect(await refused(issue('scopes: []'))).toEqual(['invalid_request', '/scopes required']);
    expect(await refused(issue('scopes: [ADMIN], expiresTimestamp: 1'))).toEqual([
      'invalid_request',
      '/expiresTimestamp too_small',
    ]);
  });

  test('a rotated one is refused at once, and the new one has its scopes and expiry', async () => {
    const seller = await service.seller({ scopes: ['auctions:read'], expiresAt: new Date('2100-01-01') });
    const rotate = `mutation { rotateApiKey(input: { apiKeyId: "${seller.apiKeyId}" }) { key apiKey { scopes expiresAt } errors { code fault message path } } }`;
    const { key, apiKey } = await asked(rotate);
    expect(apiKey).toEqual({ scopes: ['AUCTIONS_READ'], expiresAt: '2100-01-01T00:00:00.000+00:00' });
    expect([await statusOf(seller.key), await statusOf(key)]).toEqual([401, 200]);
    expect(await refused(rotate)).toEqual(['api_key_revoked']);
  });

  test('two that rotate one key at once make one new key', async () => {
    const { apiKeyId, sellerId } = await service.seller();
    const rotate = `mutation { rotateApiKey(input: { apiKeyId: "${apiKeyId}" }) { key errors { code fault message path } } }`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.graphql(rotate)));
    expect(answers.filter(({ body }) => body.errors === undefined)).toHaveLength(1);
    const { rows } = await service.db.query('select from api_keys where seller_id = $1', [sellerId]);
    expect(rows).toHaveLength(2);
  });

  test('a revoked one is refused at once, and revoking it again keeps the instant', async () => {
    const seller = await service.seller();
    const revoke = `mutation { revokeApiKey(input: { apiKeyId: "${seller.apiKeyId}" }) { apiKey { revokedAt } errors { code fault message path } } }`;
    const first = await asked(revoke);
    expect(await statusOf(seller.key)).toBe(401);
    expect(await asked(revoke)).toEqual(first);
  });

  test('an unknown one is refused', async () => {
    expect(
      await refused(
        `mutation { revokeApiKey(input: { apiKeyId: "${unknownId}" }) { apiKey { prefix } errors { code fault message path } } }`,
      ),
    ).toEqual(['api_key_not_found']);
    expect(
      await refused(
        `mutation { rotateApiKey(input: { apiKeyId: "${unknownId}" }) { key errors { code fault message path } } }`,
      ),
    ).toEqual(['api_key_not_found']);
  });

  test('an answer that shows one is stored without it', async () => {
    const { sellerId, apiKeyId } = await service.seller();
    for (const [key, document] of [
      [
        'issue',
        `mutation { issueApiKey(input: { sellerId: "${sellerId}", scopes: [BIDS_READ] }) { key apiKey { prefix } errors { code fault message path } } }`,
      ],
      [
        'rotate',
        `mutation { issueApiKey: rotateApiKey(input: { apiKeyId: "${apiKeyId}" }) { key apiKey { prefix } errors { code fault message path } } }`,
      ],
    ]) {
      const once = () =>
        admin.request('/graphql', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key! },
          body: JSON.stringify({ query: document }),
        });
      const [first, again] = [(await once()).body.data.issueApiKey, (await once()).body.data.issueApiKey];
      expect(first.key).toMatch(/^auc_test_/);
      expect(again).toEqual({ ...first, key: expect.stringContaining('shown once') });
    }
    const { rows } = await service.db.query('select body from idempotency_keys where seller_id = $1', [admin.sellerId]);
    expect(rows).toHaveLength(2);
    for (const { body } of rows) expect(body).not.toMatch(/auc_test_\w{40}/);
  });
});
