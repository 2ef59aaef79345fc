import {
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { type Arguments, extensionKey } from './field-plan.ts';

/** A malformed value: the JSON pointer to it, and what it must be. */
export interface InputFault {
  readonly pointer: string;
  readonly detail: string;
}

/** The way in which the values of an argument, or of a field of an input, are read beyond their type. It stands in the extensions. */
export class InputReading {
  /** Returns what SQL and resolvers get of a value; `undefined`: the value is malformed. */
  readonly read: (value: unknown) => unknown;
  /** Says in a sentence how a value must look. */
  readonly detail: string;
  /** Makes the error of malformed values, in arguments that are read but for them. */
  readonly refuse: (faults: readonly InputFault[], args: Arguments) => Error;

  constructor(read: InputReading['read'], { detail, refuse }: Pick<InputReading, 'detail' | 'refuse'>) {
    this.read = read;
    this.detail = detail;
    this.refuse = refuse;
  }
}

/** Arguments, or the fields of an input. */
export type Inputs = readonly (GraphQLArgument | GraphQLInputField)[];

/** Reads a value at a pointer, and notes the pointers of malformed values. */
type Reader = (value: unknown, pointer: string, faulty: Faulty) => unknown;
type Faulty = (InputFault & Pick<InputReading, 'refuse'>)[];

const readers = new WeakMap<Inputs, Reader | null>();

/**
 * Reads coerced arguments by the `InputReading` of each.
 *
 * @throws what `InputReading.refuse` makes
 */
export function readInputs(declared: Inputs, args: Arguments): Arguments {
  const reader = readers.has(declared) ? readers.get(declared)! : readerOfFields(declared);
  readers.set(declared, reader);
  if (reader === null) return args;
  const faulty: Faulty = [];
  const read = reader(args, '', faulty) as Arguments;
  if (faulty[0] === undefined) return read;
  throw faulty[0].refuse(faulty, read);
}

/** @returns `null` if no field has an `InputReading` */
function readerOfFields(declared: Inputs): Reader | null {
  const fields = declared.flatMap((input) => {
    const reader = readerOf(input);
    return reader === null ? [] : [{ name: input.name, reader }];
  });
  if (fields.length === 0) return null;
  return (values, pointer, faulty) => {
    const read: Record<string, unknown> = { ...(values as Arguments) };
    for (const { name, reader } of fields) {
      if (read[name] !== undefined) read[name] = reader(read[name], `${pointer}/${name}`, faulty);
    }
    return read;
  };
}

function readerOf({ type, extensions }: Inputs[number]): Reader | null {
  const reading = extensions[extensionKey];
  if (!(reading instanceof InputReading)) return readerOfType(type, null);
  return readerOfType(type, (value, pointer, faulty) => {
    const read = reading.read(value);
    if (read !== undefined) return read;
    faulty.push({ pointer, detail: reading.detail, refuse: reading.refuse });
    return value;
  });
}

/** @param ofValue reads a value that is no list; `null`: only fields of inputs are read */
function readerOfType(type: GraphQLInputType, ofValue: Reader | null): Reader | null {
  const inner = getNullableType(type);
  const reader = isListType(inner)
    ? readerOfType(inner.ofType, ofValue)
    : isInputObjectType(inner)
      ? readerOfFields(Object.values(inner.getFields()))
      : ofValue;
  if (reader === null) return null;
  return (value, pointer, faulty) => {
    if (value === null) return null;
    if (!isListType(inner) || !Array.isArray(value)) return reader(value, pointer, faulty);
    return value.map((item: unknown, index) => reader(item, `${pointer}/${index}`, faulty));
  };
}
