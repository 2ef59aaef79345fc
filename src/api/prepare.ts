import type { Host } from '#one-statement/host.ts';
import type { Plan, Variables, Way } from '#one-statement/plan.ts';
import { fragmentsOf, planOperation } from '#one-statement/plan-operation.ts';
import {
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../core/refusal.ts';
import { setOperation } from '../core/request-context.ts';
import { operationDuration } from '../platform/metrics/metrics.ts';
import { inSpan } from '../platform/tracing/span.ts';
import { countRows, type Reads, variablesIn } from './limits/count-rows.ts';
import { collectFields } from './limits/limit-selections.ts';
import { type PlanEnvironment, planHost, type PlanRequest } from './plan-host.ts';
import { limits, parseWithinLimit, validateWithinLimits } from './limits/operation-limits.ts';

/** An operation that needs no further parsing, validation or planning, however often it is run. */
export interface Prepared {
  /** The schema that it is valid in. */
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Measures a run of a query or a mutation, and the way in which it is answered. */
  readonly observe: ReturnType<typeof observeOperation>;
  readonly asksForSchema: boolean;
  /** False if it asks for the schema alone, which needs no key. */
  readonly asksForData: boolean;
  /** True if a field of the mutation cannot be part of an outer transaction: it calls payment providers, or commits step by step. */
  readonly commitsByItself: boolean;
  /** Returns the plan for these variables. */
  planFor(variables: Variables): Plan<PlanRequest>;
  /** Plans the operation for resolvers, although it has a whole plan. Not cached, because few callers lack a scope. */
  planForResolvers(variables: Variables): Plan<PlanRequest>;
  /** Counts the rows that the operation may read. */
  readsFor(variables: Variables): Reads;
}

export interface PreparedDocument {
  /** The reason for which the document is refused before validation: a syntax error, or a limit. */
  readonly failure: Error | null;
  /** The errors of validation. */
  readonly errors: readonly GraphQLError[];
  /** The number of its fields, those of a fragment once for each place that spreads it: plans grow with it. */
  readonly fields: number;
  /** Absent only after a failure. */
  readonly document: DocumentNode | null;
  /**
   * Returns the operation of this name.
   *
   * @returns `null` if there is none
   */
  operation(name: string | null | undefined): Prepared | null;
}

/** @param charge charges the caller for a document that is not cached: parsing and checking it takes milliseconds */
export type Prepare = (text: string, charge?: (points: number) => void) => PreparedDocument;

/** The characters of all cached documents, each counted once for each of its plans. A character takes up to 300 bytes of the heap. */
const maxCharacters = 200_000;
const maxEntries = 1_000;

/** A field counts as this many characters at least: a fragment may name it once, and the plans of many operations have it. */
const charactersOfField = 16;

/** The maximum number of cached plans of an operation, one for each combination of `@include` and `@skip`, and of cached counts of its rows. */
export const maxVariants = 16;

/** The maximum number of characters of the variables that a result is cached for. Longer texts would fill the memory. */
const maxCombinationLength = 200;

/**
 * Prepares documents, and caches them by their text. Invalid documents are cached, too: clients repeat them as often.
 */
export function makePrepare(
  schema: GraphQLSchema,
  environment: PlanEnvironment,
  isForOperator = false,
): Prepare & { readonly cache: LRUCache<string, PreparedDocument> } {
  const host = planHost(environment, isForOperator);
  const cache = new LRUCache<string, PreparedDocument>({
    max: maxEntries,
    maxSize: maxCharacters,
    sizeCalculation: ({ document, fields }, { length }) =>
      Math.max(1 + length, charactersOfField * fields) *
      Math.min(maxVariants, 2 ** (document === null ? 0 : decidingVariables([document]).length)),
  });
  const prepare: Prepare = (text, charge) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    charge?.(Math.floor(text.length / limits.charactersPerRequest));
    const prepared = prepareText(schema, host, text);
    // A stack that nobody has read holds all that its functions work on.
    for (const error of [prepared.failure, ...prepared.errors]) void error?.stack;
    cache.set(text, prepared);
    return prepared;
  };
  return Object.assign(prepare, { cache });
}

function prepareText(schema: GraphQLSchema, host: Host<PlanRequest>, text: string): PreparedDocument {
  try {
    const document = parseWithinLimit(text);
    const { errors, fields } = validateWithinLimits(schema, document);
    const operations = new Map<OperationDefinitionNode, Prepared>();
    return {
      failure: null,
      errors,
      fields,
      document,
      operation(name) {
        const operation = errors.length > 0 ? null : getOperationAST(document, name);
        if (operation == null) return null;
        const prepared = operations.get(operation) ?? prepareOperation(schema, host, document, operation);
        operations.set(operation, prepared);
        return prepared;
      },
    };
  } catch (failure) {
    if (!(failure instanceof GraphQLError || failure instanceof Refusal)) throw failure;
    return { errors: [], fields: 0, document: null, operation: () => null, failure };
  }
}

/** Prepares an operation of a valid document. */
export function prepareOperation(
  schema: GraphQLSchema,
  host: Host<PlanRequest>,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Prepared {
  const { field, ...facts } = factsOf(schema, document, operation);
  const { variableDefinitions = [] } = operation;
  const readsFor = (variables: Variables | null) => countRows(schema, document, operation, variables);
  const most = readsFor(null);
  return {
    schema,
    document,
    operation,
    observe: observeOperation(operation, field),
    ...facts,
    planFor: byVariables(decidingVariables([document]), (variables) =>
      planVariant(() => planOperation(schema, host, document, operation, variables)),
    ),
    planForResolvers: (variables) => planOperation(schema, host, document, operation, variables, false),
    // Most documents read few rows with any variables.
    readsFor:
      most.rows < limits.rowsPerRequest && most.skipped === 0
        ? () => most
        : byVariables(
            variableDefinitions.map(({ variable }) => variable.name.value),
            readsFor,
          ),
  };
}

/** Makes the function that measures an operation, and makes a span of each run. */
function observeOperation(operation: OperationDefinitionNode, field: string) {
  const labels = { operation: operation.operation, field };
  const name = operation.name?.value;
  const attributes = {
    'graphql.operation.type': operation.operation,
    ...(name !== undefined && { 'graphql.operation.name': name }),
  };
  const spanName = `GraphQL ${operation.operation}`;
  return <Result>(way: Way, execute: () => Promise<Result>): Promise<Result> => {
    setOperation(field);
    return inSpan(spanName, { attributes: { ...attributes, 'auction.way': way } }, () => {
      const beganAtMs = performance.now();
      const end = () => operationDuration.observe({ ...labels, way }, (performance.now() - beganAtMs) / 1_000);
      const result = execute();
      result.then(end, end);
      return result;
    });
  };
}

/** Finds what an operation asks for at its root, whatever `@include` and `@skip` leave out. */
function factsOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
  const type = schema.getRootType(operation.operation)!;
  const fragments = fragmentsOf(document);
  const root = { set: operation.selectionSet, type, around: null };
  const roots = [...collectFields(schema, (name) => fragments[name], [root]).values()].flat();
  const names = new Set(roots.map(({ node }) => node.name.value));
  const [name = '', ...others] = names;
  return {
    asksForSchema: names.has('__schema') || names.has('__type'),
    asksForData: [...names].some((each) => !each.startsWith('__')),
    commitsByItself: [...names].some((each) => type.getFields()[each]?.extensions['commitsByItself'] === true),
    // Metrics have only as many labels as the schema has fields.
    field: others.length === 0 && roots.length === 1 ? name : 'several',
  };
}

/** Finds the variables of `@include` and `@skip`. */
export function decidingVariables(nodes: readonly ASTNode[]): readonly string[] {
  const names = new Set<string>();
  const visitor = { Directive: (node: DirectiveNode) => variablesIn([node]).forEach((name) => names.add(name)) };
  for (const node of nodes) visit(node, visitor);
  return [...names];
}

/** Makes a function that depends on these variables alone. Its results are cached for `maxVariants` combinations of them. */
export function byVariables<Result>(
  names: readonly string[],
  make: (variables: Variables) => Result,
): (variables: Variables) => Result {
  const cached = new Map<string, Result>();
  return (variables) => {
    const combination = names.length === 0 ? '' : combinationOf(names, variables);
    const known = cached.get(combination);
    if (known !== undefined) return known;
    const result = make(variables);
    if (cached.size < maxVariants && combination.length <= maxCombinationLength) cached.set(combination, result);
    return result;
  };
}

/** Returns a text that tells all values of these variables apart. An absent variable differs from each JSON value. */
export function combinationOf(names: readonly string[], variables: Variables): string {
  return JSON.stringify(names.map((name) => (variables[name] === undefined ? [] : [variables[name]])));
}

/** For a null variable of `@include` GraphQL reports the error. */
function planVariant(plan: () => Plan<PlanRequest>): Plan<PlanRequest> {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { way: 'resolved', fields: new Map(), selected: [], checksCaller: false };
  }
}
