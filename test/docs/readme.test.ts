import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { servePage } from '../e2e/serve-page.ts';
import { startService } from '../support/service.ts';
import { followReadme } from './follow-readme.ts';

const root = path.resolve(import.meta.dirname, '../..');
const open = new AsyncDisposableStack();
afterAll(() => open.disposeAsync());
const service = open.use(await startService());
const served = open.use(await servePage(service.deps));

test('the commands of the README work as they stand, and again after the clock was moved by 25 hours', async () => {
  const { key } = await service.seller();
  for (const round of [1, 2]) {
    const [read, changed, moved] = await followReadme({ url: served.url, key });
    expect({ round, read, changed, moved }).toMatchObject({
      read: { auction: { title: 'A walnut desk, 1962', status: 'upcoming', bids: [] } },
      changed: { auction: { title: 'A walnut desk, restored' } },
      moved: { data: { advanceTestClock: { now: expect.any(String) } } },
    });
  }
});

test('the README names every room of src, and no other', async () => {
  const folders = (await readdir(path.join(root, 'src'), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  const named = [...readme.matchAll(/^ {2}([\w-]+)\/ /gm)].map(([, name]) => name!);
  expect(named.sort()).toEqual(folders.sort());
});

const linking = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs/contributing.md'];
const operations = ['settings', 'one-server', 'stripe-sandbox'].map((name) => `docs/operations/${name}.md`);

test.each([...linking, ...operations])('every link of %s to a file of the project leads to one', async (name) => {
  const text = await readFile(path.join(root, name), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[\w-]+)?\)/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) await readFile(path.join(root, path.dirname(name), link));
});

test('the documentation names only scripts that package.json has', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { scripts: object };
  const names = (await readdir(path.join(root, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md'));
  const pages = ['README.md', 'SECURITY.md', ...names.map((name) => `docs/${name}`)];
  const found = await Promise.all(
    pages.map(async (page) => {
      const text = await readFile(path.join(root, page), 'utf8');
      return [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script]) => `${page}: ${script}`);
    }),
  );
  const unknown = found.flat().filter((named) => !Object.hasOwn(scripts, named.split(': ')[1]!));
  expect(unknown).toEqual([]);
  expect(found.flat().length).toBeGreaterThan(20);
});
