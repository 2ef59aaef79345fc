import { type RestAnswer, textOf } from './rest-answer.ts';

export function responseOf({ status, headers, body }: RestAnswer): Response {
  return new Response(status === 304 || status === 204 ? null : Buffer.from(textOf(body)), { status, headers });
}
