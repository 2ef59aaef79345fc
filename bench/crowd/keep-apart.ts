import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Gives processes the last of the processors for themselves, and what this one starts from now on the others: who asks should
 * not take time from who answers. Linux alone tells which there are.
 *
 * @returns what has been done, for whoever reads the figures
 */
export function keepApart(...pids: readonly number[]): string {
  const processors = /^Cpus_allowed_list:\t(.*)$/m
    .exec(readFileSync('/proc/self/status', 'utf8'))![1]!
    .split(',')
    .flatMap(range);
  const others = processors.slice(0, -1);
  if (others.length === 0) return 'sender and service share the one processor';
  for (const pid of pids) bind(pid, processors.slice(-1));
  bind(process.pid, others);
  return `the sender has a processor of its own, the service and PostgreSQL have ${others.length}`;
}

/** @param text `3` or `0-7` */
function range(text: string): number[] {
  const [first, last = first] = text.split('-').map(Number) as [number, number?];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** All threads of a process. */
function bind(pid: number, processors: readonly number[]): void {
  execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', processors.join(','), String(pid)]);
}
