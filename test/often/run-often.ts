// `npm run deep -- often`: runs every test file 20 times in a row, and lists the files of which any run failed.
// `--times 5 test/settlement` runs what lies there, or is called that, five times; `--project deep` runs the files of that project. Each time is one process that runs all
// of the files, in another order, on one PostgreSQL: to start a process for each file took longer than its tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import { presentCommit } from '../support/present-commit.ts';
import { onServer, startTestServer, type TestServer } from '../support/test-server.ts';

const { values, positionals } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    /** Of the orders. */
    seed: { type: 'string', default: '1' },
    /** The projects of vitest.config.ts whose files run. */
    project: { type: 'string', multiple: true, default: ['fast', 'isolated', 'timing'] },
    /** How many files run at the same time; more than one core's worth makes tests wait for one another. */
    'at-once': { type: 'string', default: '2' },
  },
  allowPositionals: true,
});
const times = Number(values.times);

interface Run {
  readonly seconds: number;
  /** The names of the tests that failed, or why none was run; empty when all passed. */
  readonly failures: readonly string[];
}

const home = await mkdtemp(join(tmpdir(), 'auction-often-'));
try {
  await using server = await startTestServer();
  const files = await findFiles();
  const commit = presentCommit();
  console.log(`${files.length} files, each ${times} times, at ${commit}`);
  const runs = new Map(files.map((file) => [file, [] as Run[]]));
  for (let time = 1; time <= times; time += 1) {
    const startedAtMs = performance.now();
    const results = await runAll(files, Number(values.seed) + time, server);
    for (const file of files) runs.get(file)!.push(results.get(file) ?? { seconds: 0, failures: ['no test was run'] });
    const failed = files.filter((file) => runs.get(file)!.at(-1)!.failures.length > 0);
    const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(0);
    console.log(`${time} of ${times}, ${seconds} s: ${files.length - failed.length} passed, ${failed.length} failed`);
    for (const file of failed) console.log(`  ${file}: ${runs.get(file)!.at(-1)!.failures.join('; ')}`);
  }
  for (const [file, all] of runs) report(file, all);
  const unsteady = files.filter((file) => runs.get(file)!.some(({ failures }) => failures.length > 0));
  for (const file of unsteady) console.log(`failed at least once: ${file}`);
  console.log(`at ${commit}: ${files.length - unsteady.length} passed, ${unsteady.length} failed`);
  process.exitCode = files.length > 0 && unsteady.length === 0 ? 0 : 1;
} finally {
  await rm(home, { recursive: true, force: true });
}

async function findFiles(): Promise<string[]> {
  const vitest = await createVitest({ watch: false, project: values.project });
  try {
    const found = await vitest.globTestSpecifications(positionals);
    return found.map(({ moduleId }) => relative(process.cwd(), moduleId)).sort();
  } finally {
    await vitest.close();
  }
}

/** Runs each file once. @returns how it went, by file */
async function runAll(files: readonly string[], seed: number, server: TestServer): Promise<Map<string, Run>> {
  const outputFile = join(home, `${seed}.json`);
  const vitest = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      ...values.project.map((name) => `--project=${name}`),
      `--maxWorkers=${values['at-once']}`,
      '--sequence.shuffle.files',
      `--sequence.seed=${seed}`,
      '--reporter=json',
      `--outputFile=${outputFile}`,
    ],
    { env: onServer(server), stdio: 'ignore' },
  );
  await once(vitest, 'exit');
  const json = await readFile(outputFile, 'utf8').catch(() => '{"testResults":[]}');
  const { testResults } = JSON.parse(json) as { testResults: FileResult[] };
  return new Map(testResults.map((result) => [relative(process.cwd(), result.name), runOf(result)]));
}

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] }[];
}

function runOf({ status, message, startTime, endTime, assertionResults }: FileResult): Run {
  const failed = assertionResults
    .filter((one) => one.status === 'failed')
    .map(({ fullName, failureMessages: [why = ''] }) => `${fullName} (${why.split('\n')[0]})`);
  const seconds = (endTime - startTime) / 1_000;
  return { seconds, failures: status === 'passed' || failed.length > 0 ? failed : [message] };
}

function report(file: string, runs: readonly Run[]): void {
  const seconds = runs.map((one) => one.seconds).sort((one, other) => one - other);
  const failed = runs.filter(({ failures }) => failures.length > 0);
  const median = seconds[Math.floor(seconds.length / 2)]!.toFixed(1);
  console.log(
    `${failed.length === 0 ? 'steady  ' : 'UNSTEADY'} ${file}: ${runs.length - failed.length} of ${runs.length} passed, ` +
      `median ${median} s, longest ${seconds.at(-1)!.toFixed(1)} s`,
  );
}
