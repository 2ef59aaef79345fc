import { MapperKind, mapSchema } from '@graphql-tools/utils';
import { expect, test } from 'vitest';
import { v1Schema } from '../../src/api/graphql/schema.ts';
import { prepareRoutes } from '../../src/api/v1/prepare-routes.ts';
import { CannotStart } from '../../src/core/cannot-start.ts';

type Change = (field: object) => object | null;

/** The schema of `/v1` with another root field `bid`. */
const schemaWith = (change: Change) =>
  mapSchema(v1Schema, {
    [MapperKind.OBJECT_FIELD]: (field, name, type) =>
      type === 'Query' && name === 'bid' ? (change(field) as typeof field | null) : undefined,
  });

test.each<[string, Change, string]>([
  ['has no field for a route', () => null, 'SOFA has generated nothing for GET /bids/:bidId.'],
  ['has no plan for one', (field) => ({ ...field, extensions: {} }), 'An operation of /v1 has no plan: query bid'],
])('a process that %s does not start, and says so in a sentence', async (_, change, sentence) => {
  const preparing = prepareRoutes(schemaWith(change), { publicUrl: 'http://localhost' });
  await expect(preparing).rejects.toThrow(sentence);
  await expect(preparing).rejects.toBeInstanceOf(CannotStart);
});
