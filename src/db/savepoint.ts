import type { Connection } from './database.ts';

/** Runs `work` as a part of a transaction: if it throws, its changes are undone, and the transaction can continue. */
export async function withSavepoint<Result>(
  tx: Connection,
  work: (tx: Connection) => Promise<Result>,
): Promise<Result> {
  // One name is enough: the latest savepoint hides the earlier ones, and these end in order.
  await tx.query('savepoint part');
  try {
    const result = await work(tx);
    await tx.query('release savepoint part');
    return result;
  } catch (error) {
    // On a broken connection this fails, too, and nothing is left to undo: the first error is the one to report.
    await tx.query('rollback to savepoint part; release savepoint part').catch(() => undefined);
    throw error;
  }
}
