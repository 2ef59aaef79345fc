import type { GraphQLParams } from 'graphql-yoga';

const json = 'application/json';
const graphqlJson = 'application/graphql-response+json';

/**
 * Chooses the media type of a plain answer: the first that "Accept" names among the allowed ones.
 *
 * @returns `null` if neither is allowed, as for a stream
 */
export function answerType(accept: string | null): typeof json | typeof graphqlJson | null {
  const ranges = (accept ?? '*/*').replaceAll(/\s/g, '').toLowerCase().split(',');
  for (const range of ranges) {
    const [type, ...parameters] = range.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    if (charset !== undefined && charset !== 'charset=utf-8') continue;
    if (type === graphqlJson) return graphqlJson;
    if (type === json || type === 'application/*' || type === '*/*') return json;
  }
  return null;
}

/**
 * Reads the parameters of a plain body.
 *
 * @returns `null` if anything is unusual or wrong, which Yoga then explains
 */
export function readParams(body: string): (GraphQLParams & { query: string }) | null {
  let params: unknown;
  try {
    params = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof params !== 'object' || params === null) return null;
  const { query, variables, operationName, ...others } = params as Record<string, unknown>;
  const isPlain =
    typeof query === 'string' &&
    typeof (variables ?? {}) === 'object' &&
    !Array.isArray(variables) &&
    typeof (operationName ?? '') === 'string' &&
    Object.keys(others).length === 0;
  if (!isPlain) return null;
  // Some clients send an empty name for none.
  const named = operationName === '' ? { query, variables } : params;
  return named as GraphQLParams & { query: string };
}
