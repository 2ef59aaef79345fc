import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onServer, type TestServer } from '../support/test-server.ts';

/** What a run of tests showed. `broken`: no test was even begun, which proves nothing. */
export type Verdict =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'failed' | 'broken'; readonly reason: string };

interface Report {
  numPassedTests: number;
  testResults: {
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/**
 * Runs tests in a copy of the project, until the first failure.
 *
 * @param files from the project's root on
 * @param retries how often a failed test is run again
 */
export async function runTestsInCopy(
  copy: string,
  files: readonly string[],
  { server, retries = 0 }: { readonly server: TestServer; readonly retries?: number },
): Promise<Verdict> {
  const reportFile = join(copy, 'report.json');
  await rm(reportFile, { force: true });
  const vitest = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      '--bail=1',
      `--retry=${retries}`,
      '--maxWorkers=1',
      '--reporter=json',
      `--outputFile=${reportFile}`,
    ],
    { cwd: copy, env: onServer(server), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [output, errors, [code]] = await Promise.all([text(vitest.stdout), text(vitest.stderr), once(vitest, 'exit')]);

  const report = await readFile(reportFile, 'utf8').then(
    (json) => JSON.parse(json) as Report,
    () => null,
  );
  if (report === null) return { outcome: 'broken', reason: output + errors };
  const failed = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  if (failed !== undefined) {
    const [why = ''] = failed.failureMessages[0]?.split('\n') ?? [];
    return { outcome: 'failed', reason: `${failed.fullName}: ${why}` };
  }
  if (code !== 0 || report.numPassedTests === 0) {
    return { outcome: 'broken', reason: report.testResults.map(({ message }) => message).join('\n') + errors };
  }
  return { outcome: 'passed' };
}
