import type { components } from './v1.ts';

type Problem = components['schemas']['Problem'];

/** The service refused the request. `code` says why, and never changes its meaning. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  /** The problem document (RFC 9457). */
  readonly problem: Problem;
  readonly code: Problem['code'];
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

/**
 * The answer to a request that succeeded.
 *
 * @throws ProblemError where it was refused
 */
export function orThrow<Data>(result: { data?: Data; error?: unknown; response: Response }): NonNullable<Data> {
  if (result.data !== undefined && result.data !== null) return result.data;
  // A proxy before the service has words of its own.
  const isProblem = result.response.headers.get('content-type') === 'application/problem+json';
  if (!isProblem)
    throw new Error(`${result.response.url} answered ${result.response.status}.`, { cause: result.error });
  throw new ProblemError(result.error as Problem);
}
