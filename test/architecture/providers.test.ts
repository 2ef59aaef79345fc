import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = new URL('../../src/', import.meta.url);
const named = /stripe|simulated/i;

/** The rooms that work with any provider. What speaks about providers to a person may name them. */
const rooms =
  /^(auctions\/(bids\/)?[\w-]+\.ts|payments|pages\/auction|settlement\/[\w-]+\.ts|operations\/provider-events)/;

/** The line that registers a provider, and the reset of test sellers, which deletes their payments. */
const known = ['payments/providers/providers.ts', 'settlement/reset-test-seller.ts'];

test('a payment provider is known to its own folder, and to one line beside it', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|js|css)$/.test(path) && rooms.test(path))
    .filter((path) => !/^payments\/providers\/(stripe|simulated)\//.test(path))
    .filter((path) => {
      // A comment may take a provider for an example.
      const code = readFileSync(new URL(path, source), 'utf8').replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gms, '');
      return named.test(code);
    })
    .sort();
  expect(files).toEqual(known);
});

test('one line registers a provider', () => {
  const text = readFileSync(new URL('payments/providers/providers.ts', source), 'utf8');
  expect(text.match(/^ {2}(stripe|simulated): \w+,$/gm)).toHaveLength(2);
});
