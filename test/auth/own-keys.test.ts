import { describe, expect, test } from 'vitest';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const seller = await service.seller({ scopes: ['auctions:read', 'bids:read', 'keys:write'] });
const asked = async (document: string, by: Seller = seller) => (await by.graphql(document)).body;
const codeOf = (body: any) => body.errors?.[0].extensions.code;
const withKey = async (key: string, path = '/v1/auctions') =>
  (await service.request(path, { headers: { authorization: `Bearer ${key}` } })).status;
const create = (scopes: string, more = '') =>
  `mutation { createKey(input: { scopes: [${scopes}]${more} }) { key apiKey { apiKeyId prefix scopes expiresAt } errors { code fault message path } } }`;

describe('a key that issues keys', () => {
  test('issues one with scopes of its own, which works, and is listed without the key', async () => {
    const { createKey } = (await asked(create('AUCTIONS_READ'))).data;
    expect(createKey.apiKey).toMatchObject({ scopes: ['AUCTIONS_READ'], expiresAt: null });
    expect([await withKey(createKey.key), await withKey(createKey.key, '/v1/bids')]).toEqual([200, 403]);
    const keys = (await asked('{ keys { nodes { prefix scopes revokedAt } } }')).data.keys.nodes;
    expect(keys[0]).toEqual({ prefix: createKey.apiKey.prefix, scopes: ['AUCTIONS_READ'], revokedAt: null });
    expect(keys).toHaveLength(2);
  });

  test.each([
    ['one that it lacks', 'AUCTIONS_READ, WEBHOOKS_WRITE', '', '/scopes'],
    ['that of operators', 'ADMIN', '', '/scopes'],
    ['none', '', '', '/scopes'],
    ['an expiry that has passed', 'AUCTIONS_READ', ', expiresTimestamp: 1', '/expiresTimestamp'],
  ])('does not issue one with %s', async (_, scopes, more, pointer) => {
    const { errors } = await asked(create(scopes, more));
    expect(errors[0].extensions).toMatchObject({ code: 'invalid_request', errors: [{ pointer }] });
  });

  test('replaces one of its scopes, and none of more', async () => {
    const { createKey } = (await asked(create('BIDS_READ'))).data;
    const replace = (apiKeyId: string) =>
      `mutation { replaceKey(input: { apiKeyId: "${apiKeyId}" }) { key apiKey { scopes } errors { code fault message path } } }`;
    const { replaceKey } = (await asked(replace(createKey.apiKey.apiKeyId))).data;
    expect(replaceKey.apiKey).toEqual({ scopes: ['BIDS_READ'] });
    expect([await withKey(createKey.key, '/v1/bids'), await withKey(replaceKey.key, '/v1/bids')]).toEqual([401, 200]);
    expect(codeOf(await asked(replace(createKey.apiKey.apiKeyId)))).toBe('api_key_revoked');
    const wider = await service.seller({ name: seller.name, scopes: ['auctions:read', 'webhooks:write'] });
    expect(codeOf(await asked(replace(wider.apiKeyId)))).toBe('insufficient_scope');
    expect(await withKey(wider.key)).toBe(200);
  });

  test('revokes those of its seller that can do no more, itself included, and none of another seller', async () => {
    const revoke = (apiKeyId: string) =>
      `mutation { revokeKey(input: { apiKeyId: "${apiKeyId}" }) { apiKey { revokedAt } errors { code fault message path } } }`;
    const other = await service.seller({ scopes: ['auctions:read', 'keys:write'] });
    for (const act of ['revokeKey', 'replaceKey']) {
      const document = `mutation { ${act}(input: { apiKeyId: "${seller.apiKeyId}" }) { __typename errors { code fault message path } } }`;
      expect(codeOf(await asked(document, other))).toBe('api_key_not_found');
    }
    const first = await asked(revoke(other.apiKeyId), other);
    expect(first.data.revokeKey.revokedAt).not.toBeNull();
    expect(await withKey(other.key)).toBe(401);
  });
});

describe('the name of a key', () => {
  const update = (apiKeyId: string, name: string) =>
    `mutation { updateKey(input: { apiKeyId: "${apiKeyId}", name: ${name} }) { apiKey { name } errors { code fault message path } } }`;
  const issue = async (more: string) => {
    const document = `mutation { createKey(input: { scopes: [AUCTIONS_READ]${more} }) { apiKey { apiKeyId name } errors { code fault message path } } }`;
    return asked(document);
  };
  const longest = `"${'é'.repeat(100)}"`;

  test('is given with it, changed and removed, and stays with a key that replaces it', async () => {
    const { apiKey } = (await issue(', name: "Shop"')).data.createKey;
    expect(apiKey.name).toBe('Shop');
    for (const name of [longest, '"Stall 7"']) {
      expect((await asked(update(apiKey.apiKeyId, name))).data.updateKey.name).toBe(JSON.parse(name));
    }
    const replace = `mutation { replaceKey(input: { apiKeyId: "${apiKey.apiKeyId}" }) { apiKey { apiKeyId name } errors { code } } }`;
    const replaced = (await asked(replace)).data.replaceKey.apiKey;
    expect(replaced.name).toBe('Stall 7');
    expect((await asked(update(replaced.apiKeyId, 'null'))).data.updateKey.name).toBeNull();
    for (const nothing of ['', ', name: null']) {
      expect((await issue(nothing)).data.createKey.apiKey.name).toBeNull();
    }
  });

  test.each(['""', `"${'x'.repeat(101)}"`, '" "', '"a\\nb"'])('is not %s', async (name) => {
    const faultOf = (body: any) => body.errors[0].extensions.errors.map(({ pointer }: any) => pointer);
    expect(faultOf(await issue(`, name: ${name}`))).toContain('/name');
    expect(faultOf(await asked(update(seller.apiKeyId, name)))).toContain('/name');
  });

  test('is changed neither by another seller nor by a key that can do less', async () => {
    const wider = await service.seller({ name: seller.name, scopes: ['auctions:read', 'webhooks:write'] });
    expect(codeOf(await asked(update(wider.apiKeyId, '"Mine"')))).toBe('insufficient_scope');
    const other = await service.seller({ scopes: ['auctions:read', 'keys:write'] });
    expect(codeOf(await asked(update(seller.apiKeyId, '"Mine"'), other))).toBe('api_key_not_found');
    const { rows } = await service.db.query('select name from api_keys where name = $1', ['Mine']);
    expect(rows).toEqual([]);
  });
});

test('a seller has at most 100 keys that are not revoked, also where two are issued at once', async () => {
  const many = await service.seller({ scopes: ['auctions:read', 'keys:write'] });
  await service.db.query(
    `insert into api_keys (seller_id, prefix, digest, scopes)
     select $1, 'auc_test_' || lpad(i::text, 6, '0'), sha256(($1::uuid || i::text)::bytea), '{auctions:read}' from generate_series(1, 98) i`,
    [many.sellerId],
  );
  const answers = await Promise.all([1, 2, 3].map(() => asked(create('AUCTIONS_READ'), many)));
  const refused = answers.flatMap((body) => codeOf(body) ?? []);
  expect(refused).toEqual(['api_key_limit', 'api_key_limit']);
});
