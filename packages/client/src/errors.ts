import type { components } from '../v1.d.ts';

export type Problem = components['schemas']['Problem'];
export type ProblemCode = components['schemas']['ProblemCode'];

/** The service refused the request. `code` says why, and never changes its meaning. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  /** The problem document (RFC 9457). */
  readonly problem: Problem;
  readonly code: ProblemCode;
  readonly status: Problem['status'];
  /** Every fault of the request; empty where no field or parameter is at fault. */
  readonly errors: NonNullable<Problem['errors']>;
  readonly requestId: Problem['requestId'];

  constructor(problem: Problem) {
    super(`${problem.code}: ${problem.detail} (request ${problem.requestId})`);
    this.problem = problem;
    this.code = problem.code;
    this.status = problem.status;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId;
  }
}

/** The answer is not the service's own: a proxy refused or redirected the request, or `baseUrl` is wrong. */
export class UnexpectedAnswerError extends Error {
  override name = 'UnexpectedAnswerError';
  readonly status: number;
  /** The beginning of the body. */
  readonly text: string;

  constructor(url: string, status: number, text: string) {
    super(`${url} answered ${status}.`);
    this.status = status;
    this.text = text;
  }
}

/** Returns the error that an answer is. */
export async function errorOf(answer: Response): Promise<ProblemError | UnexpectedAnswerError> {
  const text = await answer.text();
  // A proxy before the service has words of its own.
  if (answer.headers.get('content-type')?.startsWith('application/problem+json') === true) {
    const problem = JSON.parse(text) as Problem;
    if (typeof problem.code === 'string') return new ProblemError(problem);
  }
  return new UnexpectedAnswerError(answer.url, answer.status, text.slice(0, 2_000));
}
