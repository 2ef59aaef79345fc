import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { refusalOf } from '../../../core/outage.ts';
import { Refusal, type RefusalCode, statuses } from '../../../core/refusal.ts';
import { setRefusalCode } from '../../../core/request-context.ts';

/**
 * The HTTP status in an error's extensions, as GraphQL Yoga reads it. `spec`: only if the caller accepts GraphQL's
 * own media type.
 */
interface Http {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly spec?: boolean;
}

const codeOfStatus: Record<number, RefusalCode> = { 405: 'method_not_allowed', 413: 'payload_too_large' };

/** The request whose errors are shown. `explain` changes the messages of GraphQL itself. */
interface ShownRequest {
  readonly log: Logger;
  readonly requestId: string;
  readonly explain?: (message: string) => string;
}

/**
 * Makes the errors of a result public: `code`, `errors` and `requestId` in the extensions, as in the problem
 * documents of `/v1`. An unexpected error is logged and masked.
 */
export function showErrors(result: ExecutionResult, request: ShownRequest): ExecutionResult {
  if (result.errors === undefined) return result;
  return { ...result, errors: result.errors.map((error) => showError(error, request)) };
}

function showError(error: GraphQLError, { log, requestId, explain = String }: ShownRequest): GraphQLError {
  const origin = originOf(error);
  const refusal = refusalIn(error, origin, explain(error.message));
  const { code, faults } = refusal;
  setRefusalCode(code);
  if (code === 'internal_error' || code === 'unavailable') {
    log.error({ err: origin, requestId }, 'A GraphQL operation failed.');
  }
  return new GraphQLError(refusal.message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    path: error.path ?? null,
    extensions: {
      code,
      ...(faults.length > 0 && { errors: faults }),
      requestId,
      // With a path, a part of the operation failed: the other parts keep their answers, and the status is 200.
      ...(error.path === undefined && { http: httpOf(refusal, error, origin) }),
    },
  });
}

/** Returns the first error, below all wrappers. */
function originOf(error: Error): Error {
  const inner = error instanceof GraphQLError ? error.originalError : undefined;
  return inner === undefined ? error : originOf(inner);
}

function refusalIn({ path, extensions }: GraphQLError, origin: Error, message: string): Refusal {
  if (!(origin instanceof GraphQLError)) return refusalOf(origin);
  // GraphQL itself refuses. If nothing has been resolved yet or the error points into the document, the request is
  // wrong and the message explains it. Otherwise a resolver returned a wrong value, which is a bug.
  const isAboutTheRequest = path === undefined || origin.nodes !== undefined;
  if (!isAboutTheRequest) return new Refusal('internal_error');
  const code = codeOfStatus[(extensions['http'] as Http | undefined)?.status ?? 400] ?? 'invalid_request';
  return new Refusal(code, code === 'payload_too_large' ? {} : { detail: message });
}

function httpOf({ code }: Refusal, { extensions }: GraphQLError, origin: Error): Http {
  if (!(origin instanceof GraphQLError) || code === 'payload_too_large') {
    const { status, headers } = statuses[code];
    return headers === undefined ? { status } : { status, headers };
  }
  const { status = 400, headers = {} } = (extensions['http'] ?? {}) as Partial<Http>;
  // A malformed request has its status whatever the caller accepts. An invalid document has it only if GraphQL's own
  // media type is accepted, because older clients read an error only from a 200.
  return { status, headers, spec: extensions['code'] !== 'BAD_REQUEST' };
}
