import type { EnumRef, FieldMap, ObjectFieldBuilder, ObjectRef } from '@pothos/core';
import type PrismaTypes from '../../../platform/db/generated/pothos-types.ts';
import type { SchemaTypes, Types } from '../builder.ts';

type Field = FieldMap[string];

/** The values of each scalar, as a row has them. */
type Scalars = { [Name in keyof SchemaTypes['Scalars']]: SchemaTypes['Scalars'][Name]['Output'] } & {
  String: string;
  Int: number;
  Float: number;
  Boolean: boolean;
};

/** The types that a property with these values may have in the schema. */
type TypeOf<Value> = null extends Value ? OrNull<TypeOfSome<NonNullable<Value>>> : TypeOfSome<Value>;
type TypeOfSome<Value> = [Value] extends [readonly (infer Item)[]]
  ? [TypeOfSome<Item>]
  : | { [Name in keyof Scalars]: [Value] extends [Scalars[Name]] ? Name : never }[keyof Scalars]
    | EnumRef<Types, Value>
    | ObjectRef<Types, Value>;

interface OrNull<Type> {
  readonly type: Type;
  readonly nullable: true;
}

type Fields<Row, Names> = {
  [Name in keyof Names]: Field | (Name extends keyof Row ? readonly [TypeOf<Row[Name]>, string, object?] : never);
};

/**
 * Declares the fields of an object in their order. A type and a description expose the row's property of the
 * same name: `title: ['String', 'Title set by the seller.']`; further options may follow. Any other field is made by `t`.
 */
export function exposed<Row, const Names>(
  declare: (t: ObjectFieldBuilder<Types, Row>) => Names & Fields<Row, Names>,
): (t: ObjectFieldBuilder<Types, Row>) => FieldMap {
  return (t) => fieldsOf(declare(t), t.expose.bind(t) as unknown as Expose);
}

/**
 * Declares the fields of an object that Prisma reads. A pair exposes the column of the same name, which is read when it is
 * selected.
 *
 * @param _model types the columns
 */
export function columnsOf<Model extends keyof PrismaTypes, const Names>(
  _model: Model,
  t: { readonly expose: unknown },
  declared: Names & Fields<PrismaTypes[Model]['Shape'], Names>,
): FieldMap {
  return fieldsOf(declared, (t.expose as Expose).bind(t));
}

type Expose = (name: string, options: object) => Field;

function fieldsOf(declared: object, expose: Expose): FieldMap {
  const fields = Object.entries(declared) as [string, Field | readonly [string | OrNull<string>, string, object?]][];
  return Object.fromEntries(
    fields.map(([name, field]) => {
      if (!('length' in field)) return [name, field];
      const [type, description, more] = field;
      const options = typeof type === 'object' && 'nullable' in type ? type : { type };
      return [name, expose(name, { ...options, description, ...more })];
    }),
  );
}

/** Declares that a property may be null: `reason: [orNull('String'), '…; null if there is none.']`. */
export function orNull<const Type>(type: Type): OrNull<Type> {
  return { type, nullable: true };
}
