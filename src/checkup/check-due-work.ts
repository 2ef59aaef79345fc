import type { Connection } from '../db/database.ts';
import { fault, fine, type CheckResult, notice } from '../core/check-result.ts';
import { findOverdueWork } from '../settlement/measure-due-work.ts';
import { readWorkersSeen, type WorkersSeen } from '../settlement/worker-marks.ts';

/** Checks whether somebody does the work that is due, and does it with success. */
export async function checkDueWork(connection: Connection): Promise<CheckResult[]> {
  const workers = await readWorkersSeen(connection);
  const overdue = await findOverdueWork(connection);
  const seen = judgeWorkers(workers);
  if (overdue.length === 0) return [fine('Due work', 'Nothing is overdue.'), seen];
  const parts = overdue.map(
    ({ kind, count, oldestSeconds }) => `${count} of the kind ${kind}, since ${Math.floor(oldestSeconds)} seconds`,
  );
  return [
    fault(
      'Due work',
      `Work is overdue: ${parts.join('; ')}.`,
      workers.alive === 0
        ? 'Start a process with ROLE=worker or ROLE=all.'
        : 'Workers run and get nowhere: see in their logs why the work fails, and whether the payment provider answers.',
    ),
    seen,
  ];
}

function judgeWorkers({ alive, lastSeenAt }: WorkersSeen): CheckResult {
  if (alive > 0) return fine('Workers', alive === 1 ? 'One is alive.' : `${alive} are alive.`);
  return notice(
    'Workers',
    lastSeenAt === null ? 'None is running.' : `None is alive: one was last seen at ${lastSeenAt.toISOString()}.`,
    'No auction opens or settles without one: start a process with ROLE=worker or ROLE=all.',
  );
}
