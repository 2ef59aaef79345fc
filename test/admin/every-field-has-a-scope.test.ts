import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { scopes, sellerScopes, type Scope } from '../../src/core/viewer.ts';
import { planOf } from '#one-statement/field-plan.ts';
import { schema } from '../../src/api/graphql/schema.ts';
import type { Answer } from '../support/answer.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile } from '../support/service.ts';

// From the schema itself, one by one: a new field without a rule, or one that lets the wrong key in, fails here.

const service = await serviceForFile();

type Field = GraphQLField<unknown, unknown>;

const roots = [
  ['query', schema.getQueryType()],
  ['mutation', schema.getMutationType()],
  ['subscription', schema.getSubscriptionType()],
] as const;
const operations = roots.flatMap(([kind, type]) =>
  Object.values(type?.getFields() ?? {})
    // What `node` finds needs the scope of its type: `graphql/node.test.ts`. Any key may ask who it is: `graphql/viewer.test.ts`.
    .filter(({ name }) => !['node', 'nodes', 'viewer'].includes(name))
    .map((field) => ({ kind, field, name: field.name, scope: scopeOf(field) })),
);

function scopeOf(field: Field): Scope | undefined {
  return (planOf(field).access.scope ?? undefined) as Scope | undefined;
}

/** The least that can be said to ask for a field: required arguments, and a leaf of what it answers. */
function documentFor(kind: string, field: Field): string {
  return `${kind} { ${field.name}${argumentsOf(field.args)}${selectionOf(field)} }`;
}

function argumentsOf(args: readonly GraphQLArgument[]): string {
  const given = args.filter(isRequiredArgument).map(({ name, type }) => `${name}: ${literalOf(type)}`);
  return given.length === 0 ? '' : `(${given.join(', ')})`;
}

function literalOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literalOf(type.ofType);
  if (isListType(type)) return `[${literalOf(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const all = Object.values(type.getFields());
    const fields = type.isOneOf ? all.slice(0, 1) : all.filter(isRequiredInputField);
    return `{ ${fields.map((field) => `${field.name}: ${literalOf(field.type)}`).join(', ')} }`;
  }
  if (type.name === 'Boolean') return 'true';
  return type.name === 'ID'
    ? '"01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11"'
    : type.name === 'String'
      ? '"https://example.com"'
      : '1';
}

function selectionOf(field: Field): string {
  return isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
}

async function ask(seller: Seller, document: string, kind: string): Promise<Answer> {
  if (kind !== 'subscription') return seller.graphql(document);
  return seller.request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: document }),
  });
}

test.each(operations)('$kind $name declares the scope that it needs', ({ scope }) => {
  expect(scopes).toContain(scope);
});

describe.each(operations)('$kind $name', async ({ kind, field, scope }) => {
  test('is refused to keys with every scope but that one, and changes nothing', async () => {
    // The scope of operators goes with no other.
    const ofSellers = sellerScopes.filter((other) => other !== scope);
    const holders = [await service.seller({ scopes: ofSellers })];
    if (scope !== 'admin') holders.push(await service.seller({ scopes: ['admin'] }));
    const before = await everything();
    for (const holder of holders) {
      const { text } = await ask(holder, documentFor(kind, field), kind);
      expect(text).toContain('"insufficient_scope"');
      expect(text).toContain(`\\"${scope}\\"`);
    }
    expect(await everything()).toEqual(before);
  });

  test('is refused without a key', async () => {
    const body = JSON.stringify({ query: documentFor(kind, field) });
    const { text } = await service.request('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(kind === 'subscription' && { accept: 'text/event-stream' }),
      },
      body,
    });
    expect(text).toContain('"missing_api_key"');
  });
});

test('only the scope admin reaches the fields of admins', () => {
  const needsAdmin = (field: Field) => scopeOf(field) === 'admin';
  const fields = operations.map(({ field }) => field);
  const throughAdmin = typesBelow(fields.filter(needsAdmin), () => true);
  const throughOthers = typesBelow(
    fields.filter((field) => !needsAdmin(field)),
    (field) => !needsAdmin(field),
  );
  const forAdmins = [...throughAdmin.difference(throughOthers)];
  expect(forAdmins.filter((name) => !/(?:Payload|UserError|Connection|Edge)$/.test(name)).sort()).toEqual([
    'AuctionTimelineEntry',
    'AuditChange',
    'AuditEntry',
    'Authorization',
    'DisabledWebhookEndpoint',
    'FailingWebhookEndpoint',
    'OperatorAction',
    'RevivedMailAddress',
    'Seller',
    'SellerUsage',
    'SettlementAttention',
    'SettlementHold',
  ]);
});

test('a field below that asks for more, as its arguments tell, declares its scope', () => {
  const below = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => !roots.some(([, root]) => root === type) && !type.name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ field, path: `${type.name}.${field.name}` })));
  const asking = below.filter(({ field }) => field.args.length > 0);
  expect(asking.map(({ path }) => path)).toContain('Seller.keys');
  // The two fields that lead to an export ask for the scopes of a seller and of an operator.
  expect(asking.filter(({ field }) => scopeOf(field) === undefined).map(({ path }) => path)).toEqual([
    'BidderExport.attempts',
  ]);
});

/** The object types that these fields lead to, by the fields that may be followed. */
function typesBelow(
  fields: readonly Field[],
  mayFollow: (field: Field) => boolean,
  found = new Set<string>(),
): Set<string> {
  for (const field of fields) {
    const type = getNamedType(field.type);
    if (!isObjectType(type) || found.has(type.name)) continue;
    found.add(type.name);
    typesBelow(Object.values(type.getFields()).filter(mayFollow), mayFollow, found);
  }
  return found;
}

/** Rows by which a change would be noticed. */
async function everything() {
  const { rows } = await service.db.query(
    `select (select count(*) from audit_log where action <> 'issueApiKey' and action <> 'createSeller') as audited,
       (select count(*) from auctions) as auctions, (select count(*) from webhook_endpoints) as endpoints,
       (select sum(clock_offset_ms) from sellers) as clocks, (select count(suspended_at) from sellers) as suspended,
       (select count(revoked_at) from api_keys) as revoked`,
  );
  return rows[0];
}
