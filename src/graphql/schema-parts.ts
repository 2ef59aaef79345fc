import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  getNamedType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import type { FieldPlan } from '../api/plans/field-plan.ts';
import type { Viewer } from '../core/viewer.ts';
import { schema } from './schema.ts';

/** The part of the schema that is not for admins alone. */
export const sellersSchema = withoutWhatAdminsSee(schema);

/** Returns the part of the schema that a viewer may ask about. Operations run on the whole: a field of another part is refused. */
export function schemaFor(viewer: Pick<Viewer, 'scopes'> | null): GraphQLSchema {
  return viewer?.scopes.has('admin') === true ? schema : sellersSchema;
}

function withoutWhatAdminsSee(whole: GraphQLSchema): GraphQLSchema {
  const part = mapSchema(whole, {
    [MapperKind.OBJECT_FIELD]: (field) => ((field.extensions as FieldPlan).scope === 'admin' ? null : field),
  });
  const reached = typesReachedFrom([part.getQueryType()!, part.getMutationType()!, part.getSubscriptionType()!]);
  return mapSchema(part, {
    [MapperKind.TYPE]: (type) => (reached.has(type.name) || type.name === 'ErrorCode' ? undefined : null),
  });
}

/** Finds the types that fields and arguments lead to. Types that only implement an interface are not among them. */
function typesReachedFrom(roots: readonly GraphQLNamedType[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const reach = (type: GraphQLNamedType): void => {
    if (reached.has(type.name)) return;
    reached.add(type.name);
    if (isInputObjectType(type)) Object.values(type.getFields()).forEach((field) => reach(getNamedType(field.type)));
    if (!isObjectType(type) && !isInterfaceType(type)) return;
    type.getInterfaces().forEach(reach);
    for (const field of Object.values(type.getFields())) {
      reach(getNamedType(field.type));
      field.args.forEach((argument) => reach(getNamedType(argument.type)));
    }
  };
  roots.forEach(reach);
  return reached;
}
