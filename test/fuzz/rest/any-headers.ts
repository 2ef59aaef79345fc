import fc from 'fast-check';
import { kindOf, mostly, type Part } from './part.ts';

type Headers = readonly (readonly [name: string, value: string])[];

const soundKeys = ['Bearer {key}', 'bearer {key}', 'BEARER   {key}'];
const brokenKeys = [
  '',
  'Bearer',
  'Bearer ',
  'Basic {key}',
  '{key}',
  'Bearer {key} {key}',
  'Bearer {revoked}',
  'Bearer {suspended}',
  'Bearer auc_test_x',
  'Bearer {key},',
  `Bearer ${'x'.repeat(8_000)}`,
  'Bearer \u00e9',
];
/** Keys that may do less, and another seller's. */
const otherKeys = ['Bearer {narrow}', 'Bearer {other}'];

const idempotencyKeys = [
  'k1',
  'k2',
  'k3',
  '"k1"',
  '"k\\"4"',
  '',
  '"',
  '"k1',
  'k 1',
  'k'.repeat(255),
  'k'.repeat(256),
  '\u00e9',
  'a, b',
];

const oddHeaders: Headers = [
  ['accept', 'text/html'],
  ['accept', ''],
  ['accept-encoding', 'gzip, br;q=0, *;q='],
  ['content-encoding', 'gzip'],
  ['x-http-method-override', 'DELETE'],
  ['x-forwarded-for', "1.2.3.4, ' or 1=1"],
  ['x-request-id', '\u00ff'.repeat(300)],
  ['expect', '100-continue'],
  ['cookie', '='],
  ['range', 'bytes=0-1'],
  ['if-none-match', '*'],
  ['if-modified-since', 'yesterday'],
  ['host', 'elsewhere.example'],
  ['host', '[::1'],
  ['host', 'a b'],
  ['origin', 'null'],
  ['traceparent', '00-0-0-0'],
  ['upgrade', 'websocket'],
  ['x-y', '\u00e9\t\u00ff'],
];

function named(name: string, ...values: string[]): fc.Arbitrary<Headers> {
  return fc.constantFrom(...values).map((value) => [[name, value]]);
}

const none = fc.constant<Headers>([]);

const authorization = mostly<Headers>(
  named('authorization', ...soundKeys).map((value) => ({ value, kind: 'sound' })),
  named('authorization', ...brokenKeys).map((value) => ({ value, kind: 'broken' })),
  named('authorization', ...otherKeys).map((value) => ({ value, kind: 'odd' })),
  none.map((value) => ({ value, kind: 'broken' })),
);

const others = mostly<Headers>(
  none.map((value) => ({ value, kind: 'sound' })),
  fc.constantFrom(...oddHeaders).map((header) => ({ value: [header], kind: 'odd' })),
  // The same few again and again, for other requests, too.
  named('idempotency-key', ...idempotencyKeys).map((value) => ({ value, kind: 'odd' })),
  fc.uuid().map((key) => ({ value: [['idempotency-key', key]], kind: 'odd' })),
);

export const anyHeaders: fc.Arbitrary<Part<Headers>> = fc
  .tuple(authorization, others)
  .map(([one, other]) => ({ value: [...one.value, ...other.value], kind: kindOf(one.kind, other.kind) }));
