import { readdirSync, readFileSync } from 'node:fs';
import type { Connection } from '../src/db/database.ts';

/** @returns the process that all of a server's others are children of; the server is on this machine */
export async function postmasterId(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
  return stat(rows[0]!.pid)!.parent;
}

/** Processor time of the server and of all its processes, those included that have ended. Linux alone tells it. */
export function postgresSeconds(postmaster: number): number {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const own = ids.map((id) => stat(Number(id))).filter((process) => process?.parent === postmaster);
  const server = stat(postmaster)!;
  const ticks = own.reduce((sum, process) => sum + process!.ticks, server.ticks + server.ticksOfEnded);
  return ticks / 100;
}

/** @returns `null`: it has just ended */
function stat(id: number): { parent: number; ticks: number; ticksOfEnded: number } | null {
  try {
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
    const [parent = 0, user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    );
    return { parent, ticks: user + system, ticksOfEnded: userOfEnded + systemOfEnded };
  } catch {
    return null;
  }
}
