import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const seller = await service.seller();
const { auctionId } = await service.auction(seller);

const update = `mutation ($id: ID!, $text: String!) {
  updateAuctionPresentation(input: { auctionId: $id, description: $text }) { auction { presentation { description } } errors { code fault message path } } }`;

test('stores the digest and the length of a long text, and a shorter text whole', async () => {
  const long = 'ä'.repeat(501);
  for (const text of ['b'.repeat(500), long]) {
    expect((await seller.graphql(update, { id: auctionId, text })).body.errors).toBeUndefined();
  }
  const { rows } = await service.db.query<{ before: string; after: string }>(
    `select before ->> 'description' as before, after ->> 'description' as after from audit_log
     where action = 'updateAuctionPresentation' order by entry_id`,
  );
  expect(rows.map(({ after }) => after)).toEqual([
    'b'.repeat(500),
    `sha256:${createHash('sha256').update(long).digest('hex')} (501 characters)`,
  ]);
  expect(rows[1]!.before).toBe('b'.repeat(500));
});

test('thirty changes of one text in one request write little into the audit log', async () => {
  const auctions: { auctionId: string }[] = [];
  for (let index = 0; index < 15; index += 1) auctions.push(await service.auction(seller));
  const fields = Array.from({ length: 30 }, (_, index) => {
    const { auctionId: id } = auctions[index % 15]!;
    const text = index < 15 ? '$a' : '$b';
    return `a${index}: updateAuctionPresentation(input: { auctionId: "${id}", description: ${text} }) { auction { presentation { afterWinning } } errors { code fault message path } }`;
  });
  const { rows: before } = await size();
  const document = `mutation ($a: String!, $b: String!) { ${fields.join(' ')} }`;
  const { body } = await seller.graphql(document, { a: 'ä'.repeat(5_000), b: 'ö'.repeat(5_000) });
  expect(body.errors).toBeUndefined();
  const { rows: after } = await size();
  // The texts alone would be 450 kB.
  expect(after[0]!.bytes - before[0]!.bytes).toBeLessThan(20_000);
});

const size = () =>
  service.db.query<{ bytes: number }>(
    `select coalesce(sum(octet_length(coalesce(before::text, '')) + octet_length(coalesce(after::text, ''))), 0)::int as bytes from audit_log`,
  );

test('refuses an answer that is too long to store under a key, names the limit, and changes nothing', async () => {
  const ask = (count: number, key: string) => {
    const fields = Array.from(
      { length: count },
      (_, index) =>
        `a${index}: updateAuctionPresentation(input: { auctionId: "${auctionId}", description: $text }) { auction { presentation { description } } errors { code fault message path } }`,
    );
    return seller.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({
        query: `mutation ($text: String!) { ${fields.join(' ')} }`,
        variables: { text: `${key}${'ä'.repeat(4_900)}` },
      }),
    });
  };
  const fits = await ask(13, 'fits');
  expect(fits.body.errors).toBeUndefined();
  const { body } = await ask(14, 'long');
  expect(body.errors[0].message).toMatch(/of at most 131072 under an Idempotency-Key.*Nothing was changed\.$/);
  expect(body.errors[0].extensions.code).toBe('invalid_request');
  const { rows } = await service.db.query<{ description: string }>(
    'select description from auction_presentations where auction_id = $1',
    [auctionId],
  );
  expect(rows[0]!.description.startsWith('fits')).toBe(true);
  // The key is free for a smaller request.
  expect((await ask(1, 'long')).body.errors).toBeUndefined();
});
