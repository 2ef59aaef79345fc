import fc from 'fast-check';
import type { DescribedApi, DescribedOperation } from '../../support/described-api.ts';
import { anyBody } from './any-body.ts';
import { anyHeaders } from './any-headers.ts';
import { anyPath } from './any-path.ts';
import { anyQuery } from './any-query.ts';
import type { FuzzedRequest } from './fuzzed-request.ts';
import { kindOf } from './part.ts';

/** Requests of every operation that the document describes. */
export function anyRequest(api: DescribedApi): fc.Arbitrary<FuzzedRequest> {
  return fc.constantFrom(...api.operations).chain((operation) => requestOf(api, operation));
}

function requestOf(api: DescribedApi, operation: DescribedOperation): fc.Arbitrary<FuzzedRequest> {
  return fc
    .record({
      path: anyPath(operation),
      query: anyQuery(api, operation),
      body: anyBody(api, operation),
      headers: anyHeaders,
      isHead: fc.boolean(),
    })
    .map(({ path, query, body, headers, isHead }) => ({
      method: operation.method === 'GET' && isHead ? 'HEAD' : operation.method,
      target: path.value + query.value,
      headers: [...headers.value, ...body.value.headers],
      body: body.value.text,
      kind: kindOf(path.kind, query.kind, body.kind, headers.kind),
    }));
}
