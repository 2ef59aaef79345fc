import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { GraphQLDateTime, GraphQLSafeInt, GraphQLUUID } from 'graphql-scalars';
import { extensionKey } from '#one-statement/field-plan.ts';
import { formatInstant } from '../../../core/instants.ts';

export const uuid = new GraphQLScalarType({
  ...GraphQLUUID.toConfig(),
  description: 'A UUID (RFC 9562), `01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc9562',
});

const anyDateTime = GraphQLDateTime.toConfig();

export const dateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description:
    'An instant: ISO 8601 in UTC with milliseconds and a numeric offset, `2026-11-21T05:11:38.287+00:00`. As input, any offset will do, and `Z`.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  extensions: {
    jsonSchema: {
      type: 'string',
      format: 'date-time',
      pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+00:00$`,
    },
  },
  // PostgreSQL has formatted the instants of planned rows.
  serialize: (value) => (typeof value === 'string' ? value : formatInstant(value as Date)),
  parseValue: readInstant,
  parseLiteral: (node) => placed(node, () => readInstant(node.kind === Kind.STRING ? node.value : null)),
});

function readInstant(value: unknown): Date {
  if (typeof value === 'string') return anyDateTime.parseValue(value);
  throw new GraphQLError('An instant is a text in ISO 8601 with an offset, as answers have it.');
}

const inSeconds = 'An instant as whole seconds since 1970-01-01T00:00:00Z, also beyond 2038.';

export const unixTimestamp = new GraphQLScalarType<number, number>({
  name: 'UnixTimestamp',
  description: `${inSeconds} As input, an instant of whole seconds in the form of \`DateTime\` will do, too.`,
  specifiedByURL: 'https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap04.html#tag_04_19',
  // `/v1` takes seconds alone.
  extensions: { jsonSchema: { type: 'integer', format: 'int64', description: inSeconds } },
  serialize: (value) => value as number,
  parseValue: (value) => readSeconds(value),
  parseLiteral: (node) => {
    // GraphQL's own Int ends in January 2038.
    if (node.kind === Kind.INT) return placed(node, () => readSeconds(Number(node.value)));
    return placed(node, () => readSeconds(node.kind === Kind.STRING ? node.value : null));
  },
});

function readSeconds(value: unknown): number {
  const seconds = typeof value === 'string' ? readInstant(value).getTime() / 1000 : value;
  if (Number.isSafeInteger(seconds)) return seconds as number;
  throw new GraphQLError(
    'A unix timestamp is whole seconds, or a text in ISO 8601 with an offset and without a fraction.',
  );
}

export const cents = new GraphQLScalarType({
  ...GraphQLSafeInt.toConfig(),
  extensions: { ...GraphQLSafeInt.extensions, [extensionKey]: { jsonOf: 'Int' } },
  name: 'Cents',
  description: 'A sum of money in whole US cents, also beyond what an Int holds.',
  // An amount in quotes is refused, as an Int is.
  parseValue: wholeCents,
  parseLiteral: (node) => placed(node, () => wholeCents(node.kind === Kind.INT ? Number(node.value) : null)),
});

function wholeCents(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new GraphQLError('An amount is a whole number of cents.');
}

/** Reads a literal. GraphQL gives the error of a scalar no place in the document. */
function placed<Value>(node: ValueNode, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new GraphQLError((error as Error).message, { nodes: node });
  }
}
