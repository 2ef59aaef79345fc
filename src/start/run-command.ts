import { CannotStart } from '../core/cannot-start.ts';

/**
 * Runs a command of the terminal and ends the process: with 0 when it returns, with 1 when it throws. An error that a
 * person can correct is printed as a sentence; any other is a bug, and printed with its stack.
 */
export async function runCommand(work: () => Promise<void>): Promise<never> {
  try {
    await work();
    process.exit(0);
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : error);
    process.exit(1);
  }
}
