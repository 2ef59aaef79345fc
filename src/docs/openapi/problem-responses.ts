import { Refusal, type RefusalCode } from '../../core/refusal.ts';
import type { Scope } from '../../core/viewer.ts';
import { problemBody } from '../../v1/problem.ts';
import type { Route } from '../../v1/route-table.ts';
import { statuses } from '../../core/statuses.ts';
import { errorGuide } from '../error-guide.ts';
import { exampleRefusal, exampleRequestId } from './example-refusals.ts';
import { headers, headersNamed, usualHeaders } from './headers.ts';
import { refusalsOfNoRoute } from './problem-schemas.ts';
import { type Json, referenceTo } from './schema-of-type.ts';

/** The parts of a response that depend on the status alone. */
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

/** Makes the responses of every refusal of a route, by status. */
export function problemResponses(route: Route, { publicUrl, scope }: { publicUrl: string; scope: Scope }): Json {
  const found = [...new Set(route.refusals.map((code) => statuses[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    found.map((status) => {
      const codes = route.refusals.filter((code) => statuses[code].status === status);
      const refusals = codes.map((code) => exampleRefusal(route, code, scope));
      return [
        String(status),
        {
          ...problemResponse(refusals, publicUrl, {
            status: { type: 'integer', const: status },
            code: { type: 'string', enum: codes },
          }),
          headers: { ...headersNamed(usualHeaders), ...headersByStatus[status] },
        },
      ];
    }),
  );
}

/** Makes the responses below `/v1` to requests that match no route. */
export function noRouteResponse(publicUrl: string): Json {
  const refusals = refusalsOfNoRoute.map((code: RefusalCode) => new Refusal(code));
  return {
    // A status of any value would keep a client from telling the other refusals apart by theirs.
    ...problemResponse(refusals, publicUrl, {
      status: { type: 'integer', enum: refusalsOfNoRoute.map((code) => statuses[code].status) },
      code: { type: 'string', enum: refusalsOfNoRoute },
    }),
    headers: headersNamed([...usualHeaders, 'Allow']),
  };
}

function problemResponse(refusals: readonly Refusal[], publicUrl: string, narrowed: Json): Json {
  return {
    description: refusals.map(({ code }) => `\`${code}\`: ${errorGuide[code]}`).join('\n\n'),
    content: {
      'application/problem+json': {
        schema: { allOf: [referenceTo('Problem'), { properties: narrowed }] },
        examples: Object.fromEntries(
          refusals.map((refusal) => [
            refusal.code,
            {
              summary: statuses[refusal.code].title,
              value: problemBody(refusal, { publicUrl, requestId: exampleRequestId }),
            },
          ]),
        ),
      },
    },
  };
}
