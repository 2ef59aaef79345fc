import {
  type DocumentNode,
  type FieldNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  validate,
  visit,
} from 'graphql';
import type { Config } from '../config.ts';
import { Refusal } from '../core/refusal.ts';
import type { Scope } from '../core/viewer.ts';
import { boundedCache } from './bounded-cache.ts';
import { countRows, sizeArguments } from './limits/count-rows.ts';
import { limits, parseWithinLimit, validationRules } from './limits/operation-limits.ts';
import { hasMarkedField } from './plans/has-marked-field.ts';
import type { Plan, Variables } from './plans/plan.ts';
import { observeOperation, type ObserveOperation } from './observe-operation.ts';
import { missingScope } from './plans/missing-scope.ts';
import { planOperation } from './plans/plan-operation.ts';

/** An operation that needs no further parsing, validation or planning, however often it is run. */
export interface Prepared {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly kind: OperationTypeNode;
  readonly observe: ObserveOperation;
  readonly asksForSchema: boolean;
  /** True if the operation is a query of pages only, which a replica may answer. */
  readonly readsListsOnly: boolean;
  /** True if the mutation cannot be part of a transaction, see `committingByItself`. */
  readonly commitsByItself: boolean;
  /**
   * Returns the plan for these variables.
   *
   * @returns `null` if the operation runs its resolvers
   */
  planFor(variables: Variables): Plan | null;
  /** Counts the rows that the operation may read. */
  rowsFor(variables: Variables): number;
  /**
   * Finds a scope that a root field needs and that is not among `held`.
   *
   * @returns the scope and its field; `null` if none is missing
   */
  missingScope(
    variables: Variables,
    held: ReadonlySet<Scope>,
  ): { readonly node: FieldNode; readonly scope: Scope } | null;
  /** The answers to a document that only introspects the schema, by their variables. */
  readonly introspections: Map<string, string> | null;
}

export interface PreparedDocument {
  /** The reason for which the document is refused before validation: a syntax error, or a limit. */
  readonly failure: Error | null;
  /** The errors of validation. */
  readonly errors: readonly GraphQLError[];
  /** Absent only after a failure. */
  readonly document: DocumentNode | null;
  /**
   * Returns the operation of this name.
   *
   * @returns `null` if there is none
   */
  operation(name: string | null | undefined): Prepared | null;
}

export type Prepare = (text: string) => PreparedDocument;

/** A document with the maximum number of tokens takes half a megabyte once parsed. */
const bytesPerCharacter = 100;
/** Plans hold their SQL, their statements, and objects around them. */
const bytesPerPlannedCharacter = 8;

/** An operation with more combinations of `@include` and `@skip` than this runs its resolvers. */
export const maxVariants = 16;

/** The maximum number of cached counts of rows of an operation. */
const maxCombinations = 100;

/**
 * Prepares documents, and caches them by their text. Invalid documents are cached, too: clients repeat them as often.
 */
export function makePrepare(
  schema: GraphQLSchema,
  config: Pick<Config, 'publicUrl'>,
  max = { entries: 500, bytes: 32 * 1024 * 1024 },
): Prepare & { readonly cache: { readonly size: number; readonly bytes: number } } {
  const cache = boundedCache<PreparedDocument>(max);
  const prepare: Prepare = (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const grow = (bytes: number) => cache.grow(text, bytes);
    const prepared = prepareText(schema, config, text, grow);
    cache.set(text, prepared, text.length * bytesPerCharacter);
    return prepared;
  };
  return Object.assign(prepare, { cache });
}

function prepareText(
  schema: GraphQLSchema,
  config: Pick<Config, 'publicUrl'>,
  text: string,
  grow: (bytes: number) => void,
): PreparedDocument {
  try {
    const document = parseWithinLimit(text);
    const errors = validate(schema, document, validationRules);
    const operations = new Map<OperationDefinitionNode, Prepared>();
    return {
      failure: null,
      errors,
      document,
      operation(name) {
        const operation = errors.length > 0 ? null : getOperationAST(document, name);
        if (operation == null) return null;
        const prepared = operations.get(operation) ?? prepareOperation(schema, config, document, operation, grow);
        operations.set(operation, prepared);
        return prepared;
      },
    };
  } catch (failure) {
    if (!(failure instanceof GraphQLError || failure instanceof Refusal)) throw failure;
    return { errors: [], document: null, operation: () => null, failure };
  }
}

/** Prepares an operation of a valid document. */
export function prepareOperation(
  schema: GraphQLSchema,
  config: Pick<Config, 'publicUrl'>,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  grow: (bytes: number) => void = () => undefined,
): Prepared {
  const kind = operation.operation;
  const isMutation = kind === OperationTypeNode.MUTATION;
  return {
    document,
    operation,
    kind,
    observe: observeOperation(operation),
    asksForSchema: asksForSchema(document),
    readsListsOnly: kind === OperationTypeNode.QUERY && readsListsOnly(schema, operation),
    commitsByItself: isMutation && hasMarkedField(schema, document, 'commitsByItself'),
    planFor: makePlanFor(schema, config, document, operation, grow),
    rowsFor: makeRowsFor(schema, document, operation),
    missingScope: (variables, held) => missingScope(schema, document, operation, variables, held),
    introspections: asksForSchemaOnly(operation) ? new Map() : null,
  };
}

/** Walks the document once for each combination of page sizes and conditions, not for each request. */
function makeRowsFor(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Prepared['rowsFor'] {
  const maxRows = countRows(schema, document, operation, null);
  // Most documents read few rows with any variables.
  if (maxRows < limits.rowsPerRequest) return () => maxRows;
  const deciding = [...sizeVariables(document), ...decidingVariables(document)];
  const counted = new Map<string, number>();
  return (variables) => {
    const combination = deciding.map((name) => String(variables[name])).join();
    let rows = counted.get(combination);
    if (rows === undefined) {
      rows = countRows(schema, document, operation, variables);
      if (counted.size >= maxCombinations) counted.clear();
      counted.set(combination, rows);
    }
    return rows;
  };
}

function makePlanFor(
  schema: GraphQLSchema,
  config: Pick<Config, 'publicUrl'>,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  grow: (bytes: number) => void,
): Prepared['planFor'] {
  const plan = (variables: Variables) => {
    const plan = planOperation(schema, config, document, operation, variables);
    grow((plan?.length ?? 0) * bytesPerPlannedCharacter);
    return plan;
  };
  const deciding = decidingVariables(document);
  if (deciding.length === 0) {
    const only = plan({});
    return () => only;
  }
  const variants = new Map<string, Plan | null>();
  return (variables) => {
    const variant = deciding.map((name) => String(variables[name])).join();
    const known = variants.get(variant);
    if (known !== undefined) return known;
    if (variants.size >= maxVariants) return null;
    const planned = planVariant(() => plan(variables));
    variants.set(variant, planned);
    return planned;
  };
}

/** For a null variable of `@include` the resolvers report the error. */
function planVariant(plan: () => Plan | null): Plan | null {
  try {
    return plan();
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

/** Returns the variables of page sizes. */
function sizeVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Argument: ({ name, value }) => {
      if (sizeArguments.includes(name.value) && value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** Returns the variables of `@include` and `@skip`. */
function decidingVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ arguments: given = [] }) => {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

function asksForSchemaOnly({ selectionSet }: OperationDefinitionNode): boolean {
  return selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && ['__schema', '__type', '__typename'].includes(selection.name.value),
  );
}

function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    Field: ({ name }) => {
      asks ||= name.value === '__schema' || name.value === '__type';
    },
  });
  return asks;
}

/** A list is read by pages. Fields next to a list must be current and consistent with it. */
function readsListsOnly(schema: GraphQLSchema, { selectionSet }: OperationDefinitionNode): boolean {
  const fields = schema.getQueryType()!.getFields();
  return selectionSet.selections.every(
    (selection) =>
      selection.kind === Kind.FIELD &&
      fields[selection.name.value]?.args.some(({ name }) => name === 'limit' || name === 'first') === true,
  );
}
