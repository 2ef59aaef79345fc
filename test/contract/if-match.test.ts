import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { lockWaits } from '../support/lock-waits.ts';
import { cancelled, ongoing, upcoming } from '../support/insert-auction.ts';
import { soundAuction } from './periods.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
let seller: Seller;
let path: string;
beforeEach(async () => {
  seller = await service.seller();
  path = `/v1/auctions/${(await service.auction(seller, upcoming)).auctionId}`;
});

const change = (ifMatch: string, body: object = { title: 'Changed' }, headers: Record<string, string> = {}) =>
  seller.request(path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'if-match': ifMatch, ...headers },
    body: JSON.stringify(body),
  });
const cancel = (ifMatch: string) => seller.request(path, { method: 'DELETE', headers: { 'if-match': ifMatch } });

const tag = async () => (await seller.get(path)).headers.get('etag')!;
const tagWithBids = async () => (await seller.get(`${path}?includeBids=true`)).headers.get('etag')!;

const failed = { status: 412, body: { code: 'precondition_failed', title: 'Precondition failed', status: 412 } };

async function auditedActions(): Promise<string[]> {
  const { rows } = await service.db.query<{ action: string }>('select action from audit_log where subject_id = $1', [
    path.split('/').at(-1),
  ]);
  return rows.map(({ action }) => action);
}

/** Expects that nothing has come of a refused change. */
async function expectUntouched(before: string): Promise<void> {
  expect((await seller.get(path)).text).toBe(before);
  expect(await auditedActions()).toEqual([]);
}

describe.each([
  ['PATCH', change],
  ['DELETE', cancel],
] as const)('%s with If-Match', (_, send) => {
  test.each([
    ['the tag of the plain GET', async () => await tag()],
    ['one of several tags', async () => `"another", ,${await tag()}`],
    ['the tag of the answer with bids', async () => await tagWithBids()],
    ['*, which stands for any', async () => '*'],
  ])('is done with %s', async (__, ifMatch) => {
    expect((await send(await ifMatch())).status).toBe(200);
    expect(await auditedActions()).toHaveLength(1);
  });

  test.each([
    ['another tag', async () => '"another"'],
    ['a weak tag, even of the same letters', async () => `W/${await tag()}`],
    ['a tag with a comma in it, which is one tag', async () => `"a,${(await tag()).slice(1)}`],
    ['a weak tag of the answer with bids', async () => `W/${await tagWithBids()}`],
    ['a tag of bids alone', async () => `"another.${(await tagWithBids()).split('.')[1]}`],
  ])('is refused with %s, and changes nothing', async (__, ifMatch) => {
    const before = await seller.get(path);
    expect(await send(await ifMatch())).toMatchObject(failed);
    await expectUntouched(before.text);
  });

  test('is refused once another change has come before it', async () => {
    const [read, readWithBids] = [await tag(), await tagWithBids()];
    await seller.patch(path, { minimumBidValueInCents: 700 });
    expect(await send(read)).toMatchObject(failed);
    expect(await send(readWithBids)).toMatchObject(failed);
    expect((await seller.get(path)).body.auction).toMatchObject({ minimumBidValueInCents: 700, status: 'upcoming' });
    expect((await send(await tag())).status).toBe(200);
  });

  test('one of ten changes with the same tag succeeds', async () => {
    const read = await tag();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(read)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array(9).fill(412),
    ]);
    expect(await auditedActions()).toHaveLength(1);
  });

  test('is refused by what another transaction commits while it waits for the row', async () => {
    const read = await tag();
    const sent = await service.db.transaction(async (tx) => {
      await tx.query(`update auctions set title = 'Between' where auction_id = $1`, [path.split('/').at(-1)]);
      const waiting = send(read);
      await expect.poll(() => lockWaits(service.db)).toBe(1);
      return { waiting };
    });
    expect(await sent.waiting).toMatchObject(failed);
    expect((await seller.get(path)).body.auction).toMatchObject({ title: 'Between', status: 'upcoming' });
  });

  test.each(['', 'abc', '"open', '*, "a"', '"a" "b"', 'w/"a"', '"a b"'])(
    'is 400 with the header %j, which is malformed',
    async (ifMatch) => {
      const before = await seller.get(path);
      const answer = await send(ifMatch);
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([400, 'If-Match']);
      await expectUntouched(before.text);
    },
  );

  test('is 404 for an auction that does not exist, whatever the tag', async () => {
    path = `/v1/auctions/${randomUUID()}`;
    for (const ifMatch of ['*', '"another"']) expect((await send(ifMatch)).status).toBe(404);
  });

  test('is 404 for the auction of another seller, with its own tag, too', async () => {
    const its = await tag();
    seller = await service.seller();
    expect((await send(its)).status).toBe(404);
  });

  test('needs the scope of the change before it says anything about tags', async () => {
    const its = await tag();
    const reader = await service.seller({ name: seller.name, scopes: ['auctions:read'] });
    seller = reader;
    for (const ifMatch of [its, '"another"']) expect((await send(ifMatch)).status).toBe(403);
  });

  test('does not need the scope that reads', async () => {
    const its = await tag();
    seller = await service.seller({ name: seller.name, scopes: ['auctions:write'] });
    expect((await send('"another"')).status).toBe(412);
    expect((await send(its)).status).toBe(200);
  });
});

test('time alone changes the tag: an auction that has begun is another', async () => {
  const its = await tag();
  await service.db.query(
    `update auctions set bidding_period_starts_at = clock_timestamp() + interval '300 milliseconds' where auction_id = $1`,
    [path.split('/').at(-1)],
  );
  const before = await tag();
  expect(before).not.toBe(its);
  await expect.poll(async () => (await seller.get(path)).body.auction.status).toBe('ongoing');
  expect(await change(before)).toMatchObject(failed);
});

test('an auction with bids is cancelled only with its current tag', async () => {
  const auction = await service.auction(seller, ongoing);
  path = `/v1/auctions/${auction.auctionId}`;
  await service.bid(auction);
  expect(await cancel('"another"')).toMatchObject(failed);
  expect((await seller.get(path)).body.auction.status).toBe('ongoing');
  expect((await cancel(await tag())).body).toEqual({ success: true });
});

test('the rules of the change hold with a current tag, and come after a stale one', async () => {
  path = `/v1/auctions/${(await service.auction(seller, cancelled)).auctionId}`;
  expect((await change('"stale"')).status).toBe(412);
  expect((await change(await tag())).body.code).toBe('auction_completed');
});

test('every fault is named before the tag is compared', async () => {
  const answer = await change('"another"', { title: 'x', minimumBid: 5 });
  expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
    '/minimumBid',
    '/title',
  ]);
  const both = await change('another', { title: 'x' });
  expect(both.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(['/title', 'If-Match']);
});

test('an answer that was lost is given again under its key, although the tag has changed since', async () => {
  const its = await tag();
  const send = () => change(its, { title: 'Once' }, { 'idempotency-key': 'lost' });
  const first = await send();
  expect(first.status).toBe(200);
  const again = await send();
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
});

test('POST and PATCH answer with the tag of the GET that follows, and DELETE with none', async () => {
  const created = await seller.post('/v1/auctions', soundAuction);
  path = new URL(created.headers.get('location')!).pathname;
  expect([created.status, created.headers.get('etag')]).toEqual([201, await tag()]);
  const changed = await change(created.headers.get('etag')!);
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, await tag()]);
  const unchanged = await change(changed.headers.get('etag')!, {});
  expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([200, await tag()]);
  expect(await change(created.headers.get('etag')!)).toMatchObject(failed);
  const ended = await cancel(changed.headers.get('etag')!);
  expect([ended.status, ended.headers.get('etag')]).toEqual([200, null]);
});

test('a repetition under the same key has the tag of the first answer', async () => {
  const send = () => change('*', { title: 'Once' }, { 'idempotency-key': 'tagged' });
  const first = await send();
  expect(first.headers.get('etag')).toBe(await tag());
  await change('*', { title: 'Twice' });
  expect((await send()).headers.get('etag')).toBe(first.headers.get('etag'));
});
