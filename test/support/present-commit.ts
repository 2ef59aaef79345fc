import { execFileSync } from 'node:child_process';

/** @returns the commit whose files these are, with `-dirty` where some were changed since */
export function presentCommit(): string {
  return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
}
