import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const copy = await mkdtemp(path.join(tmpdir(), 'locales-'));
afterAll(() => rm(copy, { recursive: true }));
for (const part of [
  'locales',
  'tools/print-words.ts',
  'src',
  'schema.graphql',
  'packages/verify-transcript',
  'package.json',
]) {
  await cp(path.join(root, part), path.join(copy, part), { recursive: true });
}
await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

const faultsOf = async () => {
  const check = promisify(execFile)(process.execPath, [path.join(copy, 'tools/print-words.ts'), '--check']);
  const { stderr } = await check.catch((error: { stderr: string }) => error);
  const faults = stderr.split('\n').filter((line) => line.startsWith('locales/'));
  return stderr === '' || faults.length > 0 ? faults : [stderr];
};

test('finds no fault in the texts as they are', async () => {
  expect(await faultsOf()).toEqual([]);
});

test.each([
  [/"toShop": "[^"]*",/, '', 'locales/de: page.auction.toShop is missing, or English lacks it.'],
  [/"toShop"/, '"toShops": "Läden", "toShop"', 'locales/de: page.auction.toShops is missing, or English lacks it.'],
  [/("soldBy": "[^"]*)\{seller\}/, '$1', 'locales/de: page.auction.soldBy lacks {seller}, which another language has.'],
  [/("soldBy": "[^"]*)\{seller\}/, '$1{seller', /^locales\/de: page\.auction\.soldBy is no ICU message: /],
  [/("soldBy": "[^"]*)\{seller\}/, '$1{seller, number}', /^locales\/de: page\.auction\.soldBy formats a value itself/],
  [
    /"toShop"/,
    '"toOldShop": "Shop", "toShop"',
    'locales/en: page.auction.toOldShop is named by no code: remove it.',
    'en',
  ],
])('reports a catalogue where %s becomes %j', async (found, other, fault, language = 'de') => {
  const file = path.join(copy, `locales/${language}/page.json`);
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(found);
  await writeFile(file, text.replace(found, other));
  const faults = await faultsOf();
  await writeFile(file, text);
  expect(faults).toEqual(expect.arrayContaining([typeof fault === 'string' ? fault : expect.stringMatching(fault)]));
});
