import {
  type DocumentNode,
  type FieldNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import { Refusal } from '../core/refusal.ts';
import type { Scope } from '../core/viewer.ts';
import { countRows, sizeArguments } from './limits/count-rows.ts';
import { limits, parseWithinLimit, validationRules } from './limits/operation-limits.ts';
import type { FieldPlan } from './plans/field-plan.ts';
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
  /** True if the mutation cannot be part of a transaction, see `FieldPlan`. */
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
): Prepare & { readonly cache: LRUCache<string, PreparedDocument> } {
  const cache = new LRUCache<string, PreparedDocument>({ max: max.entries, maxSize: max.bytes });
  const prepare: Prepare = (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    // The cache takes no size of 0.
    let size = (text.length + 1) * bytesPerCharacter;
    const prepared = prepareText(schema, config, text, (bytes) => {
      size += bytes;
      // Setting the value that is there already would leave its size as it was.
      if (cache.delete(text)) cache.set(text, prepared, { size });
    });
    cache.set(text, prepared, { size });
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
  const { asksForSchema, commitsByItself, deciding, sizes } = factsOf(schema, document);
  return {
    document,
    operation,
    kind,
    observe: observeOperation(operation),
    asksForSchema,
    readsListsOnly: kind === OperationTypeNode.QUERY && readsListsOnly(schema, operation),
    commitsByItself: kind === OperationTypeNode.MUTATION && commitsByItself,
    planFor: makePlanFor(deciding, (variables) => {
      const plan = planOperation(schema, config, document, operation, variables);
      grow((plan?.length ?? 0) * bytesPerPlannedCharacter);
      return plan;
    }),
    rowsFor: makeRowsFor([...sizes, ...deciding], (variables) => countRows(schema, document, operation, variables)),
    missingScope: (variables, held) => missingScope(schema, document, operation, variables, held),
    introspections: asksForSchemaOnly(operation) ? new Map() : null,
  };
}

/** Finds what a document asks for, and the variables that its plans and its rows depend on. */
function factsOf(schema: GraphQLSchema, document: DocumentNode) {
  const types = new TypeInfo(schema);
  const facts = { asksForSchema: false, commitsByItself: false };
  /** The variables of `@include` and `@skip`. */
  const deciding = new Set<string>();
  /** The variables of page sizes. */
  const sizes = new Set<string>();
  const visitor = visitWithTypeInfo(types, {
    Field({ name }) {
      facts.asksForSchema ||= name.value === '__schema' || name.value === '__type';
      facts.commitsByItself ||= (types.getFieldDef()?.extensions as FieldPlan | undefined)?.commitsByItself === true;
    },
    Argument({ name, value }) {
      if (sizeArguments.includes(name.value) && value.kind === Kind.VARIABLE) sizes.add(value.name.value);
    },
    Directive({ arguments: given = [] }) {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) deciding.add(value.name.value);
    },
  });
  visit(document, visitor);
  return { ...facts, deciding: [...deciding], sizes: [...sizes] };
}

/**
 * Counts once for each combination of these variables, not for each request.
 *
 * @param count counts the rows; without variables the most that there can be
 */
function makeRowsFor(deciding: readonly string[], count: (variables: Variables | null) => number): Prepared['rowsFor'] {
  const maxRows = count(null);
  // Most documents read few rows with any variables.
  if (maxRows < limits.rowsPerRequest) return () => maxRows;
  const counted = new Map<string, number>();
  return (variables) => {
    const combination = deciding.map((name) => String(variables[name])).join();
    let rows = counted.get(combination);
    if (rows === undefined) {
      rows = count(variables);
      if (counted.size >= maxCombinations) counted.clear();
      counted.set(combination, rows);
    }
    return rows;
  };
}

function makePlanFor(deciding: readonly string[], plan: (variables: Variables) => Plan | null): Prepared['planFor'] {
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

function asksForSchemaOnly({ selectionSet }: OperationDefinitionNode): boolean {
  return selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && ['__schema', '__type', '__typename'].includes(selection.name.value),
  );
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
