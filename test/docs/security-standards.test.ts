import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const page = await readFile(new URL('docs/security-standards.md', root), 'utf8');

const rows = page
  .split('\n')
  .filter((line) => /^\| (?:API\d|V\d)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map((cells) => ({ item: cells[1]!, status: cells.at(-4)!, how: cells.at(-3)!, tests: cells.at(-2)! }));

/** The requirements of levels 1 and 2 in ASVS 5.0.0. */
const requirementsOfLevel2 = 253;

test('the sections of ASVS name all requirements of levels 1 and 2', () => {
  const columns = page.split('\n').flatMap((line) => /^\| V[^|]*\|[^|]*\|([^|]*)\|/.exec(line)?.[1] ?? []);
  const counts = columns.flatMap((column) =>
    column.split(',').map((part) => {
      const [first = 0, last = first] = (part.match(/\d+/g) ?? []).map(Number);
      return part.includes('all') ? first : first === 0 ? 0 : last - first + 1;
    }),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(requirementsOfLevel2);
});

test('the page of security standards has each item of the API Security Top 10 and each chapter of ASVS', () => {
  const items = rows.map(({ item }) => item);
  for (let number = 1; number <= 10; number += 1) expect(items).toContain(`API${number}:2023`);
  const chapters = new Set(items.flatMap((item) => /^V(\d+)\./.exec(item)?.[1] ?? []));
  expect([...chapters].map(Number)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
});

test.each(rows)(
  '$item of the security standards has a status, and names tests that exist',
  ({ status, how, tests }) => {
    expect(['met', 'in part', 'not met', 'not applicable']).toContain(status);
    expect(how).not.toBe('');
    const paths = [...tests.matchAll(/`(test\/[^`]+)`/g)].map(([, path]) => path!);
    if (status === 'met' || status === 'in part') expect(paths).not.toEqual([]);
    for (const path of paths) expect({ path, exists: existsSync(new URL(path, root)) }).toEqual({ path, exists: true });
  },
);
