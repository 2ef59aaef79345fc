import { execFileSync } from 'node:child_process';

/** How far back a run on `main` itself looks, if nobody says what was tested last. */
const commitsBack = 20;

/**
 * Lists the files that differ from a commit: the one that the variable SINCE names, or else the merge base with `main`. On `main` itself it is
 * the commit 20 before along the first parents, or the oldest that the clone has.
 */
export function changedFiles(): ReadonlySet<string> {
  const since = process.env['SINCE'] ?? mergeBase() ?? commitBefore();
  return new Set(git('diff', '--name-only', since).split('\n'));
}

function mergeBase(): string | null {
  const head = git('rev-parse', 'HEAD');
  for (const main of ['origin/main', 'main']) {
    if (git('for-each-ref', `refs/heads/${main}`, `refs/remotes/${main}`) === '') continue;
    const base = git('merge-base', main, 'HEAD');
    if (base !== head) return base;
  }
  return null;
}

function commitBefore(): string {
  return git('rev-list', '--first-parent', `--max-count=${commitsBack + 1}`, 'HEAD')
    .split('\n')
    .at(-1)!;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
