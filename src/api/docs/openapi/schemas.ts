import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { z } from 'zod';
import { webhookEvents } from '../../../auctions/webhooks/webhook-events.ts';
import type { Route } from '../../v1/route-table.ts';
import { faultCodes, type RefusalCode } from '../../../core/refusal.ts';

/** A part of an OpenAPI document: JSON, and in most places JSON Schema. */
export type Json = Readonly<Record<string, unknown>>;

const namedInAnswers = ['UUID', 'DateTime', 'AuctionType', 'AuctionStatus', 'Bid'];

/**
 * Makes the schemas of the answers from the types of the GraphQL schema.
 *
 * @param view the REST view: the fields of `/v1` only
 */
export function answerSchemas(view: GraphQLSchema): Record<string, Json> {
  const { required, properties, ...auction } = closed(view.getType('Auction')!);
  const { bids, ...plain } = properties;
  const alone = { ...auction, required: required.filter((name) => name !== 'bids') };
  const onRequest = `${String(bids!['description'])} Present only with \`includeBids=true\`.`;
  return {
    ...Object.fromEntries(namedInAnswers.map((name) => [name, closed(view.getType(name)!)])),
    Auction: { ...alone, properties: { ...plain, bids: { ...bids, description: onRequest } } },
    AuctionWithoutBids: { ...alone, description: 'A timed auction of one item, without its bids.', properties: plain },
  };
}

/** Returns the body of a success: the payload of a change, or what a read returns, by its name. */
export function bodyOfSuccess({ method, query }: Route, field: GraphQLField<unknown, unknown>): Json {
  const payload = getNamedType(field.type) as GraphQLObjectType;
  const { name, type } = method === 'GET' ? field : Object.values(payload.getFields())[0]!;
  const hasNoBids = name === 'auction' && !('includeBids' in query.shape);
  const ofOne = name === 'success' ? 'The auction is cancelled.' : `The ${name}, in its current state.`;
  const description = isListType(getNullableType(type)) ? `One page of ${name}, newest first.` : ofOne;
  const properties = { [name]: hasNoBids ? referenceTo('AuctionWithoutBids') : schemaOfType(type) };
  return { type: 'object', description, required: [name], additionalProperties: false, properties };
}

interface ObjectSchema extends Json {
  readonly required: readonly string[];
  readonly properties: Record<string, Json>;
}

/** Returns a type as a schema. If it is an object, a program may rely on its having no other fields. */
function closed(type: GraphQLNamedType): ObjectSchema {
  const schema = schemaOfNamedType(type);
  return (isObjectType(type) ? { ...schema, additionalProperties: false } : schema) as ObjectSchema;
}

const namedInPayloads = ['BidOfEvent', ...Object.values(webhookEvents).map(({ payload }) => payload)];

/** Makes the schemas of the payloads of webhooks. They may gain fields, and a generated client must read them then. */
export function payloadSchemas(publicSchema: GraphQLSchema): Record<string, Json> {
  return Object.fromEntries(namedInPayloads.map((name) => [name, schemaOfNamedType(publicSchema.getType(name)!)]));
}

export function referenceTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** Values that the API has and `/v1` and the payloads of webhooks do not. */
const unsent: Record<string, readonly string[]> = {
  ReversalState: ['reported'],
  WebhookDisabledReason: ['seller', 'operator'],
};

/** Returns a scalar of ours, an enum or an object as a schema with its descriptions. */
function schemaOfNamedType(type: GraphQLNamedType): Json {
  if (isScalarType(type)) return { ...(type.extensions['jsonSchema'] as Json), description: type.description };
  if (isEnumType(type)) {
    const values = type.getValues().filter(({ value }) => unsent[type.name]?.includes(value as string) !== true);
    const meanings = values.map(({ value, description }) => `- \`${String(value)}\`: ${description}`).join('\n');
    const description = `${type.description}\n\n${meanings}`;
    return { type: 'string', enum: values.map(({ value }) => value as string), description };
  }
  if (!isObjectType(type)) throw new Error(`No answer of /v1 has the type ${type.name}.`);
  const fields = Object.values(type.getFields());
  return {
    type: 'object',
    description: type.description,
    required: fields.map(({ name }) => name),
    properties: Object.fromEntries(
      fields.map(({ name, description, type: its }) => {
        const format = /url$/i.test(name) && { format: 'uri' };
        return [name, { description, ...schemaOfType(its), ...format }];
      }),
    ),
  };
}

/** The schemas of types whose meaning their fields describe. */
const builtIn: Record<string, Json> = {
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', format: 'int32' },
  String: { type: 'string' },
  // `/v1` shows amounts of one auction alone, which an int32 holds.
  Cents: { type: 'integer', format: 'int32' },
  // Values may be added.
  FailureCode: { type: 'string', examples: ['card_declined', 'insufficient_funds', 'authorization_expired'] },
  Scope: { type: 'string' },
};

function schemaOfType(type: GraphQLOutputType): Json {
  if (!isNonNullType(type)) {
    const some = schemaOfType(new GraphQLNonNull(type));
    return typeof some['type'] === 'string' && !isObjectType(type)
      ? { ...some, type: [some['type'], 'null'] }
      : { anyOf: [some, { type: 'null' }] };
  }
  const { ofType } = type;
  if (isListType(ofType)) return { type: 'array', items: schemaOfType(ofType.ofType as GraphQLOutputType) };
  const isNamed = [...namedInAnswers, ...namedInPayloads, 'Auction'].includes(ofType.name);
  return isNamed ? referenceTo(ofType.name) : (builtIn[ofType.name] ?? schemaOfNamedType(ofType));
}

type Described = Pick<GraphQLArgument | GraphQLInputField, 'name' | 'type' | 'description'>;

/**
 * Makes the JSON Schema of a request: the rules come from the schema that checks requests, the texts from the
 * arguments of the operation.
 */
export function requestSchema(schema: z.ZodObject, { args }: GraphQLField<unknown, unknown>): Json {
  const { $schema: _, ...rules } = z.toJSONSchema(schema, { io: 'input' }) as Json;
  return describe(rules, args);
}

/**
 * Makes the JSON Schema of a body. Its defaults are said in words: code generators take a field with a default as one that is
 * always there.
 */
export function bodySchema(schema: z.ZodObject, field: GraphQLField<unknown, unknown>): Json {
  const { properties, ...rules } = requestSchema(schema, field);
  const inWords = Object.entries(properties as Record<string, Json>).map(([name, property]) => {
    const { default: value, description, ...rest } = property as { default?: string | number; description: string };
    if (value === undefined) return [name, property];
    return [name, { ...rest, description: `${description} Default: \`${value}\`.` }];
  });
  return { ...rules, properties: Object.fromEntries(inWords) as Record<string, Json> };
}

function describe(rules: Json, described: readonly Described[]): Json {
  const properties = Object.entries(rules['properties'] as Record<string, Json>).map(([name, property]) => {
    const field = described.find((one) => one.name === name);
    if (field === undefined) throw new Error(`A request may carry ${name}, which the operation does not take.`);
    const type = getNamedType(field.type);
    const inside = isInputObjectType(type) ? describe(property, Object.values(type.getFields())) : property;
    return [name, { ...inside, description: wordsOn(field) }];
  });
  return { ...rules, properties: Object.fromEntries(properties) as Record<string, Json> };
}

/** Joins the descriptions of the field and of its type. */
function wordsOn({ description, type }: Described): string {
  const named = getNamedType(type);
  if (isEnumType(named) || named.name in builtIn) return `${description}`;
  const inV1 = named.extensions['jsonSchema'] as Json | undefined;
  const words = (inV1?.['description'] ?? named.description) as string;
  return words.startsWith(description!) ? words : `${description} ${words}`;
}

/** The refusals of a request that matches no route. */
export const refusalsOfNoRoute: readonly RefusalCode[] = ['not_found', 'method_not_allowed'];

const faultCode = z.enum(faultCodes).describe('The fault, in a word that never changes its meaning.');

const fault = z
  .strictObject({
    pointer: z.string().meta({
      description:
        'The place of the fault: an RFC 6901 pointer into the body, empty for the body itself; or the name of a query parameter or header.',
      examples: ['/biddingPeriod/startTimestamp', 'limit'],
    }),
    code: faultCode,
    detail: z.string().describe('The fault, for a person.'),
  })
  .describe('One fault of a request.');

const problemOf = (code: z.ZodType) =>
  z
    .strictObject({
      type: z.url().describe('The address that explains the code.'),
      title: z.string().describe('The code in words.'),
      status: z.int().min(400).max(599).describe('The status of the answer.'),
      detail: z.string().describe('The fault of this request, for a person.'),
      code,
      errors: z
        .array(fault)
        .min(1)
        .optional()
        .describe('Every fault of the request; absent where no field or parameter is at fault.'),
      requestId: z.string().describe('The `X-Request-Id` of the answer.'),
    })
    .describe('Why a request was refused: a problem document (RFC 9457).');

/**
 * Returns the schemas of problems, which no GraphQL type describes.
 *
 * @param codes those of problems
 */
export function zodSchemas(codes: readonly RefusalCode[]): Record<string, Json> {
  const problemCode = z.enum(codes).describe('Why, in a word that never changes its meaning.');
  const components = z.registry<{ id: string }>();
  const named = {
    Problem: problemOf(problemCode),
    ProblemCode: problemCode,
    Fault: fault,
    FaultCode: faultCode,
  };
  for (const [id, schema] of Object.entries(named)) components.add(schema, { id });
  const { schemas } = z.toJSONSchema(components, { uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema as Json]),
  );
}
