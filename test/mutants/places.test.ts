import { access, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { plantedBugs } from '../model/planted-bugs.ts';
import { mutants } from './mutants.ts';

// A mutant whose rule has moved proves nothing. The run of all mutants says so after minutes, this test at once.
test.each([...mutants, ...plantedBugs])('the rule that $rule stands in $file, and has a test', async (mutant) => {
  const source = await readFile(`src/${mutant.file}`, 'utf8');
  for (const broken of mutant.breaks(source)) expect(broken).not.toBe(source);
  for (const name of mutant.noticedBy) await expect(access(`test/${name}.test.ts`)).resolves.not.toThrow();
});
