import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { suspendSeller } from '../../src/admin/suspend-seller.ts';
import { revokeKey } from '../../src/auth/revoke-key.ts';
import { checkReplica } from '../../src/checkup/check-replica.ts';
import type { Viewer } from '../../src/core/viewer.ts';
import { connectDatabase } from '../../src/db/connect-database.ts';
import { connectReplica } from '../../src/db/replica.ts';
import { readWalPosition } from '../../src/db/wal-position.ts';
import { schema } from '../../src/graphql/schema.ts';
import { soundAuction } from './periods.ts';
import { databaseUrl } from '../support/administer.ts';
import type { Answer } from '../support/answer.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { startReplicatedPostgres } from '../support/replicated-postgres.ts';
import type { Seller } from '../support/seller.ts';
import { startService } from '../support/service.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { withDatabase } from '../support/settings.ts';

vi.setConfig({ testTimeout: 60_000 });

const token = 'a-token-for-metrics-alone';
const servers = await startReplicatedPostgres();
const primary = await connectDatabase(servers.url);
const looks: (Error | null)[] = [];
const replica = connectReplica(servers.replicaUrl, primary, { onLook: (fault) => looks.push(fault) });
const service = await startService(
  {},
  {
    url: servers.url,
    db: { ...primary, replica },
    async [Symbol.asyncDispose]() {
      await replica[Symbol.asyncDispose]();
      await primary[Symbol.asyncDispose]();
    },
  },
);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await servers[Symbol.asyncDispose]();
});

let seller: Seller;
let admin: Seller;
beforeEach(async () => {
  seller = await service.seller();
  admin = await service.seller({ scopes: ['admin'] });
  await service.auction(seller, { title: 'Before' });
  await caughtUp();
});
afterEach(() => servers.resumeReplay());

/** The replica shows all that is on the primary now, and the service knows. */
async function caughtUp(): Promise<void> {
  const { position } = await readWalPosition(primary.pool);
  await vi.waitFor(async () => {
    expect((await readWalPosition(replica.pool)).position).toBeGreaterThanOrEqual(position);
    expect(replica.isFreshFor(seller.sellerId)).toBe(true);
    // And will be for a while.
    expect(replica.lagInSeconds()).toBeLessThan(0.5);
  }, 10_000);
}

/** What the replica was sent while this was done. Its log comes late: between a first and a last word. */
async function sentToReplica(work: () => Promise<unknown>): Promise<string[]> {
  const [first, last] = [`select ${Math.random()}`, `select ${Math.random()}`];
  await replica.pool.query(first);
  await work();
  await replica.pool.query(last);
  await vi.waitFor(() => expect(servers.replicaStatements()).toContain(last), 10_000);
  const all = servers.replicaStatements();
  return all.slice(all.indexOf(first) + 1, all.indexOf(last));
}

const titles = ({ body }: Answer): string[] =>
  (body.data?.auctions ?? body).auctions.map((auction: any) => auction.title);
const listed = async () => titles(await seller.get('/v1/auctions'));

describe('on the replica', () => {
  test.each([
    ['/v1/auctions', 'from auctions'],
    ['/v1/auctions?status=upcoming&includeBids=true', 'from auctions'],
    ['/v1/bids', 'from bids'],
  ])('GET %s', async (path, rows) => {
    for (const time of ['with a key that is new here', 'with a known one']) {
      const sent = await sentToReplica(async () => expect((await seller.get(path)).status, time).toBe(200));
      expect(sent, time).toEqual([expect.stringContaining(rows)]);
    }
  });

  test('every list of GraphQL, planned or resolved', async () => {
    const { endpointId } = await insertEndpoint(primary, seller);
    await caughtUp();
    const selections: Record<string, string> = {
      auctions: 'auctions { auctions { title leadingBid { bidId } } }',
      bids: 'bids { bids { bidId auction { title } } }',
      auctionConnection: 'auctionConnection { totalCount edges { node { title bids { bidId } } } }',
      bidConnection: 'bidConnection { edges { node { bidId } } }',
      webhookEndpoints: 'webhookEndpoints { hasNext }',
      webhookDeliveries: `webhookDeliveries(endpointId: "${endpointId}") { hasNext }`,
      exportBidder: 'exportBidder(bidderId: "ada") { hasNext }',
      adminExportBidder: `adminExportBidder(sellerId: "${seller.sellerId}", bidderId: "ada") { hasNext }`,
      bannedBidders: 'bannedBidders { hasNext }',
      adminAuctions: 'adminAuctions { auctions { title } }',
      adminBids: 'adminBids { bids { bidId } }',
      auditLog: 'auditLog { hasNext }',
      events: 'events { hasNext }',
      sellers: 'sellers { sellers { name } }',
      settlementHolds: 'settlementHolds { hasNext }',
      settlementsNeedingAttention: 'settlementsNeedingAttention { hasNext }',
    };
    const isPaged = ({ args }: { args: readonly { name: string }[] }) =>
      args.some(({ name }) => name === 'offset' || name === 'after');
    const lists = Object.values(schema.getQueryType()!.getFields()).filter(isPaged);
    expect(Object.keys(selections).toSorted()).toEqual(lists.map(({ name }) => name).toSorted());

    for (const [name, selection] of Object.entries({ ...selections, planned: 'auctions { auctions { title } }' })) {
      // The list before may have taken longer than a replica counts as fresh.
      await caughtUp();
      const who = lists.find((list) => list.name === name)?.extensions['scope'] === 'admin' ? admin : seller;
      const sent = await sentToReplica(async () => {
        const { body } = await who.graphql(`{ ${selection} }`);
        expect(body.errors, name).toBe(undefined);
      });
      // Prisma reads these few on the primary.
      if (['webhookEndpoints', 'auditLog', 'sellers'].includes(name)) expect(sent, name).toEqual([]);
      else expect(sent.length, name).toBeGreaterThan(0);
    }
  });

  test('what it shows, as it shows it', async () => {
    await servers.pauseReplay();
    await service.auction(seller, { title: 'After' });
    expect(await listed()).toEqual(['Before']);
    expect(titles(await seller.graphql('{ auctions { auctions { title } } }'))).toEqual(['Before']);
  });
});

describe('on the primary', () => {
  test('one thing, a change, and what is asked for beside a list', async () => {
    const { auctionId } = await service.auction(seller);
    const { bidId } = await service.bid({ auctionId, sellerId: seller.sellerId });
    await caughtUp();
    const sent = await sentToReplica(async () => {
      await seller.get(`/v1/auctions/${auctionId}?includeBids=true`);
      await seller.get(`/v1/bids/${bidId}`);
      await seller.graphql(
        `{ auction(auctionId: "${auctionId}") { auction { title bids { bidId } bidConnection { totalCount } } } }`,
      );
      await seller.graphql(`{ auctions { hasNext } clock { now } }`);
      await seller.graphql(`{ auctions { hasNext } auction(auctionId: "${auctionId}") { auction { title } } }`);
      await service.request(`/auctions/${auctionId}`);
      await seller.get('/v1/auctions?limit=0');
      await service.request('/v1/auctions');
      await seller.patch(`/v1/auctions/${auctionId}`, { title: 'Another' });
    });
    expect(sent).toEqual([]);
  });

  const creation = JSON.stringify(soundAuction);
  const json = { 'content-type': 'application/json' };
  const mutation = `mutation ($input: BiddingPeriodInput!) { createAuction(title: "${soundAuction.title}", biddingPeriod: $input) { auction { title } } }`;
  test.each<[string, () => Promise<Answer>]>([
    ['over REST', () => seller.post('/v1/auctions', soundAuction)],
    [
      'over REST, with an idempotency key',
      () =>
        seller.request('/v1/auctions', {
          method: 'POST',
          body: creation,
          headers: { ...json, 'idempotency-key': 'once' },
        }),
    ],
    ['over GraphQL', () => seller.graphql(mutation, { input: soundAuction.biddingPeriod })],
    [
      'over GraphQL, by the resolvers',
      () =>
        seller.graphql(mutation.replace('{ createAuction', '{ ...F } fragment F on Mutation { createAuction'), {
          input: soundAuction.biddingPeriod,
        }),
    ],
  ])('the lists of a seller that has written %s, until the replica knows', async (_, write) => {
    const other = await service.seller();
    await caughtUp();
    await servers.pauseReplay();
    expect((await write()).status).toBeLessThan(300);
    expect([seller, other].map(({ sellerId }) => replica.isFreshFor(sellerId))).toEqual([false, true]);
    expect(await listed()).toEqual([soundAuction.title, 'Before']);
    expect(titles(await seller.graphql('{ auctions { auctions { title } } }'))).toEqual([soundAuction.title, 'Before']);
    await servers.resumeReplay();
    await caughtUp();
    expect(await sentToReplica(listed)).not.toEqual([]);
    expect(await listed()).toEqual([soundAuction.title, 'Before']);
  });

  test('lists, from a second behind on, until the replica has caught up', async () => {
    await servers.pauseReplay();
    await service.auction(seller, { title: 'After' });
    const begin = performance.now();
    await vi.waitFor(async () => expect(await listed()).toEqual(['After', 'Before']), {
      timeout: 15_000,
      interval: 20,
    });
    expect(performance.now() - begin).toBeLessThan(3_000);
    expect(replica.lagInSeconds()).toBeGreaterThan(1);
    await vi.waitFor(() =>
      expect(looks.at(-1)).toMatchObject({ message: expect.stringMatching(/^It is \d\.\d s behind/) }),
    );
    expect(await sentToReplica(listed)).toEqual([]);
    await servers.resumeReplay();
    await caughtUp();
    expect(looks.at(-1)).toBe(null);
    expect(replica.lagInSeconds()).toBeLessThan(1);
    expect(await sentToReplica(listed)).not.toEqual([]);
  });
});

describe('at once, whatever the replica knows', () => {
  const viewer = () => ({ ...admin, mode: 'test', scopes: new Set(['admin']) }) as const satisfies Viewer;
  test.each<[string, () => Promise<unknown>, number]>([
    ['a revoked key', () => primary.transaction((tx) => revokeKey(tx, null, seller.apiKeyId)), 401],
    ['a suspended seller', () => suspendSeller(service.deps, viewer(), { sellerId: seller.sellerId }), 403],
  ])('%s is refused', async (_, end, status) => {
    expect(await listed()).toEqual(['Before']);
    await servers.pauseReplay();
    await end();
    expect(replica.isFreshFor(seller.sellerId)).toBe(true);
    expect((await seller.get('/v1/auctions')).status).toBe(status);
    expect((await seller.graphql('{ auctions { hasNext } }')).body.data ?? null).toBe(null);
    expect((await seller.graphql('{ auctionConnection { totalCount } }')).body.data ?? null).toBe(null);
  });

  test('a key that is new is known', async () => {
    await servers.pauseReplay();
    const newcomer = await service.seller();
    const { body, status } = await newcomer.get('/v1/auctions');
    expect({ status, body }).toEqual({ status: 200, body: { auctions: [] } });
  });
});

describe('the doctor', () => {
  const judged = async (url: string) =>
    (await checkReplica(url, servers.url)).map(({ subject, verdict, found }) => [subject, verdict, found]);

  test('finds a standby that is up to date', async () => {
    expect(await judged(servers.replicaUrl)).toEqual([
      ['Replica', 'fine', 'It is a standby of the database.'],
      ['Lag of the replica', 'fine', expect.stringMatching(/^After \d+ ms/)],
      ['Clock of the replica', 'fine', expect.anything()],
    ]);
  });

  test('finds one that is behind', async () => {
    await servers.pauseReplay();
    await service.auction(seller);
    expect(await judged(servers.replicaUrl)).toContainEqual([
      'Lag of the replica',
      'notice',
      'It is more than 1 s behind: lists are read on the primary.',
    ]);
  });

  test('finds none', async () => {
    expect(await judged(servers.url)).toEqual([['Replica', 'fault', expect.stringContaining('takes writes')]]);
    expect(await judged(databaseUrl(servers.replicaUrl, 'postgres'))).toEqual([
      ['Replica', 'fault', 'It is a standby of another database.'],
    ]);
    expect(await judged('postgres://auction:hunter2@127.0.0.1:1/auction')).toEqual([
      ['Replica', 'fault', expect.stringMatching(/^127\.0\.0\.1:1 cannot be reached/)],
    ]);
  });
});

describe('a replica that fails', () => {
  /** Asks for lists without a pause until `work` is done, and a little longer. */
  async function whileListing(work: () => Promise<void>): Promise<{ slowestMs: number }> {
    const done = new AbortController();
    let slowestMs = 0;
    const listing = (async () => {
      while (!done.signal.aborted) {
        const begin = performance.now();
        expect(await listed()).toEqual(['Before']);
        expect(titles(await seller.graphql('{ auctions { auctions { title leadingBid { bidId } } } }'))).toEqual([
          'Before',
        ]);
        slowestMs = Math.max(slowestMs, performance.now() - begin);
        await sleep(5);
      }
    })();
    await work();
    done.abort();
    await listing;
    return { slowestMs };
  }

  test('is not missed when it is killed, and used again when it is back', async () => {
    await whileListing(async () => {
      await sleep(200);
      await servers.killReplica();
      await sleep(2_000);
      expect(looks.at(-1)).not.toBe(null);
      await servers.startReplica();
      await caughtUp();
      await sleep(200);
    });
    expect(looks.at(-1)).toBe(null);
    expect(await sentToReplica(listed)).not.toEqual([]);
  });

  test('is told of once when it fails, and once when it is back', async () => {
    await using process = await startServiceProcess({
      ...withDatabase(servers.url),
      DATABASE_REPLICA_URL: servers.replicaUrl,
      METRICS_TOKEN: token,
    });
    const all = () => process.lines.map((line) => JSON.parse(line).msg).filter((text) => text.includes('replica'));
    // A busy machine may start the process so slowly that the replica seems to fail for a moment, and works again.
    let atStart = 0;
    const told = () => all().slice(atStart);
    const count = async (name: string) => {
      const response = await fetch(`${process.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
      const line = (await response.text()).split('\n').find((each) => each.startsWith(`${name} `));
      return Number(line?.split(' ').at(-1));
    };
    const ask = () => fetch(`${process.url}/v1/auctions`, { headers: { authorization: `Bearer ${seller.key}` } });
    await vi.waitFor(async () => {
      expect((await ask()).status).toBe(200);
      expect(await count('auction_list_reads_total{server="replica"}')).toBeGreaterThan(0);
      atStart = all().length;
      expect(atStart % 2).toBe(0);
    }, 20_000);
    await servers.killReplica();
    const fails = 'Following the replica fails. Lists are read on the primary.';
    await vi.waitFor(() => expect(told()).toEqual([fails]), 20_000);
    await vi.waitFor(async () => expect(await count('auction_replica_lag_seconds')).toBeGreaterThan(1.5), 20_000);
    expect((await ask()).status).toBe(200);
    expect(await count('auction_list_reads_total{server="primary"}')).toBeGreaterThan(0);
    await servers.startReplica();
    await vi.waitFor(() => expect(told()).toEqual([fails, 'Following the replica works again.']), 20_000);
    expect(await count('auction_replica_lag_seconds')).toBeLessThan(1);
  }, 90_000);

  test('is waited for no longer than a second where it does not answer', async () => {
    const { slowestMs } = await whileListing(async () => {
      await sleep(200);
      servers.freezeReplica();
      await vi.waitFor(() => expect(looks.at(-1)).not.toBe(null), 10_000);
      servers.thawReplica();
      await caughtUp();
    });
    // Both requests of a round may have met it.
    expect(slowestMs).toBeLessThan(3_000);
  });

  test('is never used where it is no standby of this database', async () => {
    const faults: (Error | null)[] = [];
    const { serverUrl } = inject('postgres');
    for (const url of [serverUrl, servers.url, databaseUrl(servers.replicaUrl, 'postgres')]) {
      await using stranger = connectReplica(url, primary, { onLook: (fault) => faults.push(fault) });
      await vi.waitFor(() => expect(faults.at(-1)?.message).toBe('It is no standby of the database.'), 10_000);
      expect(stranger.isFreshFor(seller.sellerId)).toBe(false);
      faults.pop();
    }
  });
});
