import { MapperKind, mapSchema } from '@graphql-tools/utils';
import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import { answeringInPayloads } from './errors/user-errors.ts';
import { withDirectives } from './types/error-codes.ts';
import { traced } from '../../platform/tracing/span.ts';
import './types/auction.ts';
import './types/auction-rules.ts';
import './types/bid.ts';
import './types/connections.ts';
import './types/auction-ledger.ts';
import './types/auction-payment.ts';
import './types/delivery-details.ts';
import './types/shipment.ts';
import './types/settlement.ts';
import './types/current-bids.ts';
import './types/pictures.ts';
import './types/presentation.ts';
import './types/seller-profile.ts';
import './types/subscriptions.ts';
import './types/payment-account.ts';
import './types/test-clock.ts';
import './types/transcript.ts';
import './types/webhooks.ts';
import './types/webhook-deliveries.ts';
import './types/events.ts';
import './types/keys.ts';
import './types/admin-attention.ts';
import './types/admin-auctions.ts';
import './types/admin-audit-log.ts';
import './types/admin-bids.ts';
import './types/authorization.ts';
import './types/admin-find.ts';
import './types/admin-keys.ts';
import './types/admin-levers.ts';
import './types/admin-mail.ts';
import './types/admin-settlement-holds.ts';
import './types/admin-sellers.ts';
import './types/admin-timeline.ts';
import './types/admin-webhooks.ts';
import './types/bidders.ts';
import './types/overview.ts';
import './types/viewer.ts';

const whole = withDirectives(builder.toSchema({ sortSchema: false }));

/** The public schema: everything that GraphQL offers. */
export const schema = answeringInPayloads(
  tracedRootFields(
    mapSchema(whole, { [MapperKind.OBJECT_FIELD]: (field) => (nameInV1(field) === undefined ? undefined : null) }),
  ),
);

/** The schema that the REST view is derived from: lists by offset take the places of the connections of the same names. */
export const v1Schema = withListsOfV1(whole);

function withListsOfV1(all: GraphQLSchema): GraphQLSchema {
  const listsIn = (typeName: string) =>
    Object.values((all.getType(typeName) as GraphQLObjectType).getFields()).map(nameInV1);
  return mapSchema(all, {
    [MapperKind.OBJECT_FIELD]: (field, name, typeName) => {
      const list = nameInV1(field);
      if (list !== undefined) return [list, field];
      return listsIn(typeName).includes(name) ? null : undefined;
    },
  });
}

/** Returns the name in `/v1` of a field that only `/v1` has. */
function nameInV1({ extensions }: { readonly extensions?: object | null | undefined }): string | undefined {
  const name: unknown = Reflect.get(extensions ?? {}, 'inV1');
  return typeof name === 'string' ? name : undefined;
}

/**
 * Makes a span of each field of `Query` and `Mutation`, in place. Subscriptions get none, because they last until the client
 * leaves.
 */
function tracedRootFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
    for (const field of Object.values(type.getFields())) {
      if (field.resolve !== undefined) field.resolve = traced(`${type.name}.${field.name}`, field.resolve);
    }
  }
  return schema;
}
