import { getOperationAST, parse } from 'graphql';
import { expect, test } from 'vitest';
import { limits } from '../../src/api/limits/operation-limits.ts';
import { planHost } from '../../src/api/plan-host.ts';
import { prepareOperation } from '../../src/api/prepare.ts';
import { authenticate } from '../../src/platform/auth/authenticate.ts';
import { schema } from '../../src/api/graphql/schema.ts';
import { type Outcome, runOperation } from '../../src/api/graphql/transport/run-operation.ts';
import { notInFlight } from '../../src/platform/limits/answers-in-flight.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const viewer = await authenticate(service.deps, `Bearer ${(await service.seller()).key}`);
const caller = { viewer, verify: async () => viewer, charge: () => undefined, inFlight: notInFlight };

const document = parse(
  '{ one: auctions(first: 1) { nodes { __typename } } two: auctions(first: 2) { nodes { __typename } } }',
);
const operation = prepareOperation(schema, planHost(service.deps.config, false), document, getOperationAST(document)!);
const planned = operation.planFor({});

/** Runs an operation of two fields whose answers have so many characters, the first in two pieces. */
async function runWithAnswers(first: number, second: number): Promise<Outcome> {
  const answers = [['x'.repeat(10), 'x'.repeat(first - 10)], ['x'.repeat(second)]];
  const fields = new Map(
    [...planned.fields].map(([key, field], index) => [
      key,
      { ...field, run: async () => ({ json: answers[index]!, hasNext: null, id: null }) },
    ]),
  );
  return await runOperation(service.deps, {
    prepared: operation,
    plan: { ...planned, fields },
    caller,
    requestId: 'a request',
    variables: {},
    rawVariables: {},
  });
}

test('an answer as long as it may be is given, and a longer one is refused', async () => {
  const half = limits.answerCharacters / 2;
  expect((await runWithAnswers(half, half)).kind).toBe('fields');
  const refused = runWithAnswers(half, half + 1);
  await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(refused).rejects.toThrow(/^The answer is too large/);
});
