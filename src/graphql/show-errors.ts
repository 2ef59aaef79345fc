import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { refusalOf } from '../core/outage.ts';
import { Refusal } from '../core/refusal.ts';

/**
 * The errors of a result as a client may see them: `code`, `errors` and `requestId` in the extensions, as in the
 * problem documents of `/v1`; whatever was not foreseen is logged and masked.
 */
export function showErrors(result: ExecutionResult, request: { log: Logger; requestId: string }): ExecutionResult {
  if (result.errors === undefined) return result;
  return { ...result, errors: result.errors.map((error) => showError(error, request)) };
}

function showError(error: GraphQLError, { log, requestId }: { log: Logger; requestId: string }): GraphQLError {
  // Without a path nothing has been resolved yet: the document or its variables are at fault, and the message says how.
  const refusal =
    error.path === undefined && !(error.originalError instanceof Refusal)
      ? new Refusal('invalid_request', { detail: error.message })
      : refusalOf(error.originalError ?? error);
  if (refusal.code === 'internal_error' || refusal.code === 'unavailable') {
    log.error({ err: error.originalError ?? error, requestId }, 'a GraphQL operation failed');
  }
  const { http } = error.extensions;
  return new GraphQLError(refusal.message, {
    nodes: error.nodes ?? null,
    path: error.path ?? null,
    extensions: { ...refusalExtensions(refusal, requestId), ...(http === undefined ? {} : { http }) },
  });
}

export function refusalExtensions({ code, faults }: Refusal, requestId: string): Record<string, unknown> {
  return { code, ...(faults.length === 0 ? {} : { errors: faults }), requestId };
}
