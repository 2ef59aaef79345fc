import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { tell } from './report.ts';

const here = path.resolve(import.meta.dirname, '..');

/**
 * The versions that benches measure beside this one unless `--before` names another: the last release, or these commits until there is one.
 * `sameSchema` runs on a database of this version, as in a rolling upgrade; the older one has a database of its own.
 */
export const usualBefore = { ownDatabase: '973504bc', sameSchema: '73b8c40b' } as const;

/**
 * Returns the folder of an earlier version with its packages. A commit is checked out once, below `.data`: Node runs no TypeScript below
 * `node_modules`.
 *
 * @param before a commit, a tag, the folder of a checkout, or `none`
 */
export function checkOut(before: string): string | null {
  if (before === 'none') return null;
  if (existsSync(path.join(before, 'package.json'))) return path.resolve(before);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: here, encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--verify', `${before}^{commit}`);
  const folder = path.join(here, '.data/before', commit);
  if (!existsSync(folder)) git('worktree', 'add', '--force', '--detach', folder, commit);
  if (existsSync(path.join(folder, 'node_modules'))) return folder;
  if (git('diff', '--stat', commit, '--', 'package-lock.json') === '') {
    symlinkSync(path.join(here, 'node_modules'), path.join(folder, 'node_modules'));
  } else {
    tell(`Installing the packages of ${before} …`);
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  }
  return folder;
}
