import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { limitSelections, refuse } from './limit-selections.ts';

/** The limits of one request: well above the needs of a front end, well below any harm. */
export const limits = {
  /** The names, brackets and values of a document: GraphiQL's introspection has 284. */
  tokens: 2_000,
  /**
   * The levels of a document: a page of auctions with a page of bids each has 7, and a field's type written out
   * through `__type`, as tools do, has 8.
   */
  depth: 10,
  /** The renamed fields: thirty auctions by their ids fit into one request, but not a flood of mutations. */
  aliases: 30,
  /**
   * The fields of the same name in one place of the answer, which are merged: fragments of several parts of a page may each
   * ask for the same.
   */
  sameNames: 30,
  /** The fields of a document, those of a fragment once for each place that spreads it. */
  fields: 2_000,
  /** The faults that an answer names. */
  errors: 20,
  /** A document that is not cached costs one request more for each of this many characters. */
  charactersPerRequest: 250,
  /**
   * The cost of an operation. A scalar costs 1, an object 2 plus 1.5 times its fields: 14 lists of auctions with the
   * fields of `/v1` and bids, or 3 pages of auctions with all fields and a page of bids.
   */
  cost: 1_000,
  /** The rows, by the requested page sizes: two lists of a hundred auctions with their bids. */
  rows: 25_000,
  /** An operation costs one request more for each of this many rows. */
  rowsPerRequest: 1_000,
  /** From so many rows on, the time of a read is limited: a search reads as many. The limit costs a short list half of its processor time again. */
  rowsOfLargeRead: 5_000,
  /** An operation costs one request more for each of this many rows that an offset passes over. */
  skippedPerRequest: 10_000,
  /** The characters of the answer of a plan. */
  answerCharacters: 32 * 1024 * 1024,
  /** The bytes of an answer that is stored under an Idempotency-Key. */
  storedAnswerBytes: 128 * 1024,
  /** The introspection fields at the top: GraphiQL uses one, tools a few. */
  introspections: 4,
} as const;

/**
 * Parses a document within the limit of tokens.
 *
 * @throws GraphQLError, Refusal `invalid_request`
 */
export function parseWithinLimit(text: string): DocumentNode {
  try {
    return parse(text, { maxLexicalTokens: limits.tokens });
  } catch (error) {
    // GraphQL calls it a syntax error, which misleads the reader.
    const isTooLong = (error as Error).message.endsWith(' tokens. Parsing aborted.');
    if (isTooLong) refuse(`The document is too long: at most ${limits.tokens} tokens.`);
    throw error;
  }
}

/**
 * Validates a document within the limits.
 *
 * @returns `fields`: their number, those of a fragment once for each place that spreads it
 * @throws Refusal `invalid_request`
 */
export function validateWithinLimits(schema: GraphQLSchema, document: DocumentNode) {
  const { cost, fields } = limitSelections(schema, document, limits);
  const errors: readonly GraphQLError[] = validate(schema, document, specifiedRules, { maxErrors: limits.errors });
  if (errors.length === 0 && cost > limits.cost) {
    refuse(
      `The operation asks for too much at once, it costs more than ${limits.cost}: ask for fewer fields, or in several requests.`,
    );
  }
  if (errors.length <= limits.errors) return { errors, fields };
  const message = `The document has more faults: at most ${limits.errors} are named.`;
  return { errors: [...errors.slice(0, limits.errors), new GraphQLError(message)], fields };
}
