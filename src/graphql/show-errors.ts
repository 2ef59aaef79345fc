import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { refusalOf } from '../core/outage.ts';
import { Refusal, type RefusalCode } from '../core/refusal.ts';

/** How GraphQL Yoga is told of a status. `spec`: only where the caller accepts GraphQL's own media type. */
interface Http {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly spec?: boolean;
}

const httpOfCode: Partial<Record<RefusalCode, Http>> = {
  missing_api_key: { status: 401, headers: { 'www-authenticate': 'Bearer' } },
  invalid_api_key: { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
  seller_suspended: { status: 403 },
  payload_too_large: { status: 413 },
  subscription_limit: { status: 429 },
  unsupported_media_type: { status: 415 },
  idempotency_key_in_use: { status: 409, headers: { 'retry-after': '1' } },
  idempotency_key_reused: { status: 422 },
  rate_limited: { status: 429 },
  unavailable: { status: 503, headers: { 'retry-after': '1' } },
  internal_error: { status: 500 },
};

const codeOfStatus: Record<number, RefusalCode> = { 405: 'method_not_allowed', 413: 'payload_too_large' };

/**
 * The errors of a result as a client may see them: `code`, `errors` and `requestId` in the extensions, as in the
 * problem documents of `/v1`; whatever was not foreseen is logged and masked.
 */
export function showErrors(result: ExecutionResult, request: { log: Logger; requestId: string }): ExecutionResult {
  if (result.errors === undefined) return result;
  return { ...result, errors: result.errors.map((error) => showError(error, request)) };
}

function showError(error: GraphQLError, { log, requestId }: { log: Logger; requestId: string }): GraphQLError {
  const origin = originOf(error);
  const refusal = refusalIn(error, origin);
  const { code, faults } = refusal;
  if (code === 'internal_error' || code === 'unavailable') {
    log.error({ err: origin, requestId }, 'a GraphQL operation failed');
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
      // With a path, a part of the operation failed: what the rest of it answers stands, and so does status 200.
      ...(error.path === undefined && { http: httpOf(refusal, error, origin) }),
    },
  });
}

/** The code that a client will see. */
export function codeOfError(error: GraphQLError): RefusalCode {
  return refusalIn(error, originOf(error)).code;
}

/** What was thrown first, below all wrapping. */
function originOf(error: Error): Error {
  const inner = error instanceof GraphQLError ? error.originalError : undefined;
  return inner === undefined ? error : originOf(inner);
}

function refusalIn({ message, path, extensions }: GraphQLError, origin: Error): Refusal {
  if (!(origin instanceof GraphQLError)) return refusalOf(origin);
  // GraphQL itself objects. To the request, where nothing has been resolved yet or the error points into the document:
  // then the message says how. Otherwise to what a resolver answered, which is our fault.
  const isAboutTheRequest = path === undefined || origin.nodes !== undefined;
  if (!isAboutTheRequest) return new Refusal('internal_error');
  const code = codeOfStatus[(extensions['http'] as Http | undefined)?.status ?? 400] ?? 'invalid_request';
  return new Refusal(code, code === 'payload_too_large' ? {} : { detail: message });
}

function httpOf({ code }: Refusal, { extensions }: GraphQLError, origin: Error): Http {
  const http = httpOfCode[code];
  if (http !== undefined) return http;
  if (origin instanceof Refusal) return { status: 400 };
  const { status = 400, headers = {} } = (extensions['http'] ?? {}) as Partial<Http>;
  // A request that is none has its status whatever the caller accepts; a faulty document only where GraphQL's own
  // media type is accepted, as older clients read an error only from a 200.
  return { status, headers, spec: extensions['code'] !== 'BAD_REQUEST' };
}
