import type { Answer } from '../idempotency/stored-answer.ts';

/** What a request is answered with. */
export interface RestAnswer extends Omit<Answer, 'body'> {
  readonly body: Body;
}

/** A text, or the pieces of a long one: to put anything in front of a text, V8 copies all of it. */
export type Body = string | readonly string[];

export function piecesOf(body: Body): readonly string[] {
  return typeof body === 'string' ? [body] : body;
}

export function textOf(body: Body): string {
  return typeof body === 'string' ? body : body.join('');
}
