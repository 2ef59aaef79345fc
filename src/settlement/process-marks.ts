import type { Config } from '../config.ts';
import { serviceVersion } from '../core/service-version.ts';
import type { Connection } from '../db/database.ts';

/** A process that was not seen for this long is gone. */
const aliveFor = `interval '1 minute'`;

/** A process that runs now. */
export interface RunningProcess {
  readonly role: Config['role'];
  readonly version: string;
  readonly startedAt: Date;
}

/** Marks a process of this version as running, and deletes the marks of those that are gone. */
export async function markProcess(connection: Connection, processId: string, role: Config['role']): Promise<void> {
  await connection.query({
    name: 'mark-process',
    text: `
      with gone as (delete from process_marks where seen_at < clock_timestamp() - ${aliveFor} and process_id <> $1)
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
