import { describe, expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';
import { expectProblem } from './expect-problem.ts';
import { soundAuction, soundPeriod } from './periods.ts';

const service = await sharedService();
const seller = await service.seller();
const { auctionId } = await service.auction(seller, { title: 'As it was' });

const send = (method: string, path: string, body: BodyInit | null, contentType: string | null = 'application/json') =>
  seller.request(path, { method, headers: contentType === null ? {} : { 'content-type': contentType }, body });
const bytes = (text: string) => new TextEncoder().encode(text);

const doors = [
  { name: 'POST /v1/auctions', method: 'POST', path: '/v1/auctions', sound: soundAuction, success: 201 },
  {
    name: 'PATCH /v1/auctions/<auction_id>',
    method: 'PATCH',
    path: `/v1/auctions/${auctionId}`,
    sound: {},
    success: 200,
  },
];

describe.each(doors)('$name', ({ method, path, sound, success }) => {
  const sendJson = (fields: object) => send(method, path, JSON.stringify({ ...sound, ...fields }));

  test.each([
    ['title', 123, 'wrong_type'],
    ['title', true, 'wrong_type'],
    ['title', ['abc'], 'wrong_type'],
    ['title', { text: 'abc' }, 'wrong_type'],
    ['title', null, 'null_not_allowed'],
    ['minimumBidValueInCents', '100', 'wrong_type'],
    ['minimumBidValueInCents', true, 'wrong_type'],
    ['minimumBidValueInCents', [100], 'wrong_type'],
    ['minimumBidValueInCents', {}, 'wrong_type'],
    ['minimumBidValueInCents', 1.5, 'not_an_integer'],
    ['minimumBidValueInCents', null, 'null_not_allowed'],
    ['type', 1, 'wrong_type'],
    ['type', true, 'wrong_type'],
    ['type', ['asynchronous'], 'wrong_type'],
    ['type', 'Asynchronous', 'invalid_value'],
    ['type', 'english', 'invalid_value'],
    ['type', 'repeated', 'unsupported_type'],
    ['type', '', 'invalid_value'],
    ['type', null, 'null_not_allowed'],
    ['biddingPeriod', 'tomorrow', 'wrong_type'],
    ['biddingPeriod', 4_102_444_800, 'wrong_type'],
    ['biddingPeriod', [4_102_444_800, 4_102_531_200], 'wrong_type'],
    ['biddingPeriod', true, 'wrong_type'],
    ['biddingPeriod', null, 'null_not_allowed'],
  ])('%s: %j is refused as %s', async (field, value, code) => {
    expectProblem(await sendJson({ [field]: value }), 'invalid_request', [`/${field} ${code}`]);
  });

  test.each([
    ['"4102444800"', 'wrong_type'],
    ['"2100-01-01T00:00:00Z"', 'wrong_type'],
    ['4102444800.5', 'not_an_integer'],
    ['true', 'wrong_type'],
    ['[]', 'wrong_type'],
    ['{}', 'wrong_type'],
    ['null', 'null_not_allowed'],
    ['4102444800000', 'looks_like_milliseconds'],
  ])('biddingPeriod.startTimestamp: %s is refused as %s', async (value, code) => {
    const text = JSON.stringify({ ...sound, biddingPeriod: { startTimestamp: 0, endTimestamp: 4_102_531_200 } });
    const answer = await send(method, path, text.replace('"startTimestamp":0', `"startTimestamp":${value}`));
    expectProblem(answer, 'invalid_request', [`/biddingPeriod/startTimestamp ${code}`]);
  });

  test.each(['1e999', '-1e999', '1e300', '9007199254740993', '-9007199254740993'])(
    'numbers beyond everything, %s, are refused and no server error',
    async (number) => {
      for (const [field, text] of [
        ['minimumBidValueInCents', `"minimumBidValueInCents":${number}`],
        ['biddingPeriod', `"biddingPeriod":{"startTimestamp":${number},"endTimestamp":${number}}`],
      ] as const) {
        const rest = Object.entries(sound).filter(([name]) => name !== field);
        const others = rest.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`).join('');
        const { status, body } = await send(method, path, `{${text}${others}}`);
        expect(status).toBe(400);
        for (const { pointer } of body.errors) expect(pointer).toMatch(new RegExp(`^/${field}`));
      }
    },
  );

  test('biddingPeriod: both timestamps are required', async () => {
    expectProblem(await sendJson({ biddingPeriod: {} }), 'invalid_request', [
      '/biddingPeriod/endTimestamp required',
      '/biddingPeriod/startTimestamp required',
    ]);
  });

  test.each([
    'minimumBid',
    'Title',
    'includeBids',
    'auctionId',
    'status',
    'bids',
    'a/b',
    'a~b',
    '',
    'constructor',
    '__proto__',
  ])('an unknown field: %j', async (field) => {
    const pointer = `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const text = JSON.stringify({ ...sound, unknown: 1 }).replace('"unknown"', JSON.stringify(field));
    expectProblem(await send(method, path, text), 'invalid_request', [`${pointer} unknown_field`]);
  });

  test('an unknown field of the bidding period', async () => {
    for (const field of ['timezone', '__proto__']) {
      const text = JSON.stringify({ ...sound, biddingPeriod: { ...soundPeriod(), unknown: 1 } });
      const answer = await send(method, path, text.replace('"unknown"', JSON.stringify(field)));
      expectProblem(answer, 'invalid_request', [`/biddingPeriod/${field} unknown_field`]);
    }
  });

  test('every fault in one answer', async () => {
    expectProblem(
      await sendJson({
        title: 'ab',
        minimumBidValueInCents: '5',
        type: 'repeated',
        biddingPeriod: { startTimestamp: null, endTimestamp: 1.5, foo: 1 },
        bar: null,
      }),
      'invalid_request',
      [
        '/bar unknown_field',
        '/biddingPeriod/endTimestamp not_an_integer',
        '/biddingPeriod/foo unknown_field',
        '/biddingPeriod/startTimestamp null_not_allowed',
        '/minimumBidValueInCents wrong_type',
        '/title too_short',
        '/type unsupported_type',
      ],
    );
  });

  test.each(['5e2', '500.0', '0.5e3'])('a whole number may be written as %s', async (number) => {
    const text = JSON.stringify({ ...sound, minimumBidValueInCents: 0 }).replace('Cents":0', `Cents":${number}`);
    const answer = await send(method, path, text);
    expect(answer.status).toBe(success);
    expect(answer.body.auction.minimumBidValueInCents).toBe(500);
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['half an object', '{"title":"abc"'],
    ['two objects', '{}{}'],
    ['a trailing comma', '{"title":"abc",}'],
    ['a comment', '{} // as it was'],
    ['single quotes', "{'title':'abc'}"],
    ['a form', 'title=abc'],
    ['NaN', '{"minimumBidValueInCents":NaN}'],
  ])('malformed JSON: %s', async (_, text) => {
    expectProblem(await send(method, path, text), 'invalid_request', ['body malformed_json']);
  });

  test.each([
    ['', 'It is empty.'],
    ['{"title":"abc"', 'It ends too early'],
    ['{\n  "title": "abc",\n}', 'It breaks at line 3, column 1.'],
    ['{"title":abc}', 'There is an unexpected "a" in it.'],
  ])('malformed JSON says where: %j', async (text, place) => {
    const { body } = await send(method, path, text);
    expect(body.errors[0].detail).toContain(place);
  });

  test('malformed JSON: bytes that are no UTF-8', async () => {
    const body = Buffer.from(JSON.stringify({ ...sound, title: 'caf\u00e9' }), 'latin1');
    expectProblem(await send(method, path, new Uint8Array(body)), 'invalid_request', ['body malformed_json']);
  });

  test.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['an object in a list', '[{}]'],
    ['text', '"abc"'],
    ['a number', '5'],
    ['a boolean', 'true'],
    ['lists nested thousands deep', '['.repeat(30_000) + ']'.repeat(30_000)],
  ])('JSON that is not an object: %s', async (_, text) => {
    expectProblem(await send(method, path, text), 'invalid_request', ['body not_an_object']);
  });

  test('a value nested thousands deep is a fault like any other', async () => {
    const text = JSON.stringify({ ...sound, title: 0 }).replace(
      '"title":0',
      `"title":${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    );
    expectProblem(await send(method, path, text), 'invalid_request', ['/title wrong_type']);
  });

  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
  ])('Content-Type: %s is accepted', async (contentType) => {
    expect((await send(method, path, JSON.stringify(sound), contentType)).status).toBe(success);
  });

  test.each([
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/json5',
    'application/problem+json',
    'application/merge-patch+json',
    'application/x-www-form-urlencoded',
    'application/json, text/plain',
    'application/json, application/json',
    'application/json; charset=iso-8859-1',
    '*/*',
    'json',
  ])('Content-Type: %s is unsupported', async (contentType) => {
    expectProblem(await send(method, path, JSON.stringify(sound), contentType), 'unsupported_media_type');
  });

  test('no Content-Type is unsupported', async () => {
    expectProblem(await send(method, path, bytes(JSON.stringify(sound)), null), 'unsupported_media_type');
  });

  test('a body of exactly 64 KiB is accepted', async () => {
    expect((await send(method, path, JSON.stringify(sound).padEnd(65_536))).status).toBe(success);
  });

  test('a body of 64 KiB and 1 byte is too large', async () => {
    expectProblem(await send(method, path, JSON.stringify(sound).padEnd(65_537)), 'payload_too_large');
  });

  test('a body that says nothing of its size is cut off at the limit', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 16_384;
        controller.enqueue(bytes(' '.repeat(16_384)));
      },
    });
    const headers = { 'content-type': 'application/json' };
    const answer = await seller.request(path, { method, headers, body: endless, duplex: 'half' } as RequestInit);
    expectProblem(answer, 'payload_too_large');
    expect(sent).toBeLessThan(1_000_000);
  });
});

test('POST /v1/auctions: title and biddingPeriod are required', async () => {
  expectProblem(await send('POST', '/v1/auctions', '{}'), 'invalid_request', [
    '/biddingPeriod required',
    '/title required',
  ]);
});

test('PATCH: a refused body leaves the auction as it is', async () => {
  expect((await seller.patch(`/v1/auctions/${auctionId}`, { title: 'Another', foo: 1 })).status).toBe(400);
  expect((await seller.get(`/v1/auctions/${auctionId}`)).body.auction.title).toBe('As it was');
});

describe('DELETE /v1/auctions/<auction_id>', () => {
  test.each(['{}', '{"force":true}', 'abc'])(
    'a body, %s, is refused, and the auction is not cancelled',
    async (body) => {
      const { status, body: problem } = await send('DELETE', `/v1/auctions/${auctionId}`, body);
      expect(status).toBe(400);
      expect(problem.code).toBe('invalid_request');
      expect(problem.errors).toHaveLength(1);
      expect((await seller.get(`/v1/auctions/${auctionId}`)).body.auction.status).toBe('upcoming');
    },
  );

  test('an empty body counts as no body', async () => {
    const { auctionId: other } = await service.auction(seller);
    expect((await send('DELETE', `/v1/auctions/${other}`, '')).body).toEqual({ success: true });
  });
});
