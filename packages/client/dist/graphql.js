/** The service answered a document with errors. */
export class GraphqlError extends Error {
    name = 'GraphqlError';
    errors;
    /** The code of the first error. */
    code;
    /** The data beside the errors. */
    data;
    constructor(errors, data) {
        super(errors.map(({ message }) => message).join('\n'));
        this.errors = errors;
        this.code = errors[0]?.extensions?.code;
        this.data = data;
    }
}
export function graphqlText(document) {
    const text = typeof document === 'string' ? document : (document.loc?.source.body ?? document.toString());
    if (text === '[object Object]')
        throw new TypeError('The document has no text: parse it with locations.');
    return text;
}
export function readGraphqlAnswer(answer) {
    const { data, errors = [] } = answer;
    if (errors.length > 0 || data == null)
        throw new GraphqlError(errors, data);
    return data;
}
