import type { Connection } from '../db/database.ts';
import { fault, fine, type CheckResult } from '../core/check-result.ts';
import { measureDueWork } from '../settlement/measure-due-work.ts';

/** A worker looks for due work every second. */
const overdueSeconds = 60;

/** Checks whether somebody does the work that is due. */
export async function checkDueWork(connection: Connection): Promise<CheckResult> {
  const overdue = (await measureDueWork(connection)).filter(({ oldestSeconds }) => oldestSeconds > overdueSeconds);
  if (overdue.length === 0) return fine('Due work', 'Nothing is overdue.');
  const parts = overdue.map(
    ({ kind, count, oldestSeconds }) => `${count} of the kind ${kind}, since ${Math.floor(oldestSeconds)} seconds`,
  );
  return fault(
    'Due work',
    `Work is overdue: ${parts.join('; ')}.`,
    'Start a process with ROLE=worker or ROLE=all, or see in its log why the work fails.',
  );
}
