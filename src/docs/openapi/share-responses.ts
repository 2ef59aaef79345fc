import type { Json } from './schema-of-type.ts';

type Responses = Record<string, Json>;
type Operation = Json & { readonly responses: Responses };

/**
 * Puts the refusals that several operations answer alike into components of their own, named for their codes.
 *
 * @param paths changed where a response is shared: a reference takes its place
 * @returns the components
 */
export function shareResponses(paths: Record<string, Record<string, Json>>): Responses {
  const all = Object.values(paths)
    .flatMap((path) => Object.values(path) as Operation[])
    .flatMap(({ responses }) => Object.keys(responses).map((status) => ({ responses, status })));
  const alike = Object.values(Object.groupBy(all, ({ responses, status }) => JSON.stringify(responses[status])));
  const shared: Responses = {};
  for (const group of alike) {
    const [{ responses, status }] = group as [(typeof all)[number]];
    const name = nameOf(responses[status]!);
    // The second of two that differ by an example alone stays where it is.
    if (name === null || group!.length === 1 || name in shared) continue;
    shared[name] = responses[status]!;
    for (const place of group!) place.responses[place.status] = { $ref: `#/components/responses/${name}` };
  }
  return shared;
}

/** `MissingApiKeyOrInvalidApiKey`; `null` for what is no refusal. */
function nameOf(response: Json): string | null {
  const content = response['content'] as Record<string, { examples: object }> | undefined;
  const problem = content?.['application/problem+json'];
  if (problem === undefined) return null;
  return Object.keys(problem.examples)
    .map((code) => code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .join('Or');
}
