import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const decisions = join(root, 'docs/decisions');

test('docs/libraries.md has one line for each package, and no other line', async () => {
  const packages = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'optionalDependencies' | 'devDependencies',
    Record<string, string>
  >;
  const page = await readFile(join(root, 'docs/libraries.md'), 'utf8');
  const [, service, tools] = page.split(/^## .*$/m).map(packagesOf);
  expect(service).toEqual(Object.keys({ ...packages.dependencies, ...packages.optionalDependencies }).sort());
  expect(tools).toEqual(Object.keys(packages.devDependencies).sort());
});

test('docs/decisions/README.md links every decision', async () => {
  const pages = (await readdir(decisions)).filter((name) => name !== 'README.md');
  const index = await readFile(join(decisions, 'README.md'), 'utf8');
  const linked = [...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name!);
  expect(linked.sort()).toEqual(pages.sort());
});

/** The packages that a table of the page begins its lines with. */
function packagesOf(section: string): string[] {
  return [...section.matchAll(/^\| `(.+?)` \| \S/gm)].map(([, name]) => name!).sort();
}
