import type { Refusal } from '../core/refusal.ts';
import type { Answer } from '../idempotency/stored-answer.ts';
import { statuses } from './statuses.ts';

/**
 * A refusal as `application/problem+json` (RFC 9457).
 *
 * @param headers what the status asks for beyond the usual, such as `Allow`
 */
export function problem(
  refusal: Refusal,
  request: { publicUrl: string; requestId: string },
  headers: Record<string, string> = {},
): Answer & { readonly body: string } {
  return {
    status: statuses[refusal.code].status,
    headers: { 'content-type': 'application/problem+json', ...usualHeaders(refusal), ...headers },
    body: JSON.stringify(problemBody(refusal, request)),
  };
}

/** The members of a problem document, in the order in which they are written. */
export function problemBody(refusal: Refusal, request: { publicUrl: string; requestId: string }) {
  const { status, title } = statuses[refusal.code];
  return {
    type: `${request.publicUrl}/docs/errors#${refusal.code}`,
    title,
    status,
    detail: refusal.message,
    code: refusal.code,
    ...(refusal.faults.length > 0 && { errors: refusal.faults }),
    requestId: request.requestId,
  };
}

function usualHeaders({ code }: Refusal): Record<string, string> {
  switch (code) {
    case 'missing_api_key':
      return { 'www-authenticate': 'Bearer' };
    case 'invalid_api_key':
      return { 'www-authenticate': 'Bearer error="invalid_token"' };
    case 'insufficient_scope':
      return { 'www-authenticate': 'Bearer error="insufficient_scope"' };
    case 'idempotency_key_in_use':
    case 'unavailable':
      return { 'retry-after': '1' };
    default:
      return {};
  }
}
