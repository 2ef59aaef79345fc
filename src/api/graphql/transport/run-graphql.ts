import { type ExecutionResult, getVariableValues, GraphQLError, locatedError, OperationTypeNode } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { Caller } from '../../caller.ts';
import { keyOf, type Plan, type Variables } from '#one-statement/plan.ts';
import type { PlanRequest } from '../../plan-host.ts';
import type { Prepared } from '../../prepare.ts';
import { runOnce } from '../../run-once.ts';
import { Refusal } from '../../../core/refusal.ts';
import { missingScope, requireScope } from '../../../core/viewer.ts';
import type { Deps } from '../../../payments/deps.ts';
import { readIdempotencyKey, requestFingerprint } from '../../idempotency/keyed-request.ts';
import { viewerOf } from '../context.ts';
import { showErrors } from '../errors/show-errors.ts';
import { captureUnderWay, fateOf } from './fate-of.ts';
import { type FieldOutcome, type OperationRequest, type Outcome, runOperation } from './run-operation.ts';

/** A request for a query or a mutation. */
export interface GraphqlRequest {
  readonly prepared: Prepared;
  readonly caller: Caller;
  readonly requestId: string;
  readonly params: GraphQLParams;
  /** The header, `null` when absent. Queries ignore it. */
  readonly idempotencyKey: string | null;
}

/** A result that may be JSON already: then Yoga sends the text of `stringify`. */
export type TextResult = ExecutionResult & { stringify?: () => string };

/**
 * Runs a prepared operation, and makes a GraphQL result of its outcome.
 *
 * @throws Refusal the refusal of the whole request
 */
export async function runGraphql(
  deps: Deps,
  { prepared, caller, requestId, params, idempotencyKey }: GraphqlRequest,
): Promise<TextResult> {
  // Without a key, only the schema can be read.
  if (prepared.asksForData) viewerOf(caller);
  if (prepared.asksForSchema) refuseSchema(deps.config, caller);
  const rawVariables: Variables = params.variables ?? {};
  const definitions = prepared.operation.variableDefinitions ?? [];
  const { errors, coerced } = getVariableValues(prepared.schema, definitions, rawVariables, { maxErrors: 50 });
  if (errors !== undefined) return { errors };
  const plan = prepared.planFor(coerced);
  // Next to introspection, a field of a part that the caller does not see would not be there.
  const lacking = prepared.asksForSchema ? withoutScope(plan, caller.viewer?.scopes ?? new Set()) : null;
  if (lacking !== null) return lacking;
  const key = readKey(prepared, caller, idempotencyKey);
  const request = { prepared, plan, caller, requestId, variables: coerced, rawVariables };
  return await prepared.observe(plan.way, async () =>
    key === null
      ? resultOf(await runOperation(deps, request))
      : await runKeyed(deps, request, { key, body: JSON.stringify(params) }),
  );
}

/** Runs an operation under an idempotency key. */
async function runKeyed(
  deps: Deps,
  request: OperationRequest,
  { key, body }: { key: string; body: string },
): Promise<TextResult> {
  const { prepared, plan, caller, requestId } = request;
  // A stored answer belongs to a key that was active then.
  const { sellerId, scopes } = (await caller.verify())!;
  // The key needs the operation's scopes, too.
  const lacking = withoutScope(plan, scopes);
  if (lacking !== null) return lacking;
  const fingerprint = requestFingerprint({ method: 'POST', path: '/graphql', body });
  const keyed = { sellerId, key, fingerprint, commitsByItself: prepared.commitsByItself };
  let result: TextResult = {};
  try {
    const done = await runOnce(deps, keyed, async (its) => {
      const outcome = await runOperation(its, request);
      result = resultOf(outcome);
      const capturing = captureUnderWay(outcome);
      if (capturing !== null) throw capturing;
      const fate = fateOf(outcome);
      if (fate === 'undone' && result.data !== undefined) result = { ...result, data: null };
      const text = textOf(showErrors(result, { log: deps.log, requestId }));
      const answer = { status: 200, headers: {}, body: withoutSecrets(text, outcome) };
      return { answer, isKept: fate === 'done' };
    });
    if (!done.isReplay) return result;
    const http = { status: done.status, headers: { ...done.headers, 'idempotent-replayed': 'true' } };
    return { data: {}, extensions: { http }, stringify: () => done.body };
  } catch (error) {
    // The capture is still under way.
    if (error instanceof Refusal && error.capturing !== null) return result;
    throw error;
  }
}

/**
 * Refuses an operation for a scope that it needs and the key lacks; `null`: it lacks none. Every selected field counts,
 * because the answer stored under an idempotency key contains all of them.
 */
function withoutScope({ selected }: Plan<PlanRequest>, held: ReadonlySet<string>): TextResult | null {
  for (const { node, scopes } of selected) {
    const [lacking] = scopes.difference(held);
    if (lacking !== undefined) return resultOf({ kind: 'fields', fields: [{ node, error: missingScope(lacking) }] });
  }
  return null;
}

function resultOf(outcome: Outcome): TextResult {
  if (outcome.kind === 'result') return outcome.result;
  const { fields } = outcome;
  const errors = fields.flatMap((field) =>
    'error' in field ? [locatedError(field.error, [field.node], [keyOf(field.node)])] : [],
  );
  if (errors.length === 0) return { stringify: () => dataOf(fields) };
  return { errors, ...(JSON.parse(dataOf(fields)) as ExecutionResult) };
}

/** Composes the answer to an operation as JSON; a field with an error is null. */
function dataOf(fields: readonly FieldOutcome[]): string {
  const pieces = fields.flatMap((field, index) => {
    const json = 'error' in field ? ['null'] : field.json;
    return [`${index === 0 ? '' : ','}"${keyOf(field.node)}":`, ...json];
  });
  return ['{"data":{', ...pieces, '}}'].join('');
}

function textOf(result: TextResult): string {
  return result.stringify?.() ?? JSON.stringify(result);
}

/**
 * Reads the idempotency key of a mutation.
 *
 * @throws Refusal `invalid_request` for a malformed key
 */
function readKey(prepared: Prepared, { viewer }: Caller, header: string | null): string | null {
  if (header === null || prepared.operation.operation !== OperationTypeNode.MUTATION || viewer === null) return null;
  const { key, faults } = readIdempotencyKey(header);
  if (key === null) throw new Refusal('invalid_request', { faults });
  return key;
}

/** The text that replaces a secret in a replay. */
const shownOnce = 'This secret was shown once, in the first answer, and is not stored. If it is lost, rotate it.';

/** Removes the secrets from an answer before it is stored. */
function withoutSecrets(text: string, outcome: Outcome): string {
  if (outcome.kind !== 'result') return text;
  return [...outcome.context.secrets].reduce((rest, secret) => rest.replaceAll(secret, shownOnce), text);
}

/**
 * Refuses introspection by a caller who may not introspect: the setting allows all callers, admins, or none.
 *
 * @throws Refusal if the setting excludes the caller
 */
function refuseSchema({ graphiql }: Deps['config'], { viewer }: Caller): void {
  if (graphiql === 'open') return;
  if (graphiql === 'off') throw new Refusal('invalid_request', { detail: 'Introspection is off.' });
  requireScope(viewerOf({ viewer }), 'admin');
}

/** Makes a result of a refusal of the request as a whole. */
export function refusedResult(refusal: Error): ExecutionResult {
  return { errors: [new GraphQLError(refusal.message, { originalError: refusal })] };
}
