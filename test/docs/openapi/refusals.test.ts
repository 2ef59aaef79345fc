import { afterAll, describe, expect, test } from 'vitest';
import { type RefusalCode, statuses } from '../../../src/core/refusal.ts';
import { exampleRequestId } from '../../../src/api/docs/openapi/headers.ts';
import { openapiDocument } from '../../../src/api/docs/openapi/openapi-document.ts';
import { refusalsOfRoute } from '../../../src/api/docs/openapi/operation-of-route.ts';
import { v1Schema } from '../../../src/api/graphql/schema.ts';
import { type Route, routes } from '../../../src/api/v1/route-table.ts';
import { readDescribedApi } from '../../support/described-api.ts';
import { publicUrl, startService } from '../../support/service.ts';
import { makeProvocations } from './provocations.ts';

// Every code that the document lists for an operation is provoked, and is answered as the document's example says. That
// nothing else is answered is what the fuzzer looks for.

const api = await readDescribedApi();
const service = await startService();
const seller = await service.seller();
const provoke = await makeProvocations(service, seller);
afterAll(async () => {
  await provoke[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const operations = Object.values<any>(openapiDocument(v1Schema, { publicUrl })['paths'] as object)
  .flatMap((path) => Object.values<any>(path))
  .map((operation) => [operation.summary, operation] as const);
const documented = new Map(operations);

const refusals = routes.flatMap((route) =>
  refusalsOfRoute(v1Schema, route).map((code) => ({
    name: route.name,
    code,
    route,
  })),
);

describe.each(refusals)('$name: $code', ({ code, route }) => {
  test('happens, as in the example', async () => {
    const answer = await provoke.refusal(code, route);
    expect(answer.status).toBe(statuses[code].status);
    const path = `/v1${route.path.replace(/:(\w+)/, '{$1}')}`;
    const operation = api.operations.find((one) => one.method === route.method && one.path === path)!;
    expect(api.complaints(operation, route.method, answer)).toEqual([]);
    expect({ ...answer.body, requestId: exampleRequestId }).toEqual(exampleOf(route, code));
  });
});

test('answers an unknown operation as documented', async () => {
  const [unknownPath, unknownMethod] = [
    await seller.get('/v1/lots'),
    await seller.request('/v1/auctions', { method: 'PUT' }),
  ];
  expect([unknownPath.body.code, unknownMethod.body.code]).toEqual(['not_found', 'method_not_allowed']);
  expect(api.complaints(null, 'GET', unknownPath)).toEqual([]);
  expect(api.complaints(null, 'PUT', unknownMethod)).toEqual([]);
  expect(unknownMethod.headers.get('allow')).toBe('GET, POST, HEAD');
});

function exampleOf({ name }: Route, code: RefusalCode): unknown {
  const response = api.resolve(documented.get(name).responses[statuses[code].status]);
  const { content } = response.$ref === undefined ? response : api.resolve(response);
  const example = content['application/problem+json'].examples[code].value;
  return JSON.parse(JSON.stringify(example).replaceAll('https://auctions.example/', `${publicUrl}/`));
}
