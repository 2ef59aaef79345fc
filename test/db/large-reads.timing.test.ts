import { expect, test } from 'vitest';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();

test('PostgreSQL gives a large read up after five seconds, and the answer says so', async () => {
  const seller = await service.seller();
  await service.db.transaction(async (tx) => {
    await tx.query('lock table auctions in access exclusive mode');
    const [rest, graphql] = await Promise.all([
      seller.get('/v1/auctions?includeBids=true'),
      seller.graphql('{ auctions(first: 100) { nodes { bids(first: 100) { nodes { id } } } } }'),
    ]);
    expect(rest.status).toBe(503);
    expect(rest.headers.get('retry-after')).toBe('1');
    expect(rest.body).toMatchObject({
      code: 'unavailable',
      detail: expect.stringMatching(/^The database did not finish this read within 5 seconds\./),
    });
    expect(graphql.body.errors[0].extensions.code).toBe('unavailable');
  });
  // The connections of the canceled statements are of use again, and without a timeout.
  expect((await seller.get('/v1/auctions?includeBids=true')).status).toBe(200);
  const { rows } = await service.db.query("select current_setting('statement_timeout') as timeout");
  expect(rows).toEqual([{ timeout: '0' }]);
}, 30_000);
