import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

test('every line of code that the guide gives for a client is a line of the example, which runs in a browser', async () => {
  const guide = await readFile(path.join(root, 'docs/guides/graphql.md'), 'utf8');
  const section = /^## Clients$([^]*?)^## /m.exec(guide)![1]!;
  const given = [...section.matchAll(/^```ts\n([^]*?)^```$/gm)].flatMap(([, code]) => code!.trim().split('\n'));
  const examples = new Set<string>();
  for await (const file of glob('examples/clients/{apollo,urql,relay,shared}/*.{ts,tsx}', { cwd: root })) {
    const text = await readFile(path.join(root, file), 'utf8');
    for (const line of text.split('\n')) examples.add(line.trim());
  }
  expect(given.length).toBeGreaterThan(50);
  expect(given.filter((line) => !examples.has(line.trim()))).toEqual([]);
});
