import { type Refusal, statuses } from '../../core/refusal.ts';
import { setRefusalCode } from '../../core/request-context.ts';
import type { Answer } from '../idempotency/stored-answer.ts';

/**
 * Answers a refusal as `application/problem+json` (RFC 9457).
 *
 * @param headers the headers that the status needs beyond the usual, such as `Allow`
 */
export function problem(
  refusal: Refusal,
  request: { publicUrl: string; requestId: string },
  headers: Record<string, string> = {},
): Answer & { readonly body: string } {
  const { status, headers: usual } = statuses[refusal.code];
  setRefusalCode(refusal.code);
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...usual, ...headers },
    body: JSON.stringify(problemBody(refusal, request)),
  };
}

/** Returns the members of a problem document, in their order. */
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
