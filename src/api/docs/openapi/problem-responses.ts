import { isDeepStrictEqual } from 'node:util';
import { type Refusal, type RefusalCode, statuses } from '../../../core/refusal.ts';
import { problemBody } from '../../v1/problem.ts';
import { errorGuide } from '../error-guide.ts';
import { type Json, referenceTo } from './schemas.ts';
import { exampleRequestId, headers, headersNamed, usualHeaders } from './headers.ts';

const problemType = 'application/problem+json';

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
  const byStatus = Map.groupBy(refusals, ({ code }) => statuses[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, alike]) => [status, problemResponse(status, alike, publicUrl)]),
  );
}

function problemResponse(status: number, refusals: readonly Refusal[], publicUrl: string): Json {
  const codes: RefusalCode[] = refusals.map(({ code }) => code);
  const narrowed = { status: { type: 'integer', const: status }, code: { type: 'string', enum: codes } };
  const examples = refusals.map((refusal) => {
    const value = problemBody(refusal, { publicUrl, requestId: exampleRequestId });
    return [refusal.code, { summary: value.title, value }] as const;
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${errorGuide[code]}`).join('\n\n'),
    headers: { ...headersNamed(usualHeaders), ...headersByStatus[status] },
    content: {
      [problemType]: {
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
  const shared: Record<string, Json> = {};
  for (const { responses } of operations as readonly { readonly responses: Record<string, Json> }[]) {
    for (const [status, response] of Object.entries(responses)) {
      const problem = (response['content'] as Record<string, { examples: object }> | undefined)?.[problemType];
      if (problem === undefined) continue;
      const codes = Object.keys(problem.examples);
      // Such as `MissingApiKeyOrInvalidApiKey`.
      const name = codes.join('_or_').replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
      shared[name] ??= response;
      // A response with another example stays where it is.
      if (!isDeepStrictEqual(shared[name], response)) continue;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return shared;
}
