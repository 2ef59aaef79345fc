import type { Answer } from '../idempotency/stored-answer.ts';

export function responseOf({ status, headers, body }: Answer): Response {
  return new Response(status === 304 ? null : Buffer.from(body), { status, headers });
}
