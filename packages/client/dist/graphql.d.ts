/** A document that knows the types of its result and its variables, as code generators make it. */
export interface GraphqlDocument<Result, Variables> {
    readonly __apiType?: (variables: Variables) => Result;
    /** Returns the text of a typed text, such as the codegen client preset makes. */
    toString(): string;
    /** The text of a parsed document. */
    readonly loc?: {
        readonly source: {
            readonly body: string;
        };
    } | undefined;
}
export interface GraphqlFault {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: {
        readonly code?: string;
    } & Readonly<Record<string, unknown>>;
}
/** The service answered a document with errors. */
export declare class GraphqlError extends Error {
    name: string;
    readonly errors: readonly GraphqlFault[];
    /** The code of the first error. */
    readonly code: string | undefined;
    /** The data beside the errors. */
    readonly data: unknown;
    constructor(errors: readonly GraphqlFault[], data: unknown);
}
export declare function graphqlText(document: Pick<GraphqlDocument<unknown, unknown>, 'loc' | 'toString'> | string): string;
export declare function readGraphqlAnswer(answer: unknown): unknown;
