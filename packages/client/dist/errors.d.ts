import type { components } from '../v1.d.ts';
export type Problem = components['schemas']['Problem'];
export type ProblemCode = components['schemas']['ProblemCode'];
/** The service refused the request. `code` says why, and never changes its meaning. */
export declare class ProblemError extends Error {
    name: string;
    /** The problem document (RFC 9457). */
    readonly problem: Problem;
    readonly code: ProblemCode;
    readonly status: Problem['status'];
    /** Every fault of the request; empty where no field or parameter is at fault. */
    readonly errors: NonNullable<Problem['errors']>;
    readonly requestId: Problem['requestId'];
    constructor(problem: Problem);
}
/** The answer is not the service's own: a proxy refused or redirected the request, or `baseUrl` is wrong. */
export declare class UnexpectedAnswerError extends Error {
    name: string;
    readonly status: number;
    /** The beginning of the body. */
    readonly text: string;
    constructor(url: string, status: number, text: string);
}
/** Returns the error that an answer is. */
export declare function errorOf(answer: Response): Promise<ProblemError | UnexpectedAnswerError>;
