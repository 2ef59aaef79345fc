import { beforeAll, describe, expect, test } from 'vitest';
import { findKey } from '../../src/platform/auth/keys.ts';
import { issueKey, revokeKey, rotateKey } from '../../src/platform/auth/change-keys.ts';
import { schema } from '../../src/api/graphql/schema.ts';
import type { Answer } from '../support/answer.ts';
import { upcoming } from '../support/insert-auction.ts';
import { serviceForFile } from '../support/service.ts';
import { soundAuction } from '../contract/periods.ts';
import { type Entry, type Example, examplesOf } from './examples.ts';

const service = await serviceForFile();
const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
const seller = await service.seller();

const examples = examplesOf(service, { admin, seller });

async function entriesOf(requestId: string): Promise<Entry[]> {
  const { rows } = await service.db.query<Entry>(
    `select action, subject_type as "subjectType", subject_id as "subjectId", seller_id as "sellerId",
       api_key_id as "apiKeyId", request_id as "requestId", before, after
     from audit_log where request_id = $1 order by entry_id`,
    [requestId],
  );
  return rows;
}

/** Everything of the answer that must never be found in the log. */
function secretsIn({ text }: Answer): string[] {
  return [...text.matchAll(/auc_(?:test|live)_[0-9A-Za-z]{49}|whsec_[0-9A-Za-z+/=]+|bidsec_[0-9a-f]+/g)].map(
    ([secret]) => secret,
  );
}

test('there is an example of every mutation of the schema', () => {
  expect(Object.keys(examples).sort()).toEqual(Object.keys(schema.getMutationType()!.getFields()).sort());
});

describe.each(Object.entries(examples))('%s', (action, example) => {
  let answer: Answer;
  let made: Example;
  let entries: Entry[];
  beforeAll(async () => {
    made = await example();
    answer = await made.by.graphql(made.document, made.variables);
    entries = await entriesOf(answer.headers.get('x-request-id')!);
  });

  test('leaves an entry: who, what, before and after', () => {
    expect(answer.body.errors).toBeUndefined();
    expect(entries.find((entry) => entry.action === action)).toMatchObject({
      sellerId: made.by.sellerId,
      ...made.leaves,
      apiKeyId: made.by.apiKeyId,
      subjectId: made.leaves.subjectId ?? expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test('leaves no secret in it', () => {
    const written = JSON.stringify(entries);
    for (const secret of secretsIn(answer)) expect(written).not.toContain(secret.slice(20));
    expect(written).not.toMatch(/digest/i);
  });
});

test('the routes of /v1 leave the same entries', async () => {
  const created = await seller.post('/v1/auctions', soundAuction);
  const path = `/v1/auctions/${created.body.auction.auctionId}`;
  const answers = [created, await seller.patch(path, { title: 'Another title' }), await seller.delete(path)];
  for (const [index, action] of ['createAuction', 'updateAuction', 'cancelAuction'].entries()) {
    const entries = await entriesOf(answers[index]!.headers.get('x-request-id')!);
    expect(entries.map((entry) => entry.action)).toEqual([action]);
    expect(entries[0]!.subjectId).toBe(created.body.auction.auctionId);
  }
});

test('writes no entry for an empty update, a repeated cancellation or a refused creation', async () => {
  const { auctionId } = await service.auction(seller, upcoming);
  const path = `/v1/auctions/${auctionId}`;
  const unchanged = await seller.patch(path, {});
  const cancelled = await seller.delete(path);
  const again = await seller.delete(path);
  const refused = await seller.post('/v1/auctions', { ...soundAuction, title: '' });
  expect([unchanged, cancelled, again, refused].map(({ status }) => status)).toEqual([200, 200, 200, 400]);
  const counts = await Promise.all(
    [unchanged, cancelled, again, refused].map(
      async ({ headers }) => (await entriesOf(headers.get('x-request-id')!)).length,
    ),
  );
  expect(counts).toEqual([0, 1, 0, 0]);
});

test('writes entries without an actor for the command that changes keys', async () => {
  const { apiKeyId } = await issueKey(service.db, { seller: 'Acme', mode: 'live', scopes: ['admin'], expiresAt: null });
  await service.db.transaction(async (tx) => {
    const rotated = await rotateKey(tx, null, { ...(await findKey(service.db, apiKeyId))!, mode: 'live' });
    await revokeKey(tx, null, rotated.apiKeyId);
  });
  const { rows } = await service.db.query(
    `select action from audit_log join sellers using (seller_id)
     where sellers.name = 'Acme' and api_key_id is null and request_id is null order by entry_id`,
  );
  const actions = ['createSeller', 'issueApiKey', 'revokeApiKey', 'rotateApiKey', 'revokeApiKey'];
  expect(rows).toEqual(actions.map((action) => ({ action })));
});
