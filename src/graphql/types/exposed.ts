import type { EnumRef, FieldMap, ObjectFieldBuilder, ObjectRef } from '@pothos/core';
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
  [Name in keyof Names]: Field | (Name extends keyof Row ? readonly [TypeOf<Row[Name]>, string] : never);
};

/**
 * Declares the fields of an object in their order. A pair of a type and a description exposes the row's property of the
 * same name: `title: ['String', 'Title set by the seller.']`. Any other field is made by `t`.
 */
export function exposed<Row, const Names>(
  declare: (t: ObjectFieldBuilder<Types, Row>) => Names & Fields<Row, Names>,
): (t: ObjectFieldBuilder<Types, Row>) => FieldMap {
  return (t) => {
    const declared = Object.entries(declare(t)) as [string, Field | readonly [string | OrNull<string>, string]][];
    const expose = t.expose.bind(t) as unknown as (name: string, options: object) => Field;
    return Object.fromEntries(
      declared.map(([name, field]) => {
        if (!('length' in field)) return [name, field];
        const [type, description] = field;
        const options = typeof type === 'object' && 'nullable' in type ? type : { type };
        return [name, expose(name, { ...options, description })];
      }),
    );
  };
}

/** Declares that a property may be null: `reason: [orNull('String'), '…; null if there is none.']`. */
export function orNull<const Type>(type: Type): OrNull<Type> {
  return { type, nullable: true };
}
