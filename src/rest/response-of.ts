import type { RestAnswer } from './rest-request.ts';

export function responseOf({ status, headers, body }: RestAnswer): Response {
  return new Response(status === 304 ? null : Buffer.from(body), { status, headers });
}
