import type { Refusal } from '../core/refusal.ts';
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
): Response {
  const { status, title } = statuses[refusal.code];
  const body = {
    type: `${request.publicUrl}/docs/errors#${refusal.code}`,
    title,
    status,
    detail: refusal.message,
    code: refusal.code,
    ...(refusal.faults.length > 0 && { errors: refusal.faults }),
    requestId: request.requestId,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', ...usualHeaders(refusal), ...headers },
  });
}

function usualHeaders({ code }: Refusal): Record<string, string> {
  switch (code) {
    case 'missing_api_key':
      return { 'www-authenticate': 'Bearer' };
    case 'invalid_api_key':
      return { 'www-authenticate': 'Bearer error="invalid_token"' };
    case 'insufficient_scope':
      return { 'www-authenticate': 'Bearer error="insufficient_scope"' };
    case 'unavailable':
      return { 'retry-after': '1' };
    default:
      return {};
  }
}
