import type { Unknown } from './observation.ts';

/** Waits for a call until its deadline. Afterwards the outcome is unknown, and a late answer is ignored. */
export async function withinDeadline<Answer>(deadlineMs: number, call: Promise<Answer>): Promise<Answer | Unknown> {
  const { promise: overdue, resolve } = Promise.withResolvers<Unknown>();
  const timer = setTimeout(
    () => resolve({ outcome: 'unknown', reason: `no answer within ${deadlineMs} ms` }),
    deadlineMs,
  );
  try {
    return await Promise.race([call, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
