import oneStatement from '#one-statement/plugin.ts';
import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type { PlanEnvironment, PlanRequest } from '../plan-host.ts';
import { type Countable, maxTotalCount } from '../../core/cursor-page.ts';
import type { RefusalCode } from '../../core/refusal.ts';
import { requireScope, type Scope } from '../../core/viewer.ts';
import type PrismaTypes from '../../platform/db/generated/pothos-types.ts';
import { getDatamodel } from '../../platform/db/generated/pothos-types.ts';
import { connectionOptions } from './types/connection-options.ts';
import { type Context, hostOf, planRequestOf, viewerOf } from './context.ts';
import { cents, dateTime, unixTimestamp, uuid } from './types/scalars.ts';

export interface SchemaTypes {
  PrismaTypes: PrismaTypes;
  Connection: Countable;
  Context: Context;
  DefaultFieldNullability: false;
  InferredFieldOptionsKind: 'Resolve' | 'Sql';
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  AuthScopes: { anyOf: readonly [Scope, ...Scope[]] };
  OneStatement: { Request: PlanRequest; Environment: PlanEnvironment; Scope: Scope; Refusal: RefusalCode };
  Scalars: {
    ID: { Input: string; Output: number | string };
    UUID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    UnixTimestamp: { Input: number; Output: number };
    Cents: { Input: number; Output: number };
  };
}

/** These types with Pothos' defaults, as its own generic types take them. */
export type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

export const builder = new SchemaBuilder<SchemaTypes>({
  // Scope-auth comes first: no other plugin's resolver may run before the scope is checked.
  plugins: [ScopeAuthPlugin, oneStatement, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  prisma: { client: ({ deps }) => deps.db.prisma, dmmf: getDatamodel() },
  relay: connectionOptions,
  oneStatement: {
    host: hostOf,
    request: planRequestOf,
    ahead: ({ runPlanned }, responseKey) => runPlanned?.(responseKey),
    guard: (anyOf) => ({ authScopes: { anyOf } }),
  },
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: (context) => ({
      anyOf: (scopes) => {
        requireScope(viewerOf(context), ...scopes);
        return true;
      },
    }),
  },
});

/** Marks a field without arguments that public keys see. */
export const shownToAll = { access: { public: [] } };

builder.addScalarType('Cents', cents);
builder.addScalarType('UUID', uuid);
builder.addScalarType('DateTime', dateTime);
builder.addScalarType('UnixTimestamp', unixTimestamp);
builder.globalConnectionField('totalCount', (t) =>
  t.int({
    sql: { counts: true },
    description: `The number of items on all pages together, at most ${maxTotalCount}. They are counted only if this field is requested. Show it as "${maxTotalCount.toLocaleString('en')}+" if \`isTotalCountExact\` is false.`,
    resolve: async ({ count }) => (await count!()).total,
  }),
);
builder.globalConnectionField('isTotalCountExact', (t) =>
  t.boolean({
    sql: { counts: true },
    description:
      'Is `totalCount` the number of all items? If false, there are at least that many: the service counts and searches a limited number of rows.',
    resolve: async ({ count }) => (await count!()).isExact,
  }),
);
builder.queryType({ description: 'Reads your auctions, the bids on them, and your webhooks.' });
builder.mutationType({
  description:
    'Creates, changes and cancels your auctions. Bids are placed by bidders on the auction page, never here. Manages your webhooks, too.',
});
