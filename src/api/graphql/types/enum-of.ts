import type { EnumRef } from '@pothos/core';
import { builder, type Types } from '../builder.ts';

/** Declares an enum by its values and their descriptions, in the order of the schema. A value is its own name. */
export const enumOf = namedBy((value) => value);

/** The same, with names in capitals: `AUCTIONS_READ` for `auctions:read`. */
export const enumInCapitals = namedBy((value) => value.replaceAll(':', '_').toUpperCase());

function namedBy(nameOf: (value: string) => string) {
  return <Value extends string>(name: string, description: string, descriptions: Readonly<Record<Value, string>>) => {
    const values = Object.entries<string>(descriptions).map(
      ([value, itsDescription]) => [nameOf(value), { value, description: itsDescription }] as const,
    );
    const declared: unknown = builder.enumType(name, { description, values: Object.fromEntries(values) });
    return declared as EnumRef<Types, Value>;
  };
}
