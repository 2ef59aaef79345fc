/**
 * Waits for `work`, but no longer than `limitMs`; a later result is ignored.
 *
 * @throws when `work` throws, or when the time is over
 */
export async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${limitMs} ms.`)), limitMs);
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
