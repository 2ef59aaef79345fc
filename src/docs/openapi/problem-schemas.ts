import { faultCodes, type RefusalCode } from '../../core/refusal.ts';
import { routes } from '../../v1/route-table.ts';
import type { Json } from './schema-of-type.ts';

/** The schema of the answer to a request that matches no route. */
export const refusalsOfNoRoute: readonly RefusalCode[] = ['not_found', 'method_not_allowed'];

/** The body of every answer that is no success. */
export const problemSchemas: Record<string, Json> = {
  Problem: {
    type: 'object',
    description: 'Why a request was refused: a problem document (RFC 9457).',
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
    additionalProperties: false,
    properties: {
      type: { type: 'string', format: 'uri', description: 'Where the code is explained.' },
      title: { type: 'string', description: 'The code in words.' },
      status: { type: 'integer', minimum: 400, maximum: 599, description: 'The status of the answer.' },
      detail: { type: 'string', description: 'What is wrong with this request, for a person.' },
      code: { $ref: '#/components/schemas/ProblemCode' },
      errors: {
        type: 'array',
        minItems: 1,
        items: { $ref: '#/components/schemas/Fault' },
        description: 'Every fault of the request; absent where no field or parameter is at fault.',
      },
      requestId: { type: 'string', description: 'The `X-Request-Id` of the answer.' },
    },
  },
  ProblemCode: {
    type: 'string',
    enum: [...new Set([...routes.flatMap(({ refusals }) => refusals), ...refusalsOfNoRoute])],
    description: 'Why, in a word that never changes its meaning.',
  },
  Fault: {
    type: 'object',
    description: 'One fault of a request.',
    required: ['pointer', 'code', 'detail'],
    additionalProperties: false,
    properties: {
      pointer: {
        type: 'string',
        description:
          'Where it is: an RFC 6901 pointer into the body, empty for the body itself; or the name of a query parameter or header.',
        examples: ['/biddingPeriod/startTimestamp', 'limit'],
      },
      code: { $ref: '#/components/schemas/FaultCode' },
      detail: { type: 'string', description: 'What is wrong, for a person.' },
    },
  },
  FaultCode: {
    type: 'string',
    enum: [...faultCodes],
    description: 'What is wrong, in a word that never changes its meaning.',
  },
};
