import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteOldAnswers } from '../../src/api/idempotency/stored-answer.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { cancelled, ongoing, upcoming } from '../support/insert-auction.ts';
import { startSweep } from '../../src/operations/work/sweep.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile } from '../support/service.ts';
import { auctionFields, keyed } from '../idempotency/keyed.ts';

const service = await serviceForFile();
let seller: Seller;
beforeEach(async () => void (seller = await service.seller()));

const create = (key: string, body: unknown = fields, by = seller) =>
  keyed(by, key, { method: 'POST', path: '/v1/auctions', body });
const fields = auctionFields();

async function auctionCount(by = seller): Promise<number> {
  return (await by.get('/v1/auctions')).body.auctions.length;
}

async function storedKeys(by = seller): Promise<object[]> {
  const { rows } = await service.db.query<object>(
    'select key, status from idempotency_keys where seller_id = $1 order by key',
    [by.sellerId],
  );
  return rows;
}

const codeOf = ({ status, body }: { status: number; body: any }) => [status, body.code];

describe('a create that is sent again', () => {
  test('creates nothing and gets the same status, body and headers, marked as replayed', async () => {
    const first = await create('once');
    const again = await create('once');
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.text).toBe(first.text);
    for (const name of ['location', 'content-type', 'cache-control']) {
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await auctionCount()).toBe(1);
    expect(await storedKeys()).toEqual([{ key: 'once', status: 201 }]);
  });

  test('is the same however its JSON is written', async () => {
    const first = await create('spaces');
    const { biddingPeriod, title } = fields;
    const again = await seller.request('/v1/auctions', {
      method: 'POST',
      headers: { 'idempotency-key': 'spaces', 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ biddingPeriod, title }, null, 2).replace('"A walnut', '"\\u0041 walnut'),
    });
    expect(again.text).toBe(first.text);
  });

  test('without a key, or under another one, creates another auction', async () => {
    await create('one');
    await create('two');
    await seller.post('/v1/auctions', fields);
    await seller.post('/v1/auctions', fields);
    expect(await auctionCount()).toBe(4);
  });

  test('by another seller is its own', async () => {
    const other = await service.seller();
    const mine = await create('shared');
    const its = await create('shared', fields, other);
    expect(its.headers.get('idempotent-replayed')).toBeNull();
    expect(its.body.auction.auctionId).not.toBe(mine.body.auction.auctionId);
  });

  test('with another key of the same seller is the same', async () => {
    const colleague = await service.seller({ name: seller.name });
    const first = await create('team');
    expect((await create('team', fields, colleague)).text).toBe(first.text);
  });
});

describe('the same key for something else', () => {
  test.each([
    ['another body', { method: 'POST', path: '/v1/auctions', body: { ...fields, title: 'Another desk' } }],
    ['one field more', { method: 'POST', path: '/v1/auctions', body: { ...fields, minimumBidValueInCents: 0 } }],
    ['a query', { method: 'POST', path: '/v1/auctions?x=1', body: fields }],
    ['another method and path', { method: 'DELETE', path: `/v1/auctions/${randomUUID()}` }],
  ] as const)('%s: 422, and nothing is done', async (_, request) => {
    const first = await create('taken');
    const answer = await keyed(seller, 'taken', request);
    expect(codeOf(answer)).toEqual([422, 'idempotency_key_reused']);
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
    expect(await auctionCount()).toBe(1);
    expect((await create('taken')).text).toBe(first.text);
  });
});

describe('while the first is in flight', () => {
  test('409 with Retry-After; afterwards its answer', async () => {
    const auction = await service.auction(seller, upcoming);
    const change = { method: 'PATCH', path: `/v1/auctions/${auction.auctionId}`, body: { title: 'New' } } as const;
    const first = await service.db.transaction(async (tx) => {
      await tx.query('select from auctions where auction_id = $1 for update', [auction.auctionId]);
      const sent = keyed(seller, 'busy', change);
      await expect.poll(() => lockWaits(service.db)).toBe(1);
      const meanwhile = await keyed(seller, 'busy', change);
      expect(codeOf(meanwhile)).toEqual([409, 'idempotency_key_in_use']);
      expect(meanwhile.headers.get('retry-after')).toBe('1');
      return { sent };
    });
    const answer = await first.sent;
    expect([answer.status, answer.body.auction.title]).toEqual([200, 'New']);
    expect((await keyed(seller, 'busy', change)).text).toBe(answer.text);
  });
});

describe('an answer is kept', () => {
  const age = (interval: string) =>
    service.db.query(`update idempotency_keys set created_at = created_at - $2::interval where seller_id = $1`, [
      seller.sellerId,
      interval,
    ]);

  test('for a little less than 24 hours', async () => {
    const first = await create('old');
    await age('23 hours 59 minutes');
    await deleteOldAnswers(service.db);
    expect((await create('old')).text).toBe(first.text);
  });

  test('and no longer: the key is then a new one, also before the sweep has come by', async () => {
    const first = await create('old');
    await age('24 hours');
    const again = await create('old', { ...fields, title: 'Another desk' });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(again.body.auction.auctionId).not.toBe(first.body.auction.auctionId);
    expect((await create('old', { ...fields, title: 'Another desk' })).text).toBe(again.text);
  });

  test('and then swept away, in batches', async () => {
    await create('old');
    await age('24 hours');
    await create('new');
    await service.db.query(
      `insert into idempotency_keys (seller_id, key, fingerprint, status, headers, body, created_at)
       select $1, 'swept ' || n, '', 200, '{}', '', clock_timestamp() - interval '25 hours' from generate_series(1, 2500) n`,
      [seller.sellerId],
    );
    await deleteOldAnswers(service.db);
    expect(await storedKeys()).toEqual([{ key: 'new', status: 201 }]);
  });

  test('and the sweep of a worker does that by itself', async () => {
    await create('old');
    await age('24 hours');
    await using _sweep = startSweep(service.deps);
    await expect.poll(() => storedKeys(), { timeout: 20_000 }).toEqual([]);
  });
});

describe('PATCH and DELETE', () => {
  test('a change is made once: what came later is not undone', async () => {
    const { auctionId } = await service.auction(seller, upcoming);
    const path = `/v1/auctions/${auctionId}`;
    const first = await keyed(seller, 'change', { method: 'PATCH', path, body: { title: 'First' } });
    await seller.patch(path, { title: 'Second' });
    const again = await keyed(seller, 'change', {
      method: 'PATCH',
      path: `/v1/auctions/${auctionId.toUpperCase()}`,
      body: { title: 'First' },
    });
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect((await seller.get(path)).body.auction.title).toBe('Second');
  });

  test('a cancellation is answered again', async () => {
    const { auctionId } = await service.auction(seller, ongoing);
    const request = { method: 'DELETE', path: `/v1/auctions/${auctionId}` } as const;
    expect((await keyed(seller, 'cancel', request)).body).toEqual({ success: true });
    const again = await keyed(seller, 'cancel', request);
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([{ success: true }, 'true']);
    expect((await seller.get(request.path)).body.auction.status).toBe('completed');
  });

  test('a GET has no use for a key, nor does HEAD', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await seller.request('/v1/auctions', { method, headers: { 'idempotency-key': 'no good' } });
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, null]);
    }
    expect(await storedKeys()).toEqual([]);
  });
});

describe('refusals', () => {
  test.each([
    ['an invalid field', 400, { method: 'POST', path: '/v1/auctions', body: { ...fields, title: '' } }],
    ['an unknown auction', 404, { method: 'PATCH', path: `/v1/auctions/${randomUUID()}`, body: { title: 'New' } }],
    ['a body on DELETE', 400, { method: 'DELETE', path: `/v1/auctions/${randomUUID()}`, body: {} }],
  ] as const)('%s is refused anew, and leaves the key to a corrected request', async (_, status, request) => {
    const first = await keyed(seller, 'refused', request);
    const again = await keyed(seller, 'refused', request);
    expect([first.status, again.status]).toEqual([status, status]);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    expect(again.body.requestId).toBe(again.headers.get('x-request-id'));
    expect(await storedKeys()).toEqual([]);
    const corrected = await create('refused');
    expect(corrected.status).toBe(201);
    expect((await create('refused')).text).toBe(corrected.text);
    expect(await auctionCount()).toBe(1);
  });

  test('ten repetitions of a refused request and its correction at once: one auction', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => create('race', index % 2 === 0 ? { ...fields, title: '' } : fields)),
    );
    const allowed = [
      [201, undefined],
      [400, 'invalid_request'],
      [409, 'idempotency_key_in_use'],
      [422, 'idempotency_key_reused'],
    ];
    for (const answer of answers) expect(allowed).toContainEqual(codeOf(answer));
    await create('race');
    expect(await auctionCount()).toBe(1);
  });

  test('a conflict is judged anew: the request is done where nothing is in its way any more', async () => {
    const { auctionId } = await service.auction(seller, cancelled);
    const change = { method: 'PATCH', path: `/v1/auctions/${auctionId}`, body: { title: 'New' } } as const;
    expect(codeOf(await keyed(seller, 'late', change))).toEqual([409, 'auction_completed']);
    await service.db.query(
      `update auctions set status = 'ongoing', outcome = null, cancelled_at = null, completed_at = null where auction_id = $1`,
      [auctionId],
    );
    const done = await keyed(seller, 'late', change);
    expect([done.status, done.body.auction.title]).toEqual([200, 'New']);
    expect((await keyed(seller, 'late', change)).text).toBe(done.text);
  });

  test('a failed precondition leaves the key to the same change with the current tag', async () => {
    const { auctionId } = await service.auction(seller, upcoming);
    const path = `/v1/auctions/${auctionId}`;
    const change = (ifMatch: string) =>
      seller.request(path, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'tagged', 'if-match': ifMatch },
        body: '{"title":"New"}',
      });
    expect(codeOf(await change('"stale"'))).toEqual([412, 'precondition_failed']);
    expect((await change((await seller.get(path)).headers.get('etag')!)).status).toBe(200);
  });

  test('refusals of the key, the scope, the media type and the size are not kept', async () => {
    const reader = await service.seller({ name: seller.name, scopes: ['auctions:read'] });
    expect(codeOf(await create('later', fields, reader))).toEqual([403, 'insufficient_scope']);
    const send = (headers: Record<string, string>, body: string) =>
      seller.request('/v1/auctions', { method: 'POST', headers: { 'idempotency-key': 'later', ...headers }, body });
    expect((await send({ 'content-type': 'text/plain' }, '{}')).status).toBe(415);
    expect((await send({ 'content-type': 'application/json' }, ' '.repeat(64 * 1024 + 1))).status).toBe(413);
    const wrong = await service.request('/v1/auctions', {
      method: 'POST',
      headers: { authorization: 'Bearer auc_test_none', 'idempotency-key': 'later' },
    });
    expect(wrong.status).toBe(401);
    expect(await storedKeys()).toEqual([]);
    expect((await create('later')).status).toBe(201);
  });
});

describe('the key', () => {
  const longest = 'k'.repeat(255);

  test.each([
    ['1 character', 'k', '"k"'],
    ['255 characters', longest, `"${longest}"`],
    ['a UUID', '8e03978e-40d5-43e8-bc93-6894a57f9324', '"8e03978e-40d5-43e8-bc93-6894a57f9324"'],
    ['every visible character', visible(), `"${visible().replaceAll(/["\\]/g, (one) => `\\${one}`)}"`],
  ])('%s, bare and in quotes mean the same', async (_, bare, quoted) => {
    const first = await create(bare);
    expect(first.status).toBe(201);
    expect((await create(quoted)).text).toBe(first.text);
    expect(await storedKeys()).toEqual([{ key: bare, status: 201 }]);
  });

  test.each([
    ['nothing', ''],
    ['nothing in quotes', '""'],
    ['256 characters', `${longest}k`],
    ['256 characters in quotes', `"${longest}k"`],
    ['a space', 'two words'],
    ['a space in quotes', '"two words"'],
    ['a character that is not ASCII', 'schl\u00fcssel'],
    ['no end of the quotes', '"open'],
    ['something behind the quotes', '"key";p=1'],
    ['an escape that is none', String.raw`"a\b"`],
    ['a quote that is not escaped', '"a"b"'],
  ])('%s is refused, and nothing is done', async (_, key) => {
    const answer = await create(key);
    expect(codeOf(answer)).toEqual([400, 'invalid_request']);
    expect(answer.body.errors).toEqual([
      { pointer: 'Idempotency-Key', code: 'invalid_value', detail: expect.stringMatching(/255/) },
    ]);
    expect([await auctionCount(), await storedKeys()]).toEqual([0, []]);
  });

  test('given twice is refused', async () => {
    const headers = new Headers({ 'content-type': 'application/json' });
    headers.append('idempotency-key', 'one');
    headers.append('idempotency-key', 'two');
    const answer = await seller.request('/v1/auctions', { method: 'POST', headers, body: JSON.stringify(fields) });
    expect(codeOf(answer)).toEqual([400, 'invalid_request']);
    expect(await auctionCount()).toBe(0);
  });

  test('at fault is told together with the faults of the body', async () => {
    const answer = await create('', { ...fields, title: 'ab' });
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      'Idempotency-Key',
      '/title',
    ]);
  });
});

function visible(): string {
  return (
    String.fromCharCode(...Array.from({ length: 0x7e - 0x21 + 1 }, (_, index) => 0x21 + index)).replace('"', '') + '"'
  );
}
