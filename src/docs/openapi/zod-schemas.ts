import { z } from 'zod';
import { faultCodes, type RefusalCode } from '../../core/refusal.ts';
import { routes } from '../../v1/route-table.ts';
import type { Json } from './answer-schemas.ts';

/** The refusals of a request that matches no route. */
export const refusalsOfNoRoute: readonly RefusalCode[] = ['not_found', 'method_not_allowed'];

const problemCodes = [...new Set([...routes.flatMap(({ refusals }) => refusals), ...refusalsOfNoRoute])];

const problemCode = z.enum(problemCodes).describe('Why, in a word that never changes its meaning.');

const faultCode = z.enum(faultCodes).describe('What is wrong, in a word that never changes its meaning.');

const fault = z
  .strictObject({
    pointer: z.string().meta({
      description:
        'Where it is: an RFC 6901 pointer into the body, empty for the body itself; or the name of a query parameter or header.',
      examples: ['/biddingPeriod/startTimestamp', 'limit'],
    }),
    code: faultCode,
    detail: z.string().describe('What is wrong, for a person.'),
  })
  .describe('One fault of a request.');

const problem = z
  .strictObject({
    type: z.url().describe('Where the code is explained.'),
    title: z.string().describe('The code in words.'),
    status: z.int().min(400).max(599).describe('The status of the answer.'),
    detail: z.string().describe('What is wrong with this request, for a person.'),
    code: problemCode,
    errors: z
      .array(fault)
      .min(1)
      .optional()
      .describe('Every fault of the request; absent where no field or parameter is at fault.'),
    requestId: z.string().describe('The `X-Request-Id` of the answer.'),
  })
  .describe('Why a request was refused: a problem document (RFC 9457).');

const testMessage = z
  .strictObject({ message: z.string().describe('For the person who reads it.') })
  .describe('What a test says.');

/** Returns the schemas that no GraphQL type describes: of problems, and of the message of a test. */
export function zodSchemas(): Record<string, Json> {
  const components = z.registry<{ id: string }>();
  const named = {
    TestMessage: testMessage,
    Problem: problem,
    ProblemCode: problemCode,
    Fault: fault,
    FaultCode: faultCode,
  };
  for (const [id, schema] of Object.entries(named)) components.add(schema, { id });
  const { schemas } = z.toJSONSchema(components, { uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema as Json]),
  );
}
