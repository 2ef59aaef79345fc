import { describe, test, type TestOptions } from 'vitest';
import { hasProgram, type ProgramName } from './optional-programs.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The program that this machine lacks, for which the test was skipped. */
    missingProgram?: ProgramName;
  }
}

type Body = () => void | Promise<void>;
type Described = [name: string, body: Body] | [name: string, options: TestOptions, body: Body];

/**
 * Describes tests that need a program. Without the program, the body does not run, and one skipped test stands for all of
 * them. The body of `describe.skip` would run, because Vitest counts the tests in it. In CI, a missing program is a failure.
 */
export function describeWith(program: ProgramName, ...[name, ...rest]: Described): void {
  if (hasProgram(program)) describe(name, ...(rest as [TestOptions, Body]));
  else describe(name, () => testWith(program, 'has a program that this machine lacks', () => undefined));
}

export const describeInBrowser = (...described: Described) => describeWith('chromium', ...described);
export const describeWithRedis = (...described: Described) => describeWith('redis', ...described);

/** Runs a test that needs a program, or skips it if this machine lacks the program. In CI, that is a failure. */
export function testWith(program: ProgramName, ...[name, ...rest]: Described): void {
  if (hasProgram(program)) test(name, ...(rest as [TestOptions, Body]));
  else test.skip(name, { meta: { missingProgram: program } }, () => undefined);
}

export const testInBrowser = (...described: Described) => testWith('chromium', ...described);
export const testWithRedis = (...described: Described) => testWith('redis', ...described);
