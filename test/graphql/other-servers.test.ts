import { randomUUID } from 'node:crypto';
import { createYoga } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { authenticate } from '../../src/auth/authenticate.ts';
import { makeContext } from '../../src/graphql/context.ts';
import { schema } from '../../src/graphql/schema.ts';
import { ongoing, upcoming } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';

// The schema of the service, in a Yoga that knows nothing of plans.

const service = await sharedService();
const seller = await service.seller();
const yoga = createYoga({
  schema,
  logging: false,
  maskedErrors: false,
  context: async ({ request }) =>
    makeContext(service.deps, await authenticate(service.deps, request.headers.get('authorization')), randomUUID()),
});

async function ask(query: string) {
  const response = await yoga.fetch('http://localhost/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${seller.key}` },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as { data: Record<string, any>; errors?: { message: string }[] };
}

test('reads pages, objects and lists as the service does', async () => {
  const auction = await service.auction(seller, ongoing);
  for (const bidValueInCents of [200, 300, 400]) await service.bid(auction, { bidValueInCents });
  const query = `{
    auctionConnection(first: 5) { totalCount pageInfo { endCursor hasNextPage } edges { cursor node { id title bidCount } } }
    auction(auctionId: "${auction.auctionId}") {
      auctionUrl phase leadingBid { bidValueInCents } ledger { balance { heldInCents } } presentation { description }
      bidConnection(first: 2, orderBy: HIGHEST_FIRST) { totalCount edges { node { bidValueInCents auction { title } } } }
    }
    bids(limit: 2) { bidId bidValueInCents placedAt }
  }`;
  const { body } = await seller.graphql(query);
  expect(body.data.auction.bidConnection).toMatchObject({ totalCount: 3 });
  expect(await ask(query)).toEqual(body);
});

test('makes several changes in series, and refuses one with the service’s words', async () => {
  const { auctionId } = await service.auction(seller, upcoming);
  const change = (alias: string, fields: string) =>
    `${alias}: updateAuction(auctionId: "${auctionId}", ${fields}) { title minimumBidValueInCents }`;
  const { data } = await ask(
    `mutation { ${change('a', 'title: "First"')} ${change('b', 'minimumBidValueInCents: 700')} }`,
  );
  expect(data).toMatchObject({ b: { title: 'First', minimumBidValueInCents: 700 } });
  const refused = `mutation { ${change('a', 'title: ""')} }`;
  const { body } = await seller.graphql(refused);
  expect((await ask(refused)).errors![0]!.message).toBe(body.errors[0].message);
});
