import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type InputShapeFromFields,
  type PothosOutputFieldConfig,
  PothosSchemaError,
  type PothosTypeConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import {
  type Arguments,
  extensionKey,
  type FieldAccess,
  FieldPlan,
  type FieldRefusals,
  type FieldSql,
  rowKey,
  TypePlan,
  type TypeSql,
} from './field-plan.ts';
import type { Host } from './host.ts';
import { readInputs } from './input-reading.ts';
import { runField } from './read-row.ts';
import { withoutNulls } from './without-nulls.ts';

/** The types that the owner of a schema gives to the plugin. */
export interface OneStatementTypes {
  /** The request, as the host needs it. */
  Request: unknown;
  /** The settings that texts of fields are composed of. */
  Environment: unknown;
  Scope: string;
  /** The codes of refusals. */
  Refusal: string;
}

export interface OneStatementOptions<Context, Request> {
  /** Returns the host that runs the statements for a resolver. */
  host(context: Context): Host<Request>;
  /** Returns the request, for the host. */
  request(context: Context): Request;
  /** Runs a root field that was planned ahead with its operation, by the field's name in the answer; `undefined`: it plans its own selection. */
  ahead?(context: Context, responseKey: string): Promise<unknown> | undefined;
  /** Returns options of the plugin that checks scopes, such as `authScopes`, for a field that any of these opens. */
  guard?(anyOf: readonly string[]): object;
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      oneStatement: OneStatementPlugin<Types>;
    }

    export interface UserSchemaTypes {
      OneStatement: OneStatementTypes;
    }

    export interface ExtendDefaultTypes<PartialTypes extends Partial<UserSchemaTypes>> {
      OneStatement: PartialTypes['OneStatement'] extends OneStatementTypes
        ? PartialTypes['OneStatement']
        : OneStatementTypes;
    }

    export interface SchemaBuilderOptions<Types extends SchemaTypes> {
      oneStatement: OneStatementOptions<Types['Context'], Types['OneStatement']['Request']>;
    }

    export interface ObjectTypeOptions<Types extends SchemaTypes, Shape> {
      /** The way in which SQL reads the rows of the type. */
      sql?: TypeSql<keyof Shape & string>;
    }

    export interface InferredFieldOptions<
      Types extends SchemaTypes,
      ResolveShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveReturnShape = unknown,
    > {
      /** A field without a resolver, which needs `sql`. */
      Sql: { resolve?: undefined };
    }

    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** The way in which SQL reads the field, which then needs no resolver. */
      sql?: FieldSql<
        InputShapeFromFields<Args>,
        Types['OneStatement']['Request'],
        Types['OneStatement']['Environment']
      >;
      /** The callers that may read the field. */
      access?: FieldAccess<Types['OneStatement']['Scope']>;
      /** The reasons for which the field may be refused. */
      refuses?: FieldRefusals<
        InputShapeFromFields<Args>,
        Types['OneStatement']['Request'],
        Types['OneStatement']['Refusal']
      >;
    }
  }
}

/** The scope that opens what everybody sees. */
export const publicScope = 'public' as const;

/**
 * The resolver of a field with `sql` that has no other. It is called for a row that no statement has read. A connection names it, because the
 * types of Relay's plugin require a resolver.
 *
 * @throws always
 */
export function bySql(_: unknown, __: unknown, ___: unknown, { parentType, fieldName }: GraphQLResolveInfo): never {
  throw new Error(
    `No statement has read ${parentType.name}.${fieldName}. Is oneStatement among the plugins of the schema?`,
  );
}

/** Checks whether a type belongs to connections: one itself, its edges or its page info. */
export function isOfConnection(typeName: string): boolean {
  return /(?:Connection|Edge)$|^PageInfo$/.test(typeName);
}

/** Returns the scopes of which one opens a field. */
export function scopesOf<Scope extends string>({ scope, or, public: shown }: FieldAccess<Scope>) {
  return [scope, or, shown && publicScope].filter((each) => each !== undefined);
}

/** The ways in which SQL reads a field of each root, and a field of a row. */
const waysOf: Readonly<Record<string, readonly string[]>> = { Query: ['rows', 'page'], Mutation: ['change'] };
const waysOfRow = ['page', 'from', 'expression', 'text', 'identity', 'constant', 'counts'];

/** Refuses `sql` that does not read the field where the field stands. */
function checkPlace<Types extends SchemaTypes>(
  { parentType, name, kind, args }: PothosOutputFieldConfig<Types>,
  sql: object,
): void {
  const its = `\`sql: { ${Object.keys(sql).join(', ')} }\``;
  const ways = waysOf[kind] ?? waysOfRow;
  if (!ways.some((way) => way in sql)) {
    throw new PothosSchemaError(
      `${parentType}.${name} has ${its}, which reads nothing there. A field of ${parentType} needs ${ways.join(' or ')}.`,
    );
  }
  if (ways === waysOfRow && !('page' in sql) && Object.keys(args).length > 0) {
    throw new PothosSchemaError(
      `${parentType}.${name} has arguments, which ${its} cannot read. Below a row, only \`sql: { page }\` reads arguments.`,
    );
  }
}

/** Refuses a field that has no `sql`, and a resolver without the properties of the row that it reads. */
function checkResolver<Types extends SchemaTypes>(
  { parentType, name, extensions, resolve }: PothosOutputFieldConfig<Types>,
  { sql }: object & { readonly sql?: TypeSql },
): void {
  const field = `${parentType}.${name}`;
  if (resolve === undefined) throw new PothosSchemaError(`${field} has neither sql nor a resolver.`);
  if (sql === undefined) return;
  const property = extensions?.['pothosExposedField'];
  if (typeof property !== 'string') {
    if (sql.keys !== undefined || resolve.length === 0) return;
    throw new PothosSchemaError(
      `${field} has a resolver. Name the properties of the row that it reads as \`keys\` of ${parentType}.`,
    );
  }
  if (sql.columns('now')[property] === undefined) {
    throw new PothosSchemaError(
      `${field} exposes ${property}, for which \`sql: { columns }\` of ${parentType} names no column.`,
    );
  }
}

class OneStatementPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(type: PothosTypeConfig): PothosTypeConfig {
    if (type.kind !== 'Object' || type.pothosOptions.sql === undefined) return type;
    // Pothos' plugin for Prisma would take a row of SQL for one that it has read with these columns.
    if ('select' in type.pothosOptions)
      throw new Error(`${type.name} has both sql and select: name the columns as keys of sql.`);
    return { ...type, extensions: { ...type.extensions, [extensionKey]: new TypePlan(type.pothosOptions.sql) } };
  }

  /** Keeps the plan with the field. A field that can be refused by itself is nullable, so that a refusal takes away no more than the field. */
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { sql, access, refuses } = field.pothosOptions;
    const isRoot = field.kind === 'Query' || field.kind === 'Mutation';
    if (sql !== undefined) checkPlace(field, sql);
    else if (field.graphqlKind === 'Object') {
      checkResolver(field, this.builder.configStore.getTypeConfig(field.parentType).pothosOptions);
    }
    const codes = refuses?.codes ?? [];
    const scopes = access?.scope === undefined ? [] : scopesOf(access);
    const isPlanned = sql !== undefined || access !== undefined || refuses !== undefined;
    // The plugin that checks scopes reads its options of the field later.
    if (scopes.length > 0) Object.assign(field.pothosOptions, this.builder.options.oneStatement.guard?.(scopes));
    return {
      ...field,
      ...(sql !== undefined && { resolve: field.resolve ?? bySql }),
      ...((isRoot || access?.scope !== undefined) && { type: { ...field.type, nullable: true } }),
      ...(isPlanned && {
        extensions: {
          ...field.extensions,
          [extensionKey]: new FieldPlan(sql ?? null, access, refuses),
          directives: {
            ...(field.extensions?.['directives'] as object | undefined),
            ...(scopes.length > 0 && { scopes: { anyOf: scopes } }),
            // The codes of a change are in its payload.
            ...(codes.length > 0 && field.parentType !== 'Mutation' && { refuses: { codes } }),
          },
        },
      }),
    };
  }

  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { parentType, kind, args: declared, pothosOptions: { sql } }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const isRead = kind !== 'Mutation' && kind !== 'Subscription';
    if (sql !== undefined && (kind === 'Query' || kind === 'Mutation')) {
      const { host, request, ahead } = this.builder.options.oneStatement;
      return (_, __, context, info) =>
        ahead?.(context, String(info.path.key)) ?? runField(host(context), request(context), info);
    }
    const hasArguments = Object.keys(declared).length > 0;
    const withArguments: typeof resolver = hasArguments
      ? (row, args, context, info) => {
          const read = readArguments(info, args);
          return resolver(row, isRead ? withoutNulls(read) : read, context, info);
        }
      : resolver;
    // Relay's plugin makes the resolvers of connections, which read those that no statement has read.
    if (sql === undefined && !isOfConnection(parentType)) return withArguments;
    return (row, args, context, info) => {
      const value: unknown = Reflect.get(Object(row) as object, rowKey(String(info.path.key)));
      return value === undefined ? withArguments(row, args, context, info) : value;
    };
  }

  override wrapSubscribe(
    subscribe: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> | undefined {
    return subscribe && ((root, args, context, info) => subscribe(root, readArguments(info, args), context, info));
  }
}

/** Reads the arguments of a field for its resolver. */
function readArguments({ parentType, fieldName }: GraphQLResolveInfo, args: object): Arguments {
  return readInputs(parentType.getFields()[fieldName]!.args, args as Arguments);
}

const pluginName = 'oneStatement';

SchemaBuilder.registerPlugin(pluginName, OneStatementPlugin);

export default pluginName;
