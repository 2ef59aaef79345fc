import type { Answer } from '../idempotency/stored-answer.ts';

/** The answer to a request. */
export interface RestAnswer extends Omit<Answer, 'body'> {
  readonly body: Body;
}

/** A text, or the pieces of a long one: V8 would copy a long text to prepend another. */
export type Body = string | readonly string[];

export function piecesOf(body: Body): readonly string[] {
  return typeof body === 'string' ? [body] : body;
}

export function textOf(body: Body): string {
  return typeof body === 'string' ? body : body.join('');
}
