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
const asJson = (method: string, path: string, body: string, headers: object = json) =>
  seller.request(path, { method, headers: { ...headers }, body });
const { startTimestamp, endTimestamp } = soundPeriod();
const period = (changes: object) => ({ biddingPeriod: { startTimestamp, endTimestamp, ...changes } });
const asMilliseconds = { startTimestamp: startTimestamp * 1000, endTimestamp: endTimestamp * 1000 };
const ofAnother = (authorization: string) => service.request('/v1/auctions', { headers: { authorization } });

async function oneKeyTwice(): Promise<Answer> {
  const headers = { ...json, 'idempotency-key': randomUUID() };
  const post = (title: string) => asJson('POST', '/v1/auctions', JSON.stringify({ ...soundAuction, title }), headers);
  await post('The first');
  return await post('The second');
}

/** A path that is read, what is wrong with the fields of a creation, or another request. */
type Request = string | object | (() => Promise<Answer>);

const mistakes: readonly (readonly [mistake: string, status: number, says: RegExp, request: Request])[] = [
  ['no key', 401, /Send your API key as "Authorization: Bearer <API_KEY>"/, () => service.request('/v1/auctions')],
  ['a key without "Bearer"', 401, /Send your API key as "Authorization: Bearer/, () => ofAnother(seller.key)],
  ['a key cut short', 401, /unknown, revoked or expired/, () => ofAnother(`Bearer ${seller.key.slice(0, -1)}`)],
  ['a key without the scope', 403, /lacks the scope "auctions:write"/, () => reader.post('/v1/auctions', soundAuction)],
  ['no Content-Type', 415, /"Content-Type: application\/json"/, () => asJson('POST', '/v1/auctions', '{}', {})],
  ['a comma too many', 400, /It breaks at line 1, column \d+/, () => asJson('POST', '/v1/auctions', '{"title": "",}')],
  ['a list for a body', 400, /must be a JSON object/, () => seller.post('/v1/auctions', [soundAuction])],
  ['a price in dollars', 400, /InCents: Must be a whole number/, { minimumBidValueInCents: 49.99 }],
  ['a price as a text', 400, /InCents: Must be a whole number/, { minimumBidValueInCents: '5000' }],
  ['milliseconds for seconds', 400, /seconds; .*milliseconds/, period(asMilliseconds)],
  ['an ISO date', 400, /unix seconds instead of an ISO date: \d+/, period({ startTimestamp: '2027-01-31T00:00:00Z' })],
  ['a start in the past', 400, /at least 1 minute .*smallest startTimestamp is \d+/, period({ startTimestamp: 1.7e9 })],
  ['an end before the start', 400, /Must be after startTimestamp/, period({ endTimestamp: startTimestamp - 1 })],
  ['a period of some minutes', 400, /1 hour/, period({ endTimestamp: startTimestamp + 600 })],
  ['a period of a month', 400, /7 days/, period({ endTimestamp: startTimestamp + 30 * 86_400 })],
  ['no title', 400, /title: Is required/, { title: undefined }],
  ['an empty title', 400, /at least 3 characters/, { title: '' }],
  ['snake_case', 400, /minimum_bid_value_in_cents: There is no such field/, { minimum_bid_value_in_cents: 1 }],
  ['a type that is not offered', 400, /asynchronous/, { type: 'repeated' }],
  ['a value that an enum does not have', 400, /upcoming.*ongoing.*completed/, '/v1/auctions?status=open'],
  ['a page that is too large', 400, /limit: Must be at most 100/, '/v1/auctions?limit=1000'],
  ['a parameter of another API', 400, /page: There is no such parameter/, '/v1/auctions?page=2'],
  ['an id that is not one', 404, /no such auction/, '/v1/auctions/42'],
  ["another seller's auction", 404, /no such auction/, () => live.get(`/v1/auctions/${auctionId}`)],
  ['a path with a letter too many', 404, /nothing at this path/, '/v1/auction'],
  ['PUT for PATCH', 405, /"Allow"/, () => asJson('PUT', `/v1/auctions/${auctionId}`, '{}')],
  [
    'a change of the period while bidders bid',
    409,
    /only its title and minimumBidValueInCents/,
    () => seller.patch(`/v1/auctions/${auctionId}`, { biddingPeriod: soundPeriod() }),
  ],
  ['one Idempotency-Key for two requests', 422, /belongs to a different request/, oneKeyTwice],
  [
    'the test clock with a live key',
    200,
    /test sellers only/,
    () =>
      live.graphql(
        'mutation { advanceTestClock(input: { bySeconds: 60 }) { clock { now } errors { code fault message path } } }',
      ),
  ],
  [
    'no such GraphQL field',
    200,
    /Cannot query field "items"/,
    () => seller.graphql('{ auctions { nodes { items } } }'),
  ],
];

interface Fault {
  readonly pointer?: string;
  readonly detail?: string;
  readonly message?: string;
  readonly extensions?: { readonly code: string };
}

test('there are thirty of them', () => expect(mistakes).toHaveLength(30));

test.each(mistakes)('%s', async (_, status, says, request) => {
  const answer = await (typeof request === 'function'
    ? request()
    : typeof request === 'string'
      ? seller.get(request)
      : seller.post('/v1/auctions', { ...soundAuction, ...request }));
  const { detail, errors = [] } = answer.body as { detail?: string; errors?: Fault[] };
  const sentences = [detail, ...errors.map((each) => `${each.pointer}: ${each.detail ?? each.message}`)].join('\n');
  expect(sentences).toMatch(says);
  expect(answer.status).toBe(status);
  const code = (answer.body.code ?? errors[0]?.extensions?.code) as string;
  // Each code has a paragraph on the page of errors.
  const page = await service.request('/docs/errors');
  expect(page.text).toContain(`id="${code}"`);
});
