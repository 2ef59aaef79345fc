/** A document that knows the types of its result and its variables, as code generators make it. */
export interface GraphqlDocument<Result, Variables> {
  readonly __apiType?: (variables: Variables) => Result;
  /** Returns the text of a typed text, such as the codegen client preset makes. */
  toString(): string;
  /** The text of a parsed document. */
  readonly loc?: { readonly source: { readonly body: string } } | undefined;
}

export interface GraphqlFault {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string } & Readonly<Record<string, unknown>>;
}

/** The service answered a document with errors. */
export class GraphqlError extends Error {
  override name = 'GraphqlError';
  readonly errors: readonly GraphqlFault[];
  /** The code of the first error. */
  readonly code: string | undefined;
  /** The data beside the errors. */
  readonly data: unknown;

  constructor(errors: readonly GraphqlFault[], data: unknown) {
    super(errors.map(({ message }) => message).join('\n'));
    this.errors = errors;
    this.code = errors[0]?.extensions?.code;
    this.data = data;
  }
}

export function graphqlText(document: Pick<GraphqlDocument<unknown, unknown>, 'loc' | 'toString'> | string): string {
  const text = typeof document === 'string' ? document : (document.loc?.source.body ?? document.toString());
  if (text === '[object Object]') throw new TypeError('The document has no text: parse it with locations.');
  return text;
}

export function readGraphqlAnswer(answer: unknown): unknown {
  const { data, errors = [] } = answer as { data?: unknown; errors?: readonly GraphqlFault[] };
  if (errors.length > 0 || data == null) throw new GraphqlError(errors, data);
  return data;
}
