import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { openapiDocument } from '../../../src/api/docs/openapi/openapi-document.ts';
import { v1Schema } from '../../../src/api/graphql/schema.ts';
import { startService } from '../../support/service.ts';

const file = new URL('../../../docs/openapi.json', import.meta.url);
const source = await readFile(file, 'utf8');

/** The committed document with one thing changed, as a proof that the rules would notice. */
function changed(change: (document: any) => void): string {
  const document = JSON.parse(source);
  change(document);
  return JSON.stringify(document);
}

async function complaintsOfRedocly(text: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`);
}

async function complaintsOfSpectral(text: string): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas as never] });
  const problems = await linter.run(new spectral.Document(text, parsers.Json, 'openapi.json'));
  return problems.map(({ severity, code, message, path }) => `${severity} ${code}: ${message} (${path.join('/')})`);
}

test("Redocly's recommended rules find neither an error nor a warning", async () => {
  expect(await complaintsOfRedocly(source)).toEqual([]);
  const worse = changed((document) => delete document.paths['/v1/bids'].get.summary);
  expect(await complaintsOfRedocly(worse)).toEqual([expect.stringContaining('operation-summary')]);
});

test("Spectral's rules for OpenAPI find nothing either", async () => {
  expect(await complaintsOfSpectral(source)).toEqual([]);
  const worse = changed((document) => delete document.paths['/v1/bids'].get.description);
  expect(await complaintsOfSpectral(worse)).toEqual([expect.stringContaining('operation-description')]);
});

test('an example that its schema does not allow would be noticed', async () => {
  const worse = changed((document) => {
    const [answer] = Object.values<any>(document.paths['/v1/bids/{bidId}'].get.responses);
    answer.content['application/json'].examples.winning.value.bid.isWinningBid = 'yes';
  });
  expect(await complaintsOfRedocly(worse)).not.toEqual([]);
});

test('the document is of exactly the seven operations', () => {
  const { paths } = JSON.parse(source);
  const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.sort()).toEqual([
    'DELETE /v1/auctions/{auctionId}',
    'GET /v1/auctions',
    'GET /v1/auctions/{auctionId}',
    'GET /v1/bids',
    'GET /v1/bids/{bidId}',
    'PATCH /v1/auctions/{auctionId}',
    'POST /v1/auctions',
  ]);
});

test('the service serves it with its own address and without a key', async () => {
  await using service = await startService();
  const answer = await service.request('/docs/openapi.json');
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual(openapiDocument(v1Schema, { publicUrl: service.deps.config.publicUrl }));
  expect(answer.body.servers).toEqual([{ url: service.deps.config.publicUrl, description: 'This service' }]);
});
