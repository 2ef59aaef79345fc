import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Answer } from '../support/answer.ts';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { soundAuction, soundPeriod } from './periods.ts';

// The mistakes that integrators make most. Each is answered with a status and a sentence that says what to do.

const service = await sharedService();
const seller = await service.seller();
const reader = await service.seller({ name: seller.name, scopes: ['auctions:read'] });
const live = await service.seller({ mode: 'live' });
const { auctionId } = await service.auction(seller, ongoing);

const json = { 'content-type': 'application/json' };
const create = (changes: object) => seller.post('/v1/auctions', { ...soundAuction, ...changes });
const { startTimestamp, endTimestamp } = soundPeriod();
const key = randomUUID();

const mistakes: readonly (readonly [mistake: string, status: number, says: RegExp, make: () => Promise<Answer>])[] = [
  ['no key', 401, /Send your API key as "Authorization: Bearer <API_KEY>"/, () => service.request('/v1/auctions')],
  [
    'a key without "Bearer"',
    401,
    /Send your API key as "Authorization: Bearer/,
    () => service.request('/v1/auctions', { headers: { authorization: seller.key } }),
  ],
  [
    'a key with a letter missing',
    401,
    /unknown, revoked or expired/,
    () => service.request('/v1/auctions', { headers: { authorization: `Bearer ${seller.key.slice(0, -1)}` } }),
  ],
  ['a key without the scope', 403, /lacks the scope "auctions:write"/, () => reader.post('/v1/auctions', soundAuction)],
  [
    'a body without its Content-Type',
    415,
    /"Content-Type: application\/json"/,
    () => seller.request('/v1/auctions', { method: 'POST', body: JSON.stringify(soundAuction) }),
  ],
  [
    'JSON with a comma too many',
    400,
    /must be JSON\. It breaks at line 1, column \d+/,
    () => seller.request('/v1/auctions', { method: 'POST', headers: json, body: '{"title": "A desk",}' }),
  ],
  ['a list for a body', 400, /must be a JSON object/, () => seller.post('/v1/auctions', [soundAuction])],
  [
    'a price in dollars',
    400,
    /minimumBidValueInCents: Must be a whole number/,
    () => create({ minimumBidValueInCents: 49.99 }),
  ],
  [
    'a price as a text',
    400,
    /minimumBidValueInCents: Must be a whole number/,
    () => create({ minimumBidValueInCents: '5000' }),
  ],
  [
    'milliseconds for seconds',
    400,
    /seconds; .*milliseconds/,
    () => create({ biddingPeriod: { startTimestamp: startTimestamp * 1000, endTimestamp: endTimestamp * 1000 } }),
  ],
  [
    'an ISO date for seconds',
    400,
    /Send unix seconds instead of an ISO date: \d+/,
    () => create({ biddingPeriod: { startTimestamp: '2027-01-31T00:00:00Z', endTimestamp } }),
  ],
  [
    'a start in the past',
    400,
    /at least 1 minute .* the smallest startTimestamp is \d+/,
    () => create({ biddingPeriod: { startTimestamp: 1_700_000_000, endTimestamp: 1_700_086_400 } }),
  ],
  [
    'an end before the start',
    400,
    /Must be after startTimestamp/,
    () => create({ biddingPeriod: { startTimestamp: endTimestamp, endTimestamp: startTimestamp } }),
  ],
  [
    'a period of some minutes',
    400,
    /1 hour/,
    () => create({ biddingPeriod: { startTimestamp, endTimestamp: startTimestamp + 600 } }),
  ],
  [
    'a period of a month',
    400,
    /7 days/,
    () => create({ biddingPeriod: { startTimestamp, endTimestamp: startTimestamp + 30 * 86_400 } }),
  ],
  ['no title', 400, /title: Is required/, () => create({ title: undefined })],
  ['an empty title', 400, /at least 3 characters/, () => create({ title: '' })],
  [
    'snake_case',
    400,
    /minimum_bid_value_in_cents: There is no such field/,
    () => create({ minimum_bid_value_in_cents: 1 }),
  ],
  ['a type that is not offered', 400, /asynchronous/, () => create({ type: 'repeated' })],
  [
    'a value that an enum does not have',
    400,
    /upcoming.*ongoing.*completed/,
    () => seller.get('/v1/auctions?status=open'),
  ],
  ['a page that is too large', 400, /limit: Must be at most 100/, () => seller.get('/v1/auctions?limit=1000')],
  ['a parameter of another API', 400, /page: There is no such parameter/, () => seller.get('/v1/auctions?page=2')],
  ['an id that is not one', 404, /no such auction/, () => seller.get('/v1/auctions/42')],
  ["another seller's auction", 404, /no such auction/, () => live.get(`/v1/auctions/${auctionId}`)],
  ['a path with a letter too many', 404, /nothing at this path/, () => seller.get('/v1/auction')],
  [
    'PUT for PATCH',
    405,
    /"Allow"/,
    () => seller.request(`/v1/auctions/${auctionId}`, { method: 'PUT', headers: json, body: '{}' }),
  ],
  [
    'a change of the period while bidders bid',
    409,
    /only its title and minimumBidValueInCents/,
    () => seller.patch(`/v1/auctions/${auctionId}`, { biddingPeriod: soundPeriod() }),
  ],
  [
    'one Idempotency-Key for two requests',
    422,
    /belongs to a different request/,
    async () => {
      const post = (title: string) =>
        seller.request('/v1/auctions', {
          method: 'POST',
          headers: { ...json, 'idempotency-key': key },
          body: JSON.stringify({ ...soundAuction, title }),
        });
      await post('The first');
      return await post('The second');
    },
  ],
  [
    'the test clock with a live key',
    200,
    /test sellers only/,
    () => live.graphql('mutation { advanceTestClock(bySeconds: 60) { now } }'),
  ],
  [
    'a GraphQL field that is not there',
    200,
    /Cannot query field "items"/,
    () => seller.graphql('{ auctions { items } }'),
  ],
];

interface Fault {
  readonly pointer?: string;
  readonly detail?: string;
  readonly message?: string;
  readonly extensions?: { readonly code: string };
}

test('there are thirty of them', () => expect(mistakes).toHaveLength(30));

test.each(mistakes)('%s', async (_, status, says, make) => {
  const answer = await make();
  const { detail, errors = [] } = answer.body as { detail?: string; errors?: Fault[] };
  const sentences = [detail, ...errors.map((each) => `${each.pointer}: ${each.detail ?? each.message}`)].join('\n');
  expect(sentences).toMatch(says);
  expect(answer.status).toBe(status);
  const code = (answer.body.code ?? errors[0]?.extensions?.code) as string;
  // Each code has a paragraph on the page of errors.
  const page = await service.request('/docs/errors');
  expect(page.text).toContain(`id="${code}"`);
});
