import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Finds all files that are loaded with a file: what it imports without waiting until it is needed. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, target] of text.matchAll(
    /^(?:import (?!type )|export (?!type ).*from |\} from )[^;]*?'(\.[^']+)';$/gms,
  )) {
    loadedWith(path.join(path.dirname(file), target!), found);
  }
  return found;
}

const foldersOf = (file: string) => [
  ...new Set([...loadedWith(file)].map((found) => path.dirname(found).split('/').slice(1, 3).join('/'))),
];
const ofTheApi = ['api/graphql', 'api', 'pages/auction', 'api/docs'];

test('a worker loads no schema and no page, which the app for everybody else loads', () => {
  const ofWorker = foldersOf('src/main.ts');
  expect(ofWorker).toContain('operations/work');
  expect(ofWorker.filter((room) => ofTheApi.includes(room))).toEqual([]);
  expect(foldersOf('src/operations/start/app.ts')).toEqual(expect.arrayContaining(ofTheApi));
});

test('the schema loads every file of types, whose fields it would lack otherwise', () => {
  const types = readdirSync('src/api/graphql/types').map((name) => `src/api/graphql/types/${name}`);
  const loaded = loadedWith('src/api/graphql/schema.ts');
  expect(types.filter((file) => !loaded.has(file))).toEqual([]);
});
