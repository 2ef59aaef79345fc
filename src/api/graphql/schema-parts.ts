import { extensionKey, FieldPlan, planOf } from '#one-statement/field-plan.ts';
import { isOfConnection, publicScope } from '#one-statement/plugin.ts';
import { MapperKind, mapSchema, type SchemaMapper } from '@graphql-tools/utils';
import {
  getNamedType,
  type GraphQLFieldConfig,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { isOperator, isPublic, type Viewer } from '../../core/viewer.ts';
import { schema } from './schema.ts';

type Field = GraphQLFieldConfig<unknown, unknown>;

/** The types of the directives' arguments. */
const ofDirectives = ['ErrorCode', 'Scope'];

/** The part of the schema that is not for admins alone. */
export const sellersSchema = partOf(schema, (field) => (planOf(field).access.scope === 'admin' ? null : field));

/**
 * The part that public keys see: the fields that are marked, with the arguments that are. Connections lead to nothing else. All of it is
 * open to the scope `public`.
 */
export const publicSchema = partOf(
  schema,
  (field, typeName) => {
    const { public: shown = isOfConnection(typeName) ? [] : undefined, scope } = planOf(field).access;
    if (shown === undefined) return null;
    const args = Object.fromEntries(Object.entries(field.args ?? {}).filter(([name]) => shown.includes(name)));
    if (scope === undefined) return { ...field, args };
    return { ...openTo(publicScope, field), args };
  },
  { [MapperKind.INPUT_OBJECT_FIELD]: ({ extensions }) => (extensions?.['public'] === true ? undefined : null) },
);

/** The whole schema, as operators are answered: the fields that are open to them as well need their scope alone. */
export const operatorsSchema = partOf(schema, (field) =>
  planOf(field).access.or === 'admin' ? openTo('admin', field) : field,
);

/** Declares that a field needs this scope, in place of its own. */
function openTo(scope: string, field: Field): Field {
  const { sql, access, refuses } = planOf(field);
  const plan = new FieldPlan(sql, { ...access, scope }, refuses);
  return { ...field, extensions: { ...field.extensions, [extensionKey]: plan } };
}

/** The names of fields and types for admins alone. */
export const namesForAdmins: ReadonlySet<string> = namesIn(schema).difference(namesIn(sellersSchema));

function namesIn(part: GraphQLSchema): Set<string> {
  return new Set(
    Object.values(part.getTypeMap()).flatMap((type) =>
      isObjectType(type) ? [type.name, ...Object.keys(type.getFields())] : [type.name],
    ),
  );
}

/** Returns the part of the schema that a viewer may ask about. */
export function schemaFor(viewer: Pick<Viewer, 'scopes'> | null): GraphQLSchema {
  if (isPublic(viewer)) return publicSchema;
  return isOperator(viewer) ? schema : sellersSchema;
}

/** @param map returns a field as it is in the part; `null`: it is not there */
function partOf(
  whole: GraphQLSchema,
  map: (field: Field, typeName: string) => Field | null,
  inputs: SchemaMapper = {},
): GraphQLSchema {
  const part = mapSchema(whole, {
    [MapperKind.OBJECT_FIELD]: (field, _, typeName) => map(field, typeName),
    ...inputs,
  });
  const roots = [part.getQueryType(), part.getMutationType(), part.getSubscriptionType()];
  const reached = typesReachedFrom(
    roots.filter((type) => type != null && Object.keys(type.getFields()).length > 0) as GraphQLObjectType[],
  );
  return mapSchema(part, {
    [MapperKind.TYPE]: (type) => (reached.has(type.name) || ofDirectives.includes(type.name) ? undefined : null),
  });
}

/** Finds the types that fields and arguments lead to. Types that only implement an interface are not among them. */
function typesReachedFrom(roots: readonly GraphQLNamedType[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const reach = (type: GraphQLNamedType): void => {
    if (reached.has(type.name)) return;
    reached.add(type.name);
    if (isInputObjectType(type)) Object.values(type.getFields()).forEach((field) => reach(getNamedType(field.type)));
    if (isUnionType(type)) type.getTypes().forEach(reach);
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
