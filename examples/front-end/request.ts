import type { TypedDocumentString } from './gql/graphql.ts';

// The whole client: an operation is a text with types, so that fetch is enough. Libraries such as Apollo Client, urql and
// Relay take the same documents.

/** From the front end's own configuration. A key that a browser sees may read no more than everybody is to know. */
export const service = { url: 'http://localhost:4000/graphql', key: '' };

interface Answer<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly { message: string; extensions: { code: string; requestId: string } }[];
}

/** An answer without errors: a root field is null only where its error stands beside it. */
export type Whole<Result> = { [Field in keyof Result]: NonNullable<Result[Field]> };

/** @throws with the code of the first error where there is one */
export async function request<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: NoInfer<Variables>,
): Promise<Whole<Result>> {
  const response = await send(document, variables, 'application/graphql-response+json');
  return resultOf((await response.json()) as Answer<Result>);
}

/** Every result of a subscription, over server-sent events. */
export async function* follow<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: NoInfer<Variables>,
): AsyncGenerator<Whole<Result>> {
  const response = await send(document, variables, 'text/event-stream');
  let rest = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const events = (rest + piece).split('\n\n');
    rest = events.pop()!;
    for (const event of events) {
      const data = /^data: ?(.+)$/m.exec(event)?.[1];
      if (/^event: ?next$/m.test(event) && data !== undefined) yield resultOf(JSON.parse(data) as Answer<Result>);
    }
  }
}

function send(document: { toString(): string }, variables: unknown, accept: string): Promise<Response> {
  return fetch(service.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', accept },
    body: JSON.stringify({ query: document.toString(), variables }),
  });
}

function resultOf<Result>({ data, errors }: Answer<Result>): Whole<Result> {
  const [error] = errors ?? [];
  if (error !== undefined) throw new Error(`${error.extensions.code}: ${error.message}`);
  return data as Whole<Result>;
}
