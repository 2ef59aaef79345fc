import type { Json } from './schema-of-type.ts';

type Responses = Record<string, Json>;
type Operation = Json & { readonly responses: Responses };

/**
 * Moves the refusals that several operations share into components, named for their codes.
 *
 * @param paths changed: references replace shared responses
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
    // If two responses differ only in an example, the second one is not shared.
    if (name === null || group!.length === 1 || name in shared) continue;
    shared[name] = responses[status]!;
    for (const place of group!) place.responses[place.status] = { $ref: `#/components/responses/${name}` };
  }
  return shared;
}

/** Returns the name of a shared refusal, such as `MissingApiKeyOrInvalidApiKey`; `null` for any other response. */
function nameOf(response: Json): string | null {
  const content = response['content'] as Record<string, { examples: object }> | undefined;
  const problem = content?.['application/problem+json'];
  if (problem === undefined) return null;
  return Object.keys(problem.examples)
    .map((code) => code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .join('Or');
}
