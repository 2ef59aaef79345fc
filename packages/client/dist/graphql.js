/** The service answered a document with errors. */
export class GraphqlError extends Error {
    name = 'GraphqlError';
    errors;
    /** The code of the first error. */
    code;
    /** What was answered beside the errors. */
    data;
    constructor(errors, data) {
        super(errors.map(({ message }) => message).join('\n'));
        this.errors = errors;
        this.code = errors[0]?.extensions?.code;
        this.data = data;
    }
}
export function graphqlText(document) {
    // A typed text of the codegen client preset is a String object.
    if (typeof document === 'string' || document instanceof String)
        return document.toString();
    if (document.loc === undefined)
        throw new TypeError('The document has no text: pass a string, or parse it with locations.');
    return document.loc.source.body;
}
export function readGraphqlAnswer(answer) {
    const { data, errors = [] } = answer;
    if (errors.length > 0 || data == null)
        throw new GraphqlError(errors, data);
    return data;
}
