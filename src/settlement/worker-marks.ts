import type { Connection } from '../db/database.ts';

/** A worker marks itself this often. */
export const markEveryMs = 5_000;

/** A worker that was not seen for this long is taken for dead. */
const aliveFor = `interval '30 seconds'`;

/** Nobody asks for a worker that was lost so long ago. */
const keptFor = `interval '1 day'`;

/** Marks a worker as alive, and deletes the marks of those that were lost long ago. */
export async function markWorker(connection: Connection, workerId: string): Promise<void> {
  await connection.query({
    name: 'mark-worker',
    text: `
      with lost as (delete from worker_marks where seen_at < clock_timestamp() - ${keptFor} and worker_id <> $1)
      insert into worker_marks (worker_id) values ($1)
      on conflict (worker_id) do update set seen_at = clock_timestamp()`,
    values: [workerId],
  });
}

/** Deletes the mark of a worker that stops. */
export async function unmarkWorker(connection: Connection, workerId: string): Promise<void> {
  await connection.query('delete from worker_marks where worker_id = $1', [workerId]);
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
      from worker_marks`,
  });
  return rows[0]!;
}
