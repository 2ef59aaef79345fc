import type { Config } from '../platform/config.ts';
import { serviceVersion } from '../core/service-version.ts';
import type { Connection } from '../platform/db/database.ts';

/** A process marks itself this often. */
export const markEveryMs = 5_000;

/** A process that was not seen for this long is taken for dead. */
const aliveFor = `interval '30 seconds'`;

/** Nobody asks for a worker that was lost so long ago. */
const keptFor = `interval '1 day'`;

/** A process that runs now. */
export interface RunningProcess {
  readonly role: Config['role'];
  readonly version: string;
  readonly startedAt: Date;
}

/** Marks a process of this version as running, and deletes the marks of those that were lost long ago. */
export async function markProcess(connection: Connection, processId: string, role: Config['role']): Promise<void> {
  await connection.query({
    name: 'mark-process',
    text: `
      with lost as (delete from process_marks where seen_at < clock_timestamp() - ${keptFor} and process_id <> $1)
      insert into process_marks (process_id, role, version) values ($1, $2, $3)
      on conflict (process_id) do update set seen_at = clock_timestamp()`,
    values: [processId, role, serviceVersion],
  });
}

/** Deletes the mark of a process that stops. */
export async function unmarkProcess(connection: Connection, processId: string): Promise<void> {
  await connection.query('delete from process_marks where process_id = $1', [processId]);
}

/** Lists the processes of all hosts that run now. */
export async function findRunningProcesses(connection: Connection): Promise<RunningProcess[]> {
  const { rows } = await connection.query<RunningProcess>(
    `select role, version, started_at as "startedAt" from process_marks
     where seen_at > clock_timestamp() - ${aliveFor} order by role, started_at`,
  );
  return rows;
}

/** The workers of all hosts. */
export interface WorkersSeen {
  readonly alive: number;
  /** When a worker was last seen that did not stop by itself; `null`: none is known. */
  readonly lastSeenAt: Date | null;
}

export async function readWorkersSeen(connection: Connection): Promise<WorkersSeen> {
  const { rows } = await connection.query<WorkersSeen>({
    name: 'read-workers-seen',
    text: `
      select count(*) filter (where seen_at > clock_timestamp() - ${aliveFor})::int as alive, max(seen_at) as "lastSeenAt"
      from process_marks where role <> 'api'`,
  });
  return rows[0]!;
}
