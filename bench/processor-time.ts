import { readdirSync, readFileSync } from 'node:fs';
import type { Connection } from '../src/platform/db/database.ts';

// Read from /proc, which only Linux has. For processes that have ended, Linux keeps hundredths of a second.
const tickMs = 10;

/** Returns the processor time of a process, its threads included, in milliseconds. */
export function cpuMs(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1_000_000;
}

/** Returns the same of a process and all its children, also those that have ended: PostgreSQL has one for each connection. */
export function cpuMsOfFamily(pid: number): number {
  const own = statOf(pid);
  let total = cpuMs(pid) + (Number(own[13]) + Number(own[14])) * tickMs;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (parentOf(Number(name)) === pid) total += cpuMs(Number(name));
    } catch {
      // The process has ended since.
    }
  }
  return total;
}

/** Returns the process whose children are all the others of a server. The server is on this machine. */
export async function postmasterOf(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
  return parentOf(rows[0]!.pid);
}

/** Returns the memory in use, in MiB. */
export function residentMiB(pid: number): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return (Number(pages) * 4096) / 2 ** 20;
}

function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

/** The fields after the name, which may have spaces: state, parent, … */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
