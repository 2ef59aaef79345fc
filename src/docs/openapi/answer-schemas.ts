import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';

/** A part of an OpenAPI document: JSON, and in most places JSON Schema. */
export type Json = Readonly<Record<string, unknown>>;

/** The types that several answers of `/v1` share, each a schema of its own. */
const sharedTypes = ['UUID', 'DateTime', 'AuctionType', 'AuctionStatus', 'Bid'];

/**
 * Makes the schemas of the answers from the types of the GraphQL schema.
 *
 * @param view the REST view: the fields of `/v1` only
 */
export function answerSchemas(view: GraphQLSchema): Record<string, Json> {
  const schemaOf = (name: string) => schemaOfNamedType(view.getType(name)!);
  const auction = schemaOf('Auction') as { required: string[]; properties: Record<string, Json> };
  const required = auction.required.filter((name) => name !== 'bids');
  const { bids, auctionUrl, ...plain } = auction.properties;
  const properties = { ...plain, auctionUrl: { ...auctionUrl, format: 'uri' } };
  const onRequest = `${String(bids!['description'])} Present only with \`includeBids=true\`.`;
  return {
    ...Object.fromEntries(sharedTypes.map((name) => [name, schemaOf(name)])),
    Auction: { ...auction, required, properties: { ...properties, bids: { ...bids, description: onRequest } } },
    AuctionWithoutBids: {
      ...auction,
      description: 'A timed auction of one item, without its bids.',
      required,
      properties,
    },
  };
}

/** Returns the body of a success: the envelope of an operation of the view. */
export function envelopeOf({ type, args }: GraphQLField<unknown, unknown>): Json {
  const envelope = schemaOfNamedType(getNamedType(type));
  const { auction, ...others } = envelope['properties'] as Record<string, Json>;
  if (auction === undefined || args.some(({ name }) => name === 'includeBids')) return envelope;
  return { ...envelope, properties: { auction: { ...auction, ...referenceTo('AuctionWithoutBids') }, ...others } };
}

export function referenceTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns a scalar of ours, an enum or an object as a schema with its descriptions. */
function schemaOfNamedType(type: GraphQLNamedType): Json {
  if (isScalarType(type)) return { ...(type.extensions['jsonSchema'] as Json), description: type.description };
  if (isEnumType(type)) {
    const values = type.getValues();
    const meanings = values.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n');
    return {
      type: 'string',
      enum: values.map(({ name }) => name),
      description: `${type.description}\n\n${meanings}`,
    };
  }
  if (!isObjectType(type)) throw new Error(`No answer of /v1 has the type ${type.name}.`);
  const fields = Object.values(type.getFields());
  return {
    type: 'object',
    description: type.description,
    required: fields.map(({ name }) => name),
    additionalProperties: false,
    properties: Object.fromEntries(
      fields.map(({ name, description, type }) => [name, { ...schemaOfType(type), description }]),
    ),
  };
}

const builtIn: Record<string, Json> = {
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', format: 'int32' },
  String: { type: 'string' },
};

function schemaOfType(type: GraphQLOutputType): Json {
  if (!isNonNullType(type)) throw new Error(`/v1 shows no null, and ${String(type)} may be.`);
  const { ofType } = type;
  if (isListType(ofType)) return { type: 'array', items: schemaOfType(ofType.ofType as GraphQLOutputType) };
  return builtIn[ofType.name] ?? referenceTo(ofType.name);
}
