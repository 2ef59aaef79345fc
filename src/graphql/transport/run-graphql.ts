import { type ExecutionResult, getVariableValues, GraphQLError, locatedError, OperationTypeNode } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { Caller } from '../../api/caller.ts';
import { keyOf, type Variables } from '../../api/plans/plan.ts';
import type { Prepared } from '../../api/prepare.ts';
import type { Outcome, Run } from '../../api/run.ts';
import { Refusal } from '../../core/refusal.ts';
import { requireScope } from '../../core/viewer.ts';
import type { Deps } from '../../deps.ts';
import { readIdempotencyKey } from '../../idempotency/read-idempotency-key.ts';
import { requestFingerprint } from '../../idempotency/request-fingerprint.ts';
import { type Context, viewerOf } from '../context.ts';
import { schema } from '../schema.ts';
import { showErrors } from '../errors/show-errors.ts';

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
  { config, log }: Pick<Deps, 'config' | 'log'>,
  run: Run,
  { prepared, caller, requestId, params, idempotencyKey }: GraphqlRequest,
): Promise<TextResult> {
  if (prepared.asksForSchema) refuseSchema(config, caller);
  const rawVariables: Variables = params.variables ?? {};
  const definitions = prepared.operation.variableDefinitions ?? [];
  const { errors, coerced } = getVariableValues(schema, definitions, rawVariables, { maxErrors: 50 });
  if (errors !== undefined) return { errors };

  const introspected = prepared.introspections?.find(rawVariables);
  if (introspected !== undefined) {
    // No statement checks the key in this case.
    await caller.verify();
    return { stringify: () => introspected };
  }
  let result: TextResult = {};
  const { body, ...answer } = await run({
    prepared,
    caller,
    requestId,
    variables: coerced,
    rawVariables,
    idempotency: keyFor(prepared, caller, params, idempotencyKey),
    answer(outcome, isUndone) {
      result = resultOf(outcome);
      if (isUndone && result.data !== undefined) result = { ...result, data: null };
      // Only a stored answer has to be one text.
      const isStored = idempotencyKey !== null && prepared.kind === OperationTypeNode.MUTATION;
      const text = isStored ? textOf(showErrors(result, { log, requestId })) : '';
      return { status: 200, headers: {}, body: withoutSecrets(text, outcome) };
    },
  });
  if (!('isReplay' in answer)) return keepIntrospection(prepared, rawVariables, result);
  const http = { status: answer.status, headers: { ...answer.headers, 'idempotent-replayed': 'true' } };
  return { data: {}, extensions: { http }, stringify: () => body };
}

/** Caches the introspection result of a document. */
function keepIntrospection({ introspections }: Prepared, variables: Variables, result: TextResult): TextResult {
  if (introspections === null || result.errors !== undefined) return result;
  const text = textOf(result);
  introspections.keep(variables, text);
  return { stringify: () => text };
}

function resultOf(outcome: Outcome): TextResult {
  if (outcome.kind === 'result') return outcome.result;
  if (outcome.kind === 'fields') return { stringify: () => dataOf(outcome) };
  const { error, field } = outcome;
  if (field === null) throw error;
  return { errors: [locatedError(error, [field], [keyOf(field)])], data: null };
}

/** Composes the answer to an operation as JSON. */
function dataOf({ fields }: Extract<Outcome, { kind: 'fields' }>): string {
  const pieces = fields.flatMap(({ node, json }, index) => [`${index === 0 ? '' : ','}"${keyOf(node)}":`, json].flat());
  return ['{"data":{', ...pieces, '}}'].join('');
}

function textOf(result: TextResult): string {
  return result.stringify?.() ?? JSON.stringify(result);
}

/**
 * Returns the request under its idempotency key.
 *
 * @throws Refusal `invalid_request` for a malformed key
 */
function keyFor(prepared: Prepared, { viewer }: Caller, params: GraphQLParams, header: string | null) {
  if (header === null || prepared.kind !== OperationTypeNode.MUTATION || viewer === null) return null;
  const { key, faults } = readIdempotencyKey(header);
  if (key === null) throw new Refusal('invalid_request', { faults });
  const fingerprint = () => requestFingerprint({ method: 'POST', path: '/graphql', body: JSON.stringify(params) });
  return { key, fingerprint };
}

/** The text that replaces a secret in a replay. */
const shownOnce = 'This secret was shown once, in the first answer, and is not stored. If it is lost, rotate it.';

/** Removes the secrets from an answer before it is stored. */
function withoutSecrets(text: string, outcome: Outcome): string {
  if (outcome.kind !== 'result') return text;
  const { secrets } = outcome.context as Context;
  return [...secrets].reduce((rest, secret) => rest.replaceAll(secret, shownOnce), text);
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
