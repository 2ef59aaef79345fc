import { access, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { plantedBugs } from '../model/planted-bugs.ts';
import { mutants } from './mutants.ts';

// A mutant whose text is gone proves nothing. `npm run mutants` says so after minutes, this test at once.
test('each mutant and each planted bug has its text once in the file that it breaks', async () => {
  const misplaced: string[] = [];
  for (const { file, rule, from } of [...mutants, ...plantedBugs]) {
    const source = await readFile(file, 'utf8').catch(() => '');
    const count = source.split(from).length - 1;
    if (count !== 1) misplaced.push(`${file}: "${rule}" is found ${count} times`);
  }
  expect(misplaced).toEqual([]);
});

test('each mutant names a test file that exists', async () => {
  for (const { noticedBy } of mutants)
    await expect(access(`test/contract/${noticedBy}.test.ts`)).resolves.not.toThrow();
});
