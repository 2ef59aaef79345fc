import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { maxTotalCount } from '../core/cursor-page.ts';
import { requireScope, type Scope } from '../core/viewer.ts';
import type PrismaTypes from '../db/generated/pothos-types.ts';
import { getDatamodel } from '../db/generated/pothos-types.ts';
import { connectionOptions } from './types/connection-options.ts';
import { type Context, viewerOf } from './context.ts';
import { nullableWhereRefused } from './plugins/nullable-where-refused.ts';
import { type FieldPlan, fromStatement } from '../api/plans/field-plan.ts';
import { cents, dateTime, json, unixTimestamp, uuid } from './types/scalars.ts';

export interface SchemaTypes {
  PrismaTypes: PrismaTypes;
  Context: Context;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  AuthScopes: { anyOf: readonly [Scope, ...Scope[]] };
  Scalars: {
    UUID: { Input: string; Output: string };
    DateTime: { Input: never; Output: Date };
    UnixTimestamp: { Input: number; Output: number };
    Cents: { Input: never; Output: number };
    JSON: { Input: never; Output: unknown };
  };
}

/** These types with Pothos' defaults, as its own generic types take them. */
export type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

export const builder = new SchemaBuilder<SchemaTypes>({
  // Scope-auth comes first: no other plugin's resolver may run before the scope is checked.
  plugins: [ScopeAuthPlugin, RelayPlugin, PrismaPlugin, nullableWhereRefused],
  defaultFieldNullability: false,
  prisma: { client: ({ deps }) => deps.db.prisma, dmmf: getDatamodel() },
  relay: connectionOptions,
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

/** Declares the scope that a field needs: scope-auth checks it, and the API reads it from the schema. And what it may be refused with. */
export function needs(scope: Scope, more: FieldPlan = {}) {
  const { refusals: codes, public: shown } = more;
  const directives = codes === undefined || codes.length === 0 ? {} : { directives: { refuses: { codes } } };
  const anyOf: [Scope, ...Scope[]] = shown === undefined ? [scope] : [scope, 'public'];
  return { authScopes: { anyOf }, extensions: { scope, ...more, ...directives } };
}

/** Declares a field that a statement reads, and the scope that it needs, if any. */
export function planned(plan: FieldPlan, scope?: Scope) {
  return { extensions: { ...plan }, ...(scope !== undefined && needs(scope, plan)), resolve: fromStatement };
}

/** Marks a field without arguments that public keys see. */
export const shownToAll = { extensions: { public: [] } } satisfies { extensions: FieldPlan };

builder.addScalarType('Cents', cents);
builder.addScalarType('JSON', json);
builder.addScalarType('UUID', uuid);
builder.addScalarType('DateTime', dateTime);
builder.addScalarType('UnixTimestamp', unixTimestamp);
builder.globalConnectionField('totalCount', (t) =>
  t.int({
    extensions: { isCount: true } satisfies FieldPlan,
    description: `The number of items on all pages together, at most ${maxTotalCount}. They are counted only if this field is requested. Show it as "${maxTotalCount.toLocaleString('en')}+" if \`isTotalCountExact\` is false.`,
    resolve: fromStatement,
  }),
);
builder.globalConnectionField('isTotalCountExact', (t) =>
  t.boolean({
    extensions: { isCount: true } satisfies FieldPlan,
    description:
      'Is `totalCount` the number of all items? If false, there are at least that many: the service counts and searches a limited number of rows.',
    resolve: fromStatement,
  }),
);
builder.queryType({ description: 'Reads your auctions, the bids on them, and your webhooks.' });
builder.mutationType({
  description:
    'Creates, changes and cancels your auctions. Bids are placed by bidders on the auction page, never here. Manages your webhooks, too.',
});
