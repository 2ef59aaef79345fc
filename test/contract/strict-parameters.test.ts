import { describe, expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';
import { expectProblem } from './expect-problem.ts';
import { soundAuction } from './periods.ts';

const service = await sharedService();
const seller = await service.seller();
const { auctionId, sellerId } = await service.auction(seller);
const { bidId } = await service.bid({ auctionId, sellerId });

/** The document's tables of parameters; everything else is unknown there. */
const takes: Record<string, readonly string[]> = {
  '/v1/auctions': ['status', 'includeBids', 'limit', 'offset'],
  [`/v1/auctions/${auctionId}`]: ['includeBids'],
  '/v1/bids': ['auctionId', 'bidderId', 'limit', 'offset'],
  [`/v1/bids/${bidId}`]: [],
};
const soundValues: Record<string, string> = {
  status: 'upcoming',
  includeBids: 'true',
  limit: '5',
  offset: '0',
  auctionId,
  bidderId: 'ada@example.com',
};

describe.each(Object.entries(takes))('GET %s', (path, names) => {
  const ask = (name: string) => seller.get(`${path}?${new URLSearchParams({ [name]: soundValues[name]! })}`);

  test.each(names)('%s is taken', async (name) => {
    expect((await ask(name)).status).toBe(200);
  });

  test.each(Object.keys(soundValues).filter((name) => !names.includes(name)))('%s is unknown', async (name) => {
    expectProblem(await ask(name), 'invalid_request', [`${name} unknown_parameter`]);
  });

  test('all of them together', async () => {
    const query = new URLSearchParams(names.map((name) => [name, soundValues[name]!]));
    expect((await seller.get(`${path}?${query}`)).status).toBe(200);
  });

  test.each(['page', 'Limit', 'include_bids', 'constructor', '__proto__', 'toString', 'hasNext', 'query'])(
    'an unknown parameter: %s',
    async (name) => {
      expectProblem(await seller.get(`${path}?${name}=1`), 'invalid_request', [`${name} unknown_parameter`]);
    },
  );

  test('every fault of a query in one answer', async () => {
    const query = names.map((name) => `${name}=`).join('&');
    expectProblem(await seller.get(`${path}?${query}&foo=1&bar=2`), 'invalid_request', [
      ...names.map((name) => `${name} empty_value`),
      'bar unknown_parameter',
      'foo unknown_parameter',
    ]);
  });

  test.each(names)('%s given twice, even with the same value', async (name) => {
    const query = `${name}=${encodeURIComponent(soundValues[name]!)}`;
    expectProblem(await seller.get(`${path}?${query}&${query}`), 'invalid_request', [`${name} repeated_parameter`]);
  });

  test.each(names)('%s with an empty value', async (name) => {
    expectProblem(await seller.get(`${path}?${name}=`), 'invalid_request', [`${name} empty_value`]);
    expectProblem(await seller.get(`${path}?${name}`), 'invalid_request', [`${name} empty_value`]);
  });

  test.each(names)('%s as an array or object in brackets is unknown', async (name) => {
    for (const bracketed of [`${name}[]`, `${name}[0]`, `${name}[a]`]) {
      const answer = await seller.get(`${path}?${new URLSearchParams({ [bracketed]: soundValues[name]! })}`);
      expectProblem(answer, 'invalid_request', [`${bracketed} unknown_parameter`]);
    }
  });
});

describe.each(['/v1/auctions', '/v1/bids'])('GET %s', (path) => {
  test.each(['1', '100'])('limit=%s is accepted', async (limit) => {
    expect((await seller.get(`${path}?limit=${limit}`)).status).toBe(200);
  });

  test.each([
    ['0', 'too_small'],
    ['-1', 'too_small'],
    ['101', 'too_large'],
    ['99999999999999999999', 'too_large'],
    ['1.0', 'not_an_integer'],
    ['1.5', 'not_an_integer'],
    ['1e1', 'not_an_integer'],
    ['0x10', 'not_an_integer'],
    ['0b1', 'not_an_integer'],
    ['1_0', 'not_an_integer'],
    [' 1', 'not_an_integer'],
    ['1 ', 'not_an_integer'],
    ['+1', 'not_an_integer'],
    ['abc', 'not_an_integer'],
    ['null', 'not_an_integer'],
    ['true', 'not_an_integer'],
    ['NaN', 'not_an_integer'],
    ['Infinity', 'not_an_integer'],
    ['１', 'not_an_integer'],
    ['1,2', 'not_an_integer'],
  ])('limit=%j: %s', async (limit, code) => {
    expectProblem(await seller.get(`${path}?${new URLSearchParams({ limit })}`), 'invalid_request', [`limit ${code}`]);
  });

  test.each(['0', '1', '2147483647'])('offset=%s is accepted', async (offset) => {
    expect((await seller.get(`${path}?offset=${offset}`)).status).toBe(200);
  });

  test.each([
    ['-1', 'too_small'],
    ['1.0', 'not_an_integer'],
    ['1e1', 'not_an_integer'],
    ['0x10', 'not_an_integer'],
    [' 1', 'not_an_integer'],
    ['abc', 'not_an_integer'],
  ])('offset=%j: %s', async (offset, code) => {
    expectProblem(await seller.get(`${path}?${new URLSearchParams({ offset })}`), 'invalid_request', [
      `offset ${code}`,
    ]);
  });

  test.each(['2147483648', '99999999999999999999'])(
    'offset=%s, beyond what can be counted, is no server error',
    async (offset) => {
      expectProblem(await seller.get(`${path}?offset=${offset}`), 'invalid_request', ['offset too_large']);
    },
  );
});

describe.each(['/v1/auctions', `/v1/auctions/${auctionId}`])('GET %s', (path) => {
  test.each(['1', '0', 'TRUE', 'False', 'yes', 'banana', 'null', ' true', 'true,false'])(
    'includeBids=%j: neither true nor false',
    async (includeBids) => {
      const query = new URLSearchParams({ includeBids });
      expectProblem(await seller.get(`${path}?${query}`), 'invalid_request', ['includeBids invalid_value']);
    },
  );
});

test.each(['UPCOMING', 'Upcoming', 'cancelled', 'settling', 'all', 'upcoming,ongoing', 'null', ' upcoming'])(
  'GET /v1/auctions: status=%j is none of the three',
  async (status) => {
    const query = new URLSearchParams({ status });
    expectProblem(await seller.get(`/v1/auctions?${query}`), 'invalid_request', ['status invalid_value']);
  },
);

test.each(['1', 'banana', 'null', '01939f5c6a1c7c3e9d2b5f0e4b8a7d11', '{01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11}'])(
  'GET /v1/bids: auctionId=%j is no UUID',
  async (value) => {
    const query = new URLSearchParams({ auctionId: value });
    expectProblem(await seller.get(`/v1/bids?${query}`), 'invalid_request', ['auctionId invalid_value']);
  },
);

test('GET /v1/bids: an auctionId in upper case is the same UUID', async () => {
  const { body } = await seller.get(`/v1/bids?auctionId=${auctionId.toUpperCase()}`);
  expect(body.bids).toMatchObject([{ bidId }]);
});

test('GET /v1/bids: a bidderId that looks like a number is text', async () => {
  await service.bid({ auctionId, sellerId }, { bidderId: '007' });
  expect((await seller.get('/v1/bids?bidderId=007')).body.bids).toMatchObject([{ bidderId: '007' }]);
  expect((await seller.get('/v1/bids?bidderId=7')).body.bids).toEqual([]);
});

describe('query parameters where the document has none', () => {
  const body = JSON.stringify(soundAuction);
  const headers = { 'content-type': 'application/json' };

  test.each(['title', 'includeBids', 'limit', 'foo'])('POST /v1/auctions?%s', async (name) => {
    const answer = await seller.request(`/v1/auctions?${name}=1`, { method: 'POST', headers, body });
    expectProblem(answer, 'invalid_request', [`${name} unknown_parameter`]);
  });

  test.each(['title', 'includeBids', 'auctionId'])('PATCH /v1/auctions/<auction_id>?%s', async (name) => {
    const answer = await seller.request(`/v1/auctions/${auctionId}?${name}=abcd`, {
      method: 'PATCH',
      headers,
      body: '{}',
    });
    expectProblem(answer, 'invalid_request', [`${name} unknown_parameter`]);
  });

  test.each(['force', 'auctionId'])('DELETE /v1/auctions/<auction_id>?%s, and it is not cancelled', async (name) => {
    const answer = await seller.request(`/v1/auctions/${auctionId}?${name}=true`, { method: 'DELETE' });
    expectProblem(answer, 'invalid_request', [`${name} unknown_parameter`]);
    expect((await seller.get(`/v1/auctions/${auctionId}`)).body.auction.status).toBe('upcoming');
  });

  test('the faults of query and body are in one answer', async () => {
    const faulty = JSON.stringify({ ...soundAuction, title: 'ab', foo: 1 });
    const answer = await seller.request('/v1/auctions?bar=1', { method: 'POST', headers, body: faulty });
    expectProblem(answer, 'invalid_request', ['/foo unknown_field', '/title too_short', 'bar unknown_parameter']);
  });
});
