/** The service refused the request. `code` says why, and never changes its meaning. */
export class ProblemError extends Error {
    name = 'ProblemError';
    /** The problem document (RFC 9457). */
    problem;
    code;
    status;
    /** Every fault of the request; empty where no field or parameter is at fault. */
    errors;
    requestId;
    constructor(problem) {
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
    name = 'UnexpectedAnswerError';
    status;
    /** The beginning of the body. */
    text;
    constructor(url, status, text) {
        super(`${url} answered ${status}.`);
        this.status = status;
        this.text = text;
    }
}
/** Returns the error that an answer is. */
export async function errorOf(answer) {
    const text = await answer.text();
    // A proxy before the service has words of its own.
    if (answer.headers.get('content-type')?.startsWith('application/problem+json') === true) {
        const problem = JSON.parse(text);
        if (typeof problem.code === 'string')
            return new ProblemError(problem);
    }
    return new UnexpectedAnswerError(answer.url, answer.status, text.slice(0, 2_000));
}
