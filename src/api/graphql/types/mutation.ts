import type { Arguments, ChangeSql, FieldRefusals, TypeSql } from '#one-statement/field-plan.ts';
import { withoutNulls } from '#one-statement/without-nulls.ts';
import type {
  ArgBuilder,
  FieldMap,
  InputFieldBuilder,
  InputFieldMap,
  InputShapeFromFields,
  ObjectFieldBuilder,
  ObjectRef,
} from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { PlanRequest } from '../../plan-host.ts';
import { faultCodesOfInputs, faultDetails, refusalDetails, type RefusalCode } from '../../../core/refusal.ts';
import type { Scope } from '../../../core/viewer.ts';
import { builder, type Types } from '../builder.ts';
import type { Context } from '../context.ts';
import type { UserError } from '../errors/user-errors.ts';

type Shape<Fields extends InputFieldMap> = InputShapeFromFields<Fields>;

/** A mutation in a flat form: its input, its payload and the enum of its error codes are made of it. */
interface Declared<Fields extends InputFieldMap> {
  readonly access: { readonly scope: Scope };
  readonly refuses?: FieldRefusals<NoInfer<Shape<Fields>>, PlanRequest, RefusalCode>;
  /** True: the mutation cannot be part of an outer transaction. */
  readonly commitsByItself?: boolean;
  readonly description: string;
  /** The fields of the input; absent: the mutation takes none. */
  readonly input?: (t: InputFieldBuilder<Types, 'InputObject'>) => Fields;
  /** True: exactly one field of the input is given. */
  readonly isOneOf?: boolean;
  /** The fields, also of inputs within, whose null removes something. In any other, null is absent. */
  readonly nullRemoves?: readonly string[];
}

/** A mutation that a resolver makes. */
interface Resolved<Fields extends InputFieldMap, Value extends object> extends Declared<Fields> {
  readonly resolve: (input: Shape<Fields>, context: Context, info: GraphQLResolveInfo) => Value | Promise<Value>;
  /** The fields of the payload, besides `errors`. Each is nullable. */
  readonly payload: (t: ObjectFieldBuilder<Types, Value>) => FieldMap;
}

/** A mutation that one statement makes. */
interface Planned<Fields extends InputFieldMap, Row extends object> extends Declared<Fields> {
  readonly sql: ChangeSql<NoInfer<Shape<Fields>>, PlanRequest>;
  /** The way in which SQL reads the changed row. */
  readonly row: TypeSql<NoInfer<keyof Row & string>>;
  readonly payload: (t: ObjectFieldBuilder<Types, Row>) => FieldMap;
}

const FaultCodeEnum = builder.enumType('FaultCode', {
  description: 'The fault of a field of an input.',
  values: Object.fromEntries(
    faultCodesOfInputs.map((code) => [code, { value: code, description: faultDetails[code] }]),
  ),
});

const UserErrorRef = builder.interfaceRef<UserError>('UserError').implement({
  description:
    'Something that you can put right: a fault of the input, or a rule that refuses the change. Nothing was changed.',
  fields: (t) => ({
    fault: t.expose('fault', {
      type: FaultCodeEnum,
      nullable: true,
      description: 'The fault of the field; null if the error is about no single field.',
    }),
    message: t.exposeString('message', { description: 'A sentence for a person.' }),
    path: t.exposeStringList('path', {
      nullable: true,
      description:
        'The names, and positions in lists, that lead to the field of the input; null if the error is about no single field.',
    }),
  }),
});

/** Declares a mutation that a resolver makes. */
export function mutation<Fields extends InputFieldMap, Value extends object>(
  name: string,
  { resolve, payload, ...declared }: Resolved<Fields, Value>,
): void {
  const type = builder.objectRef<Value>(nameOf(name, 'Payload')).implement({
    description: `The result of \`${name}\`.`,
    fields: (t) => ({
      ...payload(t),
      errors: t.field({ ...errorsOf(name, declared), resolve: () => [] }),
    }),
  });
  builder.mutationField(name, (t) =>
    t.field({
      ...optionsOf(declared),
      type,
      args: argsOf(t.arg, name, declared),
      resolve: (_, args, context, info) => resolve(inputIn(declared, args), context, info) as never,
    }),
  );
}

/** Declares a mutation that one statement makes. */
export function plannedMutation<Fields extends InputFieldMap, Row extends object>(
  name: string,
  { sql, row, payload, ...declared }: Planned<Fields, Row>,
): void {
  const type = builder.objectRef<Row>(nameOf(name, 'Payload')).implement({
    sql: row,
    description: `The result of \`${name}\`.`,
    fields: (t) => ({
      ...payload(t),
      errors: t.field({ ...errorsOf(name, declared), sql: { constant: [] } }),
    }),
  });
  const { change, changed, isReadAfter } = sql;
  builder.mutationField(name, (t) =>
    t.field({
      ...optionsOf(declared),
      type,
      args: argsOf(t.arg, name, declared),
      sql: {
        changed,
        change: (request, args, projection) => change(request, inputIn(declared, args), projection),
        ...(isReadAfter !== undefined && { isReadAfter: (args: object) => isReadAfter(inputIn(declared, args)) }),
      },
    }),
  );
}

/** The payload that is one object: the value that the mutation resolves to. */
export function payloadOf<Value extends object>(name: string, type: ObjectRef<Types, Value>, description: string) {
  return (t: ObjectFieldBuilder<Types, Value>): FieldMap => ({
    [name]: t.field({ type, nullable: true, description, resolve: (value) => value as never }),
  });
}

function optionsOf<Fields extends InputFieldMap>(declared: Declared<Fields>) {
  const { access, description, refuses: { codes, check } = {}, commitsByItself = false } = declared;
  return {
    access,
    description,
    refuses: {
      ...(codes !== undefined && { codes }),
      ...(check !== undefined && {
        // A route of `/v1` has checked its body before, together with its other parts.
        check: async (request: PlanRequest, args: object) => {
          const input = request.route === undefined ? await check(request, inputIn(declared, args)) : undefined;
          return input === undefined ? undefined : { input };
        },
      }),
    },
    ...(commitsByItself && { extensions: { commitsByItself } }),
  };
}

/** Declares the input, and returns the argument that takes it. */
function argsOf<Fields extends InputFieldMap>(
  arg: ArgBuilder<Types>,
  name: string,
  { input, isOneOf = false }: Declared<Fields>,
): InputFieldMap {
  if (input === undefined) return {};
  const type = builder.inputType(nameOf(name, 'Input'), {
    description: `The input of \`${name}\`.`,
    isOneOf,
    fields: input,
  });
  return { input: arg({ type, required: true, description: 'What is wanted.' }) };
}

/** Returns the input without its nulls, as generated code sends them for what its caller does not name. */
function inputIn<Fields extends InputFieldMap>({ nullRemoves = [] }: Declared<Fields>, args: object): Shape<Fields> {
  return withoutNulls((args as { input?: Arguments }).input ?? {}, nullRemoves) as Shape<Fields>;
}

/** Declares the errors of a payload, with an enum of their codes. */
function errorsOf<Fields extends InputFieldMap>(
  name: string,
  { refuses: { codes = [] } = {}, input }: Declared<Fields>,
) {
  const values = [...new Set<RefusalCode>([...codes, ...(input !== undefined ? (['invalid_request'] as const) : [])])];
  const code = builder.enumType(nameOf(name, 'ErrorCode'), {
    description: `The reasons for which \`${name}\` changes nothing.`,
    values: Object.fromEntries(values.map((value) => [value, { value, description: refusalDetails[value] }])),
  });
  const type = builder.objectRef<UserError>(nameOf(name, 'UserError')).implement({
    description: `The reason for which \`${name}\` changes nothing.`,
    interfaces: [UserErrorRef],
    fields: (t) => ({
      code: t.field({ type: code, description: 'The reason, for a program.', resolve: (error) => error.code }),
    }),
  });
  return {
    type: [type] as [typeof type],
    // They are read from no table.
    extensions: { rows: 0 },
    description: 'The reasons for which nothing was changed; empty if the change was made.',
  };
}

/** Returns the name of a type of a mutation: `CreateAuctionInput`. */
function nameOf(mutationName: string, kind: 'Input' | 'Payload' | 'UserError' | 'ErrorCode'): string {
  return `${mutationName.charAt(0).toUpperCase()}${mutationName.slice(1)}${kind}`;
}
