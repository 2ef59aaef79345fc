import { CannotStart } from '../core/cannot-start.ts';
import { outageReason } from '../core/outage.ts';

/**
 * Runs a command of the terminal and ends the process: with 0 when it returns, with 1 when it throws. An error that a
 * person can correct and an outage are printed as a sentence; any other is a bug, and printed with its stack.
 */
export async function runCommand(work: () => Promise<void>): Promise<never> {
  try {
    await work();
    process.exit(0);
  } catch (error) {
    console.error(sentenceOf(error) ?? error);
    process.exit(1);
  }
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof CannotStart) return error.message;
  const reason = outageReason(error);
  return reason === null ? null : `This cannot work now, as something that it needs is down: ${reason}`;
}
