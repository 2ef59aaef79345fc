import { existsSync } from 'node:fs';
import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { floors } from '../../lint/rooms.ts';
import { anchorOf } from '../../src/api/docs/render-markdown.ts';
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
      moved: { data: { advanceTestClock: { clock: { now: expect.any(String) } } } },
    });
  }
});

test('docs/architecture.md lists every floor and room of src from the highest down, and no other', async () => {
  const foldersIn = async (folder: string) =>
    (await readdir(path.join(root, folder), { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  expect((await foldersIn('src')).sort()).toEqual(Object.keys(floors).sort());
  // The styles and scripts for browsers belong to the room of the floor's own name.
  for (const [floor, its] of Object.entries(floors)) {
    const others = (await foldersIn(`src/${floor}`)).filter((name) => name !== 'browser' && !its.includes(name));
    expect(others, floor).toEqual([]);
  }
  // The highest comes first. `*.ts` are the files right in the folder of a floor that has rooms.
  const rooms = Object.entries(floors)
    .toReversed()
    .flatMap(([floor, names]) => [
      floor,
      ...(names.length === 1 ? [] : names.toReversed().map((name) => (name === floor ? '*.ts' : name))),
    ]);
  const page = await readFile(path.join(root, 'docs/architecture.md'), 'utf8');
  const named = [...page.matchAll(/^(?: {2}(\*\.ts)|(?: {2})?([\w-]+)\/) /gm)].map(([, files, name]) => files ?? name);
  expect(named).toEqual(rooms);
});

const inDocs = (await readdir(path.join(root, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md'));
const others = ['README', 'CONTRIBUTING', 'CHANGELOG', 'SECURITY', 'bench/README', 'bench/RESULTS', 'bench/LESSONS'];
const pages = others.map((name) => `${name}.md`).concat(inDocs.map((name) => `docs/${name}`));

test.each(pages)('every link of %s to the project leads to a file, and to the heading that it names', async (name) => {
  const text = (await readFile(path.join(root, name), 'utf8')).replaceAll(/^```[^]*?^```/gm, '');
  for (const [, link, anchor] of text.matchAll(/\]\(([^)#:\s]*)(?:#([\w-]+))?\)/g)) {
    const file = link === '' ? name : path.join(path.dirname(name), link!);
    await access(path.join(root, file));
    if (anchor === undefined || !file.endsWith('.md') || file === 'docs/errors.md') continue;
    const headings = (await readFile(path.join(root, file), 'utf8')).matchAll(/^#+ (.*)$/gm);
    const anchors = [...headings].map(([, heading]) => anchorOf(heading!));
    expect(anchors, `${file}#${anchor}`).toContain(anchor);
  }
});

test('the documentation names only scripts that package.json has', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { scripts: object };
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

test.each(pages)('every file of the project that %s names exists', async (name) => {
  const text = (await readFile(path.join(root, name), 'utf8')).replaceAll(/^ *```[^]*?^ *```/gm, '');
  const named = text.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:ts|mjs|js|json|md|prisma|py|sh|sql|svg|ya?ml))`/g);
  const files = [...named].map(([, file]) => file!).filter((file) => !file.includes('DATE'));
  const exists = (file: string) => ['.', 'src'].some((folder) => existsSync(path.join(root, folder, file)));
  expect(files.filter((file) => !exists(file))).toEqual([]);
});
