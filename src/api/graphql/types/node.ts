import type { ObjectFieldBuilder, ObjectRef } from '@pothos/core';
import { encodeGlobalID } from '@pothos/plugin-relay';
import type { GraphQLResolveInfo } from 'graphql';
import type { FieldAccess } from '#one-statement/field-plan.ts';
import { scopesOf } from '#one-statement/plugin.ts';
import { Refusal } from '../../../core/refusal.ts';
import { requireScope, type Scope } from '../../../core/viewer.ts';
import { builder, type Types } from '../builder.ts';
import { type Context, viewerOf } from '../context.ts';
import { connectionOptions, identified, readByNode } from './connection-options.ts';

/**
 * Gives the objects of a type an `id`, by which `node` finds them.
 *
 * @param identity.by the property that distinguishes them
 * @param identity.access the callers that may read one
 * @param identity.find finds one among those that the viewer may see; a refusal that there is none is null to the client
 */
export function identify<Row extends object>(
  type: ObjectRef<Types, Row>,
  {
    by,
    access,
    find,
  }: {
    readonly by: keyof Row & string;
    readonly access: FieldAccess<Scope>;
    readonly find: (id: string, context: Context, info: GraphQLResolveInfo) => Promise<Row | null>;
  },
): void {
  identified.add(type.name);
  readByNode.add(type.name);
  builder.nodeRef<Row, string, ObjectRef<Types, Row>>(type, {
    id: {
      sql: { identity: by },
      ...(access.public !== undefined && { access: { public: [] } }),
      resolve: (row) => String(row[by]),
    },
    async loadWithoutCache(id, context, info) {
      requireScope(viewerOf(context), ...scopesOf(access));
      return await find(id, context, info).catch((error: unknown) => {
        if (error instanceof Refusal && error.code.endsWith('not_found')) return null;
        throw error;
      });
    },
  });
}

/**
 * Makes the `id` of an object that `node` does not read, because the object belongs to another one.
 *
 * @param identity.of the name of its type
 * @param identity.by the property that distinguishes it
 */
export function idOfPart<Row extends object>(
  t: ObjectFieldBuilder<Types, Row>,
  {
    of,
    by,
    ...options
  }: { readonly of: string; readonly by: keyof Row & string; readonly access?: FieldAccess<Scope> },
) {
  identified.add(of);
  return t.id({
    ...connectionOptions.idFieldOptions,
    ...options,
    sql: { identity: by },
    resolve: (row) => encodeGlobalID(of, String(row[by])),
  });
}
