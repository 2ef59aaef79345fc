import { type Refusal, type RefusalCode, statuses } from '../../../core/refusal.ts';
import { problemBody } from '../../v1/problem.ts';
import { errorGuide } from '../error-guide.ts';
import { type Json, referenceTo } from './schemas.ts';
import { exampleRequestId, headers, headersNamed, usualHeaders } from './headers.ts';

/** The headers that depend on the status alone. */
const headersByStatus: Partial<Record<number, Json>> = {
  401: headersNamed(['WWW-Authenticate']),
  403: {
    'WWW-Authenticate': {
      ...headers['WWW-Authenticate'],
      required: false,
      description: 'With `insufficient_scope`: says so (RFC 6750).',
      example: 'Bearer error="insufficient_scope"',
    },
  },
  409: {
    'Retry-After': {
      ...headers['Retry-After'],
      required: false,
      description:
        'With `idempotency_key_in_use` and `auction_settling`: after how many seconds to send the same request again.',
    },
  },
  429: headersNamed(['Retry-After']),
  503: headersNamed(['Retry-After']),
};

/** Makes the responses of refusals, by status. */
export function problemResponses(refusals: readonly Refusal[], publicUrl: string): Json {
  const byStatus = Object.groupBy(refusals, ({ code }) => statuses[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, alike]) => [
      status,
      problemResponse(alike!, publicUrl, { const: Number(status) }, headersByStatus[Number(status)]),
    ]),
  );
}

function problemResponse(refusals: readonly Refusal[], publicUrl: string, status: Json, more: Json = {}): Json {
  const codes: RefusalCode[] = refusals.map(({ code }) => code);
  const narrowed = { status: { type: 'integer', ...status }, code: { type: 'string', enum: codes } };
  const examples = refusals.map((refusal) => {
    const value = problemBody(refusal, { publicUrl, requestId: exampleRequestId });
    return [refusal.code, { summary: value.title, value }] as const;
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${errorGuide[code]}`).join('\n\n'),
    headers: { ...headersNamed(usualHeaders), ...more },
    content: {
      'application/problem+json': {
        schema: { allOf: [referenceTo('Problem'), { properties: narrowed }] },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/**
 * Moves the refusals that several operations share into components, named for their codes.
 *
 * @param operations changed: references replace shared responses
 * @returns the components
 */
export function shareResponses(operations: readonly Json[]): Record<string, Json> {
  const uses = operations.flatMap((operation) => {
    const responses = operation['responses'] as Record<string, Json>;
    return Object.entries(responses).map(([status, response]) => ({ responses, status, response }));
  });
  const shared: Record<string, Json> = {};
  for (const alike of Map.groupBy(uses, ({ response }) => JSON.stringify(response)).values()) {
    const { response } = alike[0]!;
    const name = nameOf(response);
    // If two responses differ only in an example, the second one is not shared.
    if (name === null || alike.length === 1 || name in shared) continue;
    shared[name] = response;
    for (const { responses, status } of alike) responses[status] = { $ref: `#/components/responses/${name}` };
  }
  return shared;
}

/** Returns the name of a shared refusal, such as `MissingApiKeyOrInvalidApiKey`; `null` for any other response. */
function nameOf({ content }: Json): string | null {
  const problem = (content as Record<string, { examples: object }> | undefined)?.['application/problem+json'];
  if (problem === undefined) return null;
  return Object.keys(problem.examples)
    .map((code) => code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .join('Or');
}
