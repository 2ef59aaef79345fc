import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planted } from './planted.ts';

const root = join(import.meta.dirname, '../..');

let folder: string;
let found: Record<'broken' | 'kept', ReadonlySet<string>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'auction-lint-'));
  for (const name of ['src', 'lint', 'oxlint.config.ts', 'tsconfig.json', 'package.json']) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  found = { broken: await lintWith('broken'), kept: await lintWith('kept') };
}, 180_000);

afterAll(async () => rm(folder, { recursive: true }));

/** @returns `rule path`, for each rule that a planted file breaks */
async function lintWith(version: 'broken' | 'kept'): Promise<ReadonlySet<string>> {
  for (const file of planted) {
    await mkdir(dirname(join(folder, file.path)), { recursive: true });
    await writeFile(join(folder, file.path), `${file[version]}\n`);
  }
  const oxlint = join(root, 'node_modules/.bin/oxlint');
  const env = { ...process.env, PATH: `${dirname(oxlint)}:${process.env['PATH']}` };
  const paths = planted.map(({ path }) => path);
  // The linter ends with 1 where it found something, and tells it on standard output all the same.
  const { stdout } = await promisify(execFile)(oxlint, ['-f', 'json', ...paths], { cwd: folder, env }).catch(
    (error: { stdout: string }) => error,
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  return new Set(diagnostics.map(({ code, filename }) => `${code} ${filename}`));
}

describe.each(planted)('$rule in $path', ({ rule, path }) => {
  test('is noticed where it is broken', () => {
    expect(found.broken).toContain(`${rule} ${path}`);
  });

  test('lets pass what keeps it', () => {
    expect([...found.kept].filter((line) => line.endsWith(path))).toEqual([]);
  });
});
