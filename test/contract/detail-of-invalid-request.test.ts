import { describe, expect, test } from 'vitest';
import { auctionFields } from '../idempotency/keyed.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const seller = await service.seller();
const fields = auctionFields();

/** The sentence of a refused creation, in REST and in GraphQL. */
const askers: Record<string, (body: object) => Promise<string>> = {
  REST: async (body) => (await seller.post('/v1/auctions', body)).body.detail,
  GraphQL: async (body) => {
    const { body: answer } = await seller.graphql(
      `mutation ($title: String!, $minimumBidValueInCents: Cents, $biddingPeriod: BiddingPeriodInput!) {
        createAuction(input: { title: $title, minimumBidValueInCents: $minimumBidValueInCents, biddingPeriod: $biddingPeriod }) { auction { auctionId } errors { code fault message path } }
      }`,
      body,
    );
    return answer.errors[0].message;
  },
};

describe.each(Object.entries(askers))('%s says of an invalid request', (_, ask) => {
  test('its only fault', async () => {
    expect(await ask({ ...fields, title: 'A' })).toBe('/title: Must have at least 3 characters.');
  });

  test('the first fault, and that there is one more', async () => {
    expect(await ask({ ...fields, title: 'A', minimumBidValueInCents: -1 })).toBe(
      '/title: Must have at least 3 characters. There is 1 more fault in "errors".',
    );
  });

  test('the first fault, and how many more there are', async () => {
    const biddingPeriod = { startTimestamp: 3_000, endTimestamp: 3_001 };
    expect(await ask({ title: 'A', minimumBidValueInCents: -1, biddingPeriod })).toBe(
      '/biddingPeriod/endTimestamp: Must be at least 1 hour after startTimestamp. There are 3 more faults in "errors".',
    );
  });
});

test('REST names a query parameter, and of a body that is no JSON the fault alone', async () => {
  expect((await seller.get('/v1/auctions?limit=0')).body.detail).toBe('limit: Must be at least 1.');
  const { body } = await seller.request('/v1/auctions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect(body.detail).toBe(body.errors[0].detail);
});
