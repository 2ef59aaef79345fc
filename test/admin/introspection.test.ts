import { buildClientSchema, getIntrospectionQuery, lexicographicSortSchema, printSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { adminStarters } from '../../src/api/graphql/graphiql/starters.ts';
import type { Answer } from '../support/answer.ts';
import type { Seller } from '../support/seller.ts';
import { publicUrl, type Service, startService } from '../support/service.ts';
import { printedSchema } from '../../src/api/graphql/print-schema.ts';

const database = { DATABASE_URL: 'postgres://unused', PUBLIC_URL: publicUrl, SECRETS_KEY: 'a'.repeat(64) };

test.each([
  ['npm start', {}, 'open'],
  ['npm start with NODE_ENV=production', { NODE_ENV: 'production' }, 'open'],
  ['with a database, whatever NODE_ENV says', { ...database, NODE_ENV: 'development' }, 'admin'],
  ['with a database', database, 'admin'],
  ['with a database, opened on purpose', { ...database, GRAPHIQL: 'open' }, 'open'],
  ['closed on purpose', { GRAPHIQL: 'admin' }, 'admin'],
  ['switched off', { ...database, GRAPHIQL: 'off' }, 'off'],
])('%s: GraphiQL and introspection are for %o: %s', (_, env, expected) => {
  expect(readConfig(env).graphiql).toBe(expected);
});

test('another word is refused', () => {
  expect(() => readConfig({ GRAPHIQL: 'true' })).toThrow('GRAPHIQL=true must be one of open, admin, off');
});

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-site': 'none' };
const ours = { origin: publicUrl, 'sec-fetch-site': 'same-origin' };

async function signIn(service: Service): Promise<string> {
  const { key } = await service.seller({ scopes: ['admin'] });
  const answer = await service.request('/admin/sign-in', {
    method: 'POST',
    headers: ours,
    body: new URLSearchParams({ key }),
  });
  return answer.headers.get('set-cookie')!.split(';')[0]!;
}

const ask = (service: Service, query: string, headers: Record<string, string> = {}) =>
  service.request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
const codeOf = ({ body }: Pick<Answer, 'body'>): string => body.errors?.[0].extensions.code ?? 'answered';

describe('for admins alone', async () => {
  const service = await startService({ config: readConfig(database) });
  const seller = await service.seller();
  const admin = await service.seller({ scopes: ['admin'] });
  afterAll(() => service[Symbol.asyncDispose]());

  test.each([
    ['the whole schema', getIntrospectionQuery()],
    ['a type', '{ __type(name: "Auction") { name } }'],
    ['a type beside data', '{ auctions { nodes { __typename } } __type(name: "Auction") { name } }'],
    ['in a fragment', 'query { ...Asked } fragment Asked on Query { __schema { queryType { name } } }'],
    ['under another name', '{ auctions: __schema { queryType { name } } }'],
  ])('%s is told to no one else', async (_, query) => {
    expect(codeOf(await ask(service, query))).toBe('missing_api_key');
    const refused = await seller.graphql(query);
    expect(codeOf(refused)).toBe('insufficient_scope');
    expect(refused.body.data ?? null).toBeNull();
    if (!query.includes('auctions { nodes {')) expect(codeOf(await admin.graphql(query))).toBe('answered');
  });

  test('a session asks as its key would, over GET, too', async () => {
    const cookie = await signIn(service);
    expect(codeOf(await ask(service, getIntrospectionQuery(), { cookie, ...ours }))).toBe('answered');
    const query = encodeURIComponent('{ __schema { queryType { name } } }');
    expect(codeOf(await service.request(`/graphql?query=${query}`))).toBe('missing_api_key');
  });

  test('sellers’ operations go on, `__typename` included', async () => {
    const { body } = await seller.graphql('{ __typename auctions { nodes { __typename title } } }');
    expect(body).toEqual({ data: { __typename: 'Query', auctions: { nodes: [] } } });
  });

  test('a mistyped field is not helped along, but for admins', async () => {
    // Twice, as what is refused once is remembered.
    for (const query of ['{ auction { __typename } }', '{ sellerz { name } }', '{ sellerz { name } }']) {
      expect((await seller.graphql(query)).body.errors[0].message).not.toMatch(/did you mean/i);
      expect((await ask(service, query)).text).not.toMatch(/did you mean/i);
    }
    expect((await admin.graphql('{ sellerz { name } }')).body.errors[0].message).toMatch(/Did you mean/);
    expect((await seller.graphql('{ sellerz { name } }')).body.errors[0].message).not.toMatch(/did you mean/i);
  });

  test('GraphiQL opens with a session, and shows the way in without one', async () => {
    const before = await service.request('/graphql', { headers: browser });
    expect([before.status, before.headers.get('location')]).toEqual([303, '/admin']);
    const after = await service.request('/graphql', { headers: { ...browser, cookie: await signIn(service) } });
    expect(after.status).toBe(200);
    expect(after.text).toContain('AuditLog');
    expect(after.headers.get('vary')).toMatch(/\bcookie\b/);
    expect(after.headers.get('cache-control')).toMatch(/\bprivate\b/);
  });

  test('the schema’s file is for those who may ask for the schema', async () => {
    const path = '/docs/schema.graphql';
    expect((await service.request(path)).status).toBe(401);
    expect((await admin.get(path)).text).toBe(printedSchema());
    // A seller sees its own part, and no type of the other.
    const { text } = await seller.get(path);
    expect(text).toContain('type Query');
    expect(text).not.toMatch(/For admins|Admin|AuditEntry|SettlementHold|type Seller /);
    expect((await service.request('/docs')).status).toBe(200);
  });
});

describe('open', async () => {
  const service = await startService();
  const admin = await service.seller({ scopes: ['admin'] });
  afterAll(() => service[Symbol.asyncDispose]());

  test('everybody may ask, and is helped along', async () => {
    expect(codeOf(await ask(service, getIntrospectionQuery()))).toBe('answered');
    expect((await ask(service, '{ auctionz { title } }')).text).toMatch(/did you mean/i);
    expect((await service.request('/docs/schema.graphql')).status).toBe(200);
  });

  test('a seller is shown its own part of the schema, an admin the whole, over and over', async () => {
    const seller = await service.seller();
    const shown = async (by: Seller) => {
      const { data } = (await by.graphql(getIntrospectionQuery())).body;
      return printSchema(lexicographicSortSchema(buildClientSchema(data)));
    };
    for (const _ of [1, 2]) {
      expect(await shown(seller)).not.toMatch(/For admins|Admin[A-Z]|admin[A-Z]/);
      expect(await shown(admin)).toContain('adminBids');
    }
    expect((await seller.graphql('{ __type(name: "Seller") { name } clock { now } }')).body.data).toMatchObject({
      __type: null,
    });
    const beside = await seller.graphql('{ __typename __schema { description } sellers { nodes { name } } }');
    expect(beside.body.errors).toMatchObject([{ path: ['sellers'], extensions: { code: 'insufficient_scope' } }]);
  });

  test.each([
    '{ adminBidz { bidId } }',
    '{ sellerz { name } }',
    '{ auctions { nodes { titel } } ...on AuditEntri { action } }',
  ])('a misspelt document names a field or type of admins to admins alone: %s', async (query) => {
    const seller = await service.seller();
    const [asSeller, asAdmin] = [await seller.graphql(query), await admin.graphql(query)];
    expect(codeOf(asSeller)).toBe('invalid_request');
    expect(asSeller.text).not.toMatch(/adminBids|\\"sellers|AuditEntry/);
    expect(asAdmin.text).toMatch(/adminBids|\\"sellers|AuditEntry/);
    expect((await ask(service, query)).text).not.toMatch(/adminBids|\\"sellers|AuditEntry/);
  });

  test('GraphiQL has a seller’s tabs, and an admin’s for whoever is signed in', async () => {
    const anybody = await service.request('/graphql', { headers: browser });
    expect(anybody.text).toContain('MyAuctions');
    expect(anybody.text).not.toContain('query AuditLog(');
    const signedIn = await service.request('/graphql', { headers: { ...browser, cookie: await signIn(service) } });
    expect(signedIn.text).toContain('query AuditLog(');
    expect(signedIn.headers.get('etag')).not.toBe(anybody.headers.get('etag'));
  });

  test.each(
    adminStarters.map(({ query, variables }) => ({
      name: /^(?:query|mutation) (\w+)/m.exec(query)![1]!,
      query,
      variables,
    })),
  )('the tab $name is an operation that works, or says what to fill in', async ({ query, variables }) => {
    // An action that cannot be undone requires a reason and a confirmation.
    const meant = query.includes('$reason: String!') ? { reason: 'As its bidder asked', confirm: true } : {};
    const answer = await admin.graphql(query, { ...JSON.parse(variables ?? '{}'), ...meant });
    // An unknown payment or hold is a fault of the field that names it.
    const [pointed] = answer.body.errors?.[0].extensions.errors ?? [];
    if (pointed !== undefined)
      expect(pointed).toMatchObject({
        pointer: expect.stringMatching(/^.(authorizationId|holdId|address)$/),
        code: 'invalid_value',
      });
    else expect(codeOf(answer)).toMatch(/^(answered|(seller|api_key|auction|bid|webhook_endpoint)_not_found)$/);
  });
});

describe('switched off', async () => {
  const service = await startService({ config: readConfig({ ...database, GRAPHIQL: 'off' }) });
  const admin = await service.seller({ scopes: ['admin'] });
  afterAll(() => service[Symbol.asyncDispose]());

  test('not even admins may ask, and there is no GraphiQL', async () => {
    expect(codeOf(await admin.graphql(getIntrospectionQuery()))).toBe('invalid_request');
    const page = await service.request('/graphql', { headers: { ...browser, cookie: await signIn(service) } });
    expect(page.status).toBe(400);
    expect(codeOf(await admin.graphql('{ sellers { nodes { __typename } } }'))).toBe('answered');
  });
});
