import { readdirSync, readFileSync } from 'node:fs';

/** Of processes that have ended Linux knows hundredths of a second alone. */
const tickMs = 10;

/** CPU time of a process, its threads included, in milliseconds. */
export function cpuMs(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1_000_000;
}

/** The same of a process and of all its children, those that have ended included: PostgreSQL has one for each connection. */
export function cpuMsOfFamily(pid: number): number {
  const own = statOf(pid);
  let total = cpuMs(pid) + (Number(own[13]) + Number(own[14])) * tickMs;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (Number(statOf(Number(name))[1]) === pid) total += cpuMs(Number(name));
    } catch {
      // It has ended since.
    }
  }
  return total;
}

/** Memory in use, in MiB. */
export function residentMiB(pid: number): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return (Number(pages) * 4096) / 2 ** 20;
}

/** The fields after the name, which may have spaces: state, parent, … */
export function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
