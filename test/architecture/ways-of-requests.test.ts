import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const plugin = 'packages/pothos-plugin-one-statement/src';

/** The most files that a reader goes through to follow one request. */
const mostFiles = 15;

const page = await readFile(join(root, 'docs/architecture.md'), 'utf8');
const [header, , ...rows] = /(?:^\|.*\n)+/m
  .exec(page.slice(page.indexOf('| Step |')))![0]
  .trim()
  .split('\n')
  .map(cellsOf);
const ways = header!
  .slice(1)
  .map((name, column) => [name, rows.flatMap((cells) => filesIn(cells[column + 1]!))] as const);

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function filesIn(cell: string): string[] {
  const named = [...cell.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => file!);
  return named.map((file) => (file.includes('/') ? `src/${file}` : `${plugin}/${file}`));
}

async function importsOf(file: string): Promise<string[]> {
  const text = await readFile(join(root, file), 'utf8');
  return [...text.matchAll(/from '([^']+)'/g)].map(([, specifier]) =>
    specifier!.startsWith('#') ? specifier!.replace('#one-statement', plugin) : join(file, '..', specifier!),
  );
}

test.each(ways)(
  '%s goes through at most fifteen files, each of which imports or is imported by one before',
  async (_, files) => {
    expect(files.length).toBeGreaterThan(10);
    expect(files.length).toBeLessThanOrEqual(mostFiles);
    const imports = new Map(await Promise.all(files.map(async (file) => [file, await importsOf(file)] as const)));
    const unconnected = files.slice(1).filter((file, index) => {
      const before = files.slice(0, index + 1);
      const isImported = before.some((each) => imports.get(each)!.includes(file));
      return !isImported && !imports.get(file)!.some((each) => before.includes(each));
    });
    expect(unconnected).toEqual([]);
  },
);
