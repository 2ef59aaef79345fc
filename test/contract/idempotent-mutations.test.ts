import { beforeEach, describe, expect, test } from 'vitest';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { setAuctionStage } from '../settlement/auction-stage.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { cancelled, upcoming } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile, startService } from '../support/service.ts';
import { auctionFields, keyed } from '../idempotency/keyed.ts';

const service = await serviceForFile();
let seller: Seller;
beforeEach(async () => void (seller = await service.seller()));

const mutate = (key: string, query: string, variables: object = {}, by: Pick<Seller, 'request'> = seller) =>
  keyed(by, key, { method: 'POST', path: '/graphql', body: { query, variables } });

const createDocument = `mutation ($title: String!, $biddingPeriod: BiddingPeriodInput!) {
  createAuction(input: { title: $title, biddingPeriod: $biddingPeriod }) { auction { auctionId title bids { nodes { bidId } } } errors { code fault message path } }
}`;
const fields = auctionFields();
const create = (key: string, by = seller) => mutate(key, createDocument, fields, by);

async function titles(): Promise<string[]> {
  const { body } = await seller.get('/v1/auctions');
  return body.auctions.map(({ title }: { title: string }) => title).sort();
}

async function storedKeys(): Promise<string[]> {
  const { rows } = await service.db.query<{ key: string }>(
    'select key from idempotency_keys where seller_id = $1 order by key',
    [seller.sellerId],
  );
  return rows.map(({ key }) => key);
}

const codesOf = ({ body }: { body: any }) => body.errors?.map(({ extensions }: any) => extensions.code);

test('a mutation that is sent again is done once and answers the same text', async () => {
  const first = await create('once');
  const again = await create('once');
  expect(first.body.data.createAuction).toMatchObject({ title: fields.title, bids: { nodes: [] } });
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(await titles()).toEqual([fields.title]);
});

test('the text is what it would have been without a key', async () => {
  const { auctionId } = await service.auction(seller, upcoming);
  const update = `mutation { updateAuction(input: { auctionId: "${auctionId}" }) { auction { auctionId bids { nodes { bidId } } title } errors { code fault message path } } }`;
  const without = await seller.graphql(update);
  const given = await mutate('with', update);
  expect(given.text).toBe(without.text);
  expect(given.headers.get('content-type')).toBe(without.headers.get('content-type'));
});

test.each([
  ['other variables', createDocument, { ...fields, title: 'Another desk' }],
  ['another document', createDocument.replace(' title bids', ' bids'), fields],
])('the same key with %s: 422', async (_, query, variables) => {
  await create('taken');
  const answer = await mutate('taken', query, variables);
  expect([answer.status, codesOf(answer)]).toEqual([422, ['idempotency_key_reused']]);
  expect(await titles()).toEqual([fields.title]);
});

test('the same key in REST and in GraphQL is one key', async () => {
  await create('both');
  const answer = await keyed(seller, 'both', { method: 'POST', path: '/v1/auctions', body: fields });
  expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_key_reused']);
});

test('while the first is in flight: 409 with Retry-After', async () => {
  const { auctionId } = await service.auction(seller, upcoming);
  const cancel = () =>
    mutate(
      'busy',
      `mutation { cancelAuction(input: { auctionId: "${auctionId}" }) { success errors { code fault message path } } }`,
    );
  const { sent } = await service.db.transaction(async (tx) => {
    await tx.query('select from auctions where auction_id = $1 for update', [auctionId]);
    const first = cancel();
    await expect.poll(() => lockWaits(service.db)).toBe(1);
    const meanwhile = await cancel();
    expect([meanwhile.status, codesOf(meanwhile)]).toEqual([409, ['idempotency_key_in_use']]);
    expect(meanwhile.headers.get('retry-after')).toBe('1');
    return { sent: first };
  });
  const first = await sent;
  expect(first.body).toEqual({ data: { cancelAuction: { success: true } } });
  expect((await cancel()).text).toBe(first.text);
});

test('refuses a malformed key and does nothing', async () => {
  const answer = await create('two words');
  expect([answer.status, codesOf(answer)]).toEqual([400, ['invalid_request']]);
  expect(answer.body.errors[0].extensions.errors[0].pointer).toBe('Idempotency-Key');
  expect(await titles()).toEqual([]);
});

test.each([
  ['read by one statement', '{ auctions { nodes { title } } }'],
  ['read by resolvers', '{ auctions { nodes { title ledger { balance { heldInCents } } } } }'],
])('a query has no use for a key, %s', async (_, query) => {
  const first = await mutate('query', query);
  await create('other');
  const again = await mutate('query', query);
  expect([first.body.data.auctions.nodes.length, again.body.data.auctions.nodes.length]).toEqual([0, 1]);
  expect(await storedKeys()).toEqual(['other']);
});

describe('refusals', () => {
  test('leave the key free, also for corrected variables', async () => {
    const { auctionId } = await service.auction(seller, { ...cancelled, title: 'A cancelled desk' });
    const update = () =>
      mutate(
        'late',
        `mutation { updateAuction(input: { auctionId: "${auctionId}" }) { auction { title } errors { code fault message path } } }`,
      );
    for (const answer of [await update(), await update()]) {
      expect(codesOf(answer)).toEqual(['auction_completed']);
      expect(answer.headers.get('idempotent-replayed')).toBeNull();
    }
    const create = (title: string) => mutate('late', createDocument, { ...fields, title });
    expect(codesOf(await create('x'))).toEqual(['invalid_request']);
    expect((await create('A desk')).body.data.createAuction.title).toBe('A desk');
    expect([await titles(), await storedKeys()]).toEqual([['A cancelled desk', 'A desk'], ['late']]);
  });

  test.each([
    [
      'all of several fields',
      'one: createAuction(input: { title: $title, biddingPeriod: $biddingPeriod }) { auction { title } errors { code fault message path } }',
    ],
    ['the only field after __typename', '__typename'],
    ['the only field, read by resolvers', ''],
  ])('refusals of %s leave the key free, because nothing was done', async (_, before) => {
    const document = `mutation ($title: String!, $biddingPeriod: BiddingPeriodInput!) {
      ${before}
      two: createAuction(input: { title: $title, biddingPeriod: $biddingPeriod }) { auction { title ledger { balance { heldInCents } } } errors { code fault message path } }
    }`;
    const refused = await mutate('several', document, { ...fields, title: 'x' });
    const { __typename, ...data } = refused.body.data;
    expect(new Set(codesOf(refused))).toEqual(new Set(['invalid_request']));
    expect(new Set(Object.values(data))).toEqual(new Set([null]));
    expect([await titles(), await storedKeys()]).toEqual([[], []]);
    if (before.startsWith('one')) return;
    const done = await mutate('several', document, fields);
    expect((await mutate('several', document, fields)).text).toBe(done.text);
    expect(await titles()).toEqual([fields.title]);
  });

  test('a refusal of one field leaves the others as they are, once', async () => {
    const both = `mutation ($title: String!, $biddingPeriod: BiddingPeriodInput!) {
      one: createAuction(input: { title: $title, biddingPeriod: $biddingPeriod }) { auction { title } errors { code fault message path } }
      two: createAuction(input: { title: "x", biddingPeriod: $biddingPeriod }) { auction { title } errors { code fault message path } }
    }`;
    const first = await mutate('partly', both, fields);
    const again = await mutate('partly', both, fields);
    expect(codesOf(first)).toEqual(['invalid_request']);
    expect(again.text).toBe(first.text);
    expect(await titles()).toEqual([fields.title]);
  });

  test('for want of a scope that the selection needs come before any work, and are not kept', async () => {
    const writer = await service.seller({ name: seller.name, scopes: ['auctions:read', 'auctions:write'] });
    expect(codesOf(await create('nested', writer))).toEqual(['insufficient_scope']);
    expect([await titles(), await storedKeys()]).toEqual([[], []]);
  });

  test('for want of a scope are not kept: the key may be given it', async () => {
    const reader = await service.seller({ name: seller.name, scopes: ['auctions:read', 'bids:read'] });
    expect(codesOf(await create('early', reader))).toEqual(['insufficient_scope']);
    expect(await storedKeys()).toEqual([]);
    expect((await create('early')).body.errors).toBeUndefined();
  });

  test('refusals of the document and of its variables are not kept, because nothing ran', async () => {
    expect(codesOf(await mutate('broken', 'mutation { createAuction }'))).toContain('invalid_request');
    expect(codesOf(await mutate('broken', createDocument, { title: 'No period' }))).toEqual(['invalid_request']);
    expect(await storedKeys()).toEqual([]);
  });
});

describe('a failure', () => {
  test('undoes all that the operation did, keeps no answer, arms and announces nothing', async () => {
    const announced: string[] = [];
    const live = { ...service.deps.live, announce: (auctionId: string) => void announced.push(auctionId) };
    await using broken = await startService({ live });
    const owner = await broken.seller();
    const { auctionId } = await broken.auction(owner, upcoming);
    await broken.db.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger fail before update on auctions for each row when (new.title = 'fail') execute function fail()`);
    const document = (second: string) => `mutation ($title: String!, $biddingPeriod: BiddingPeriodInput!) {
      one: createAuction(input: { title: $title, biddingPeriod: $biddingPeriod }) { auction { title } errors { code fault message path } }
      two: updateAuction(input: { auctionId: "${auctionId}", title: "first" }) { auction { title } errors { code fault message path } }
      three: updateAuction(input: { auctionId: "${auctionId}", title: "${second}" }) { auction { title } errors { code fault message path } }
    }`;
    const send = () => mutate('failing', document('fail'), fields, owner);
    const failed = await send();
    expect([codesOf(failed), failed.body.data]).toEqual([['internal_error'], null]);
    const { body } = await owner.get('/v1/auctions');
    expect(body.auctions.map(({ title }: { title: string }) => title)).toEqual(['A walnut desk']);
    expect([body.auctions.length, broken.armed, announced]).toEqual([1, [], []]);

    await broken.db.query('drop trigger fail on auctions');
    const again = await send();
    expect([again.body.errors, again.headers.get('idempotent-replayed')]).toEqual([undefined, null]);
    expect([broken.armed.length, announced]).toEqual([2, [auctionId, auctionId]]);
    await send();
    expect([broken.armed.length, announced.length]).toEqual([2, 2]);
  });
});

async function isAdvanced(db: PooledDatabase): Promise<boolean> {
  return (await db.query('select from sellers where clock_offset_ms > 0')).rowCount === 1;
}

test('nothing looks done that a failure further down has undone', async () => {
  await using broken = await startService();
  const owner = await broken.seller();
  const { auctionId } = await broken.auction(owner, upcoming);
  const update = `mutation { updateAuction(input: { auctionId: "${auctionId}", title: "New" }) { auction { title winningBid { bidId } } errors { code fault message path } } }`;
  await broken.db.query('alter table bids rename to lost');
  const failed = await mutate('deep', update, {}, owner);
  expect([codesOf(failed), failed.body.data]).toEqual([['internal_error'], null]);
  await broken.db.query('alter table lost rename to bids');
  expect((await owner.get(`/v1/auctions/${auctionId}`)).body.auction.title).toBe('A walnut desk');
  expect((await mutate('deep', update, {}, owner)).body.data.updateAuction.title).toBe('New');
});

describe('the test clock, which commits step by step', () => {
  const advance = (key: string) =>
    mutate(
      key,
      'mutation { ...Moves } fragment Moves on Mutation { advanceTestClock(input: { bySeconds: 3600 }) { clock { now } errors { code fault message path } } }',
    );
  const now = async () => Date.parse((await seller.graphql('{ clock { now } }')).body.data.clock.now);

  test('is advanced once', async () => {
    const before = await now();
    const first = await advance('hour');
    const again = await advance('hour');
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const ahead = (await now()) - before;
    expect(ahead).toBeGreaterThanOrEqual(3_600_000);
    expect(ahead).toBeLessThan(2 * 3_600_000);
  });

  test('settles on its way, as without a key', async () => {
    await using stage = await setAuctionStage();
    const winner = await stage.bid(5_000);
    await stage.bid(9_000, 'capture_declined');
    const advanceDay = () =>
      mutate(
        'day',
        'mutation { advanceTestClock(input: { bySeconds: 86400 }) { clock { now } errors { code fault message path } } }',
        {},
        stage.seller,
      );
    // What it has done so far stands, and no transaction of ours is open around a payment.
    const { sent } = await stage.service.db.transaction(async (tx) => {
      await tx.query('select from auctions for update');
      const advancing = advanceDay();
      await expect.poll(() => isAdvanced(stage.service.db)).toBe(true);
      return { sent: advancing };
    });
    const first = await sent;
    expect(first.body.errors).toBeUndefined();
    expect(await stage.result()).toMatchObject({ status: 'completed', outcome: 'SOLD', winner });
    expect([await stage.states(), await stage.disagreements()]).toEqual([{ captured: 1, released: 1 }, []]);
    expect((await advanceDay()).text).toBe(first.text);
  });

  test('as often at once as there are connections, and more', async () => {
    const keys = Array.from({ length: 15 }, (_, index) => `at-once-${index}`);
    const answers = await Promise.all(keys.map(advance));
    expect(answers.map(({ body }) => body.errors)).toEqual(keys.map(() => undefined));
    expect(await storedKeys()).toEqual([...keys].sort());
  });
});
