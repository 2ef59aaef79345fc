import type { components } from './v1.ts';

type Problem = components['schemas']['Problem'];

/** A refusal, thrown. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  /** The problem document as it came; `code` tells why, and `errors` lists the faults of the request. */
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.code}: ${problem.detail} (request ${problem.requestId})`);
    this.problem = problem;
  }
}

/**
 * What a request was answered with, where it succeeded.
 *
 * @throws ProblemError where it was refused
 */
export function orThrow<Data>(result: { data?: Data; error?: unknown; response: Response }): NonNullable<Data> {
  if (result.data !== undefined && result.data !== null) return result.data;
  // What stands before the service, such as a proxy, has words of its own.
  const isProblem = result.response.headers.get('content-type') === 'application/problem+json';
  if (!isProblem)
    throw new Error(`${result.response.url} answered ${result.response.status}.`, { cause: result.error });
  throw new ProblemError(result.error as Problem);
}
