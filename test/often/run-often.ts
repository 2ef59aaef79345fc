// `npm run test:often`: runs every test file 20 times in a row, each time in a process of its own, and lists the files of
// which any run failed. `-- --times 5 test/settlement` runs what lies there, or is called that, five times.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts';

const vitestFile = 'node_modules/vitest/vitest.mjs';
const { values, positionals } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    /** `slow`: the files that `npm run test:slow` runs. */
    mode: { type: 'string', default: 'test' },
    /** How many files run at the same time; more than one core's worth makes tests wait for one another. */
    'at-once': { type: 'string', default: '2' },
  },
  allowPositionals: true,
});
const times = Number(values.times);

interface Run {
  readonly seconds: number;
  /** The names of the tests that failed, or why no test was run; empty when all passed. */
  readonly failures: readonly string[];
}

const home = await mkdtemp(join(tmpdir(), 'auction-often-'));
// Where root runs this, PostgreSQL runs as another user, who has to get here.
await chmod(home, 0o755);
try {
  await using postgres = await startEmbeddedPostgres({
    dataDir: join(home, 'postgres'),
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      TimeZone: 'Asia/Kolkata',
    },
  });
  const files = await findFiles();
  console.log(`${files.length} files, each ${times} times`);
  const waiting = [...files];
  const unsteady: string[] = [];
  const runNext = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const runs: Run[] = [];
      for (let time = 0; time < times; time += 1) runs.push(await run(file, postgres.url));
      if (runs.some(({ failures }) => failures.length > 0)) unsteady.push(file);
      report(file, runs);
    }
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, runNext));
  for (const file of unsteady.sort()) console.log(`failed at least once: ${file}`);
  console.log(`${files.length - unsteady.length} passed, ${unsteady.length} failed`);
  process.exitCode = files.length > 0 && unsteady.length === 0 ? 0 : 1;
} finally {
  await rm(home, { recursive: true, force: true });
}

async function findFiles(): Promise<string[]> {
  const vitest = await createVitest({ watch: false, mode: values.mode });
  try {
    const found = await vitest.globTestSpecifications(positionals);
    return found.map(({ moduleId }) => moduleId.slice(process.cwd().length + 1)).sort();
  } finally {
    await vitest.close();
  }
}

async function run(file: string, postgresUrl: string): Promise<Run> {
  const outputFile = join(home, `${crypto.randomUUID()}.json`);
  const startedAtMs = performance.now();
  const vitest = spawn(
    process.execPath,
    [vitestFile, 'run', file, '--mode', values.mode, '--maxWorkers=1', '--reporter=json', `--outputFile=${outputFile}`],
    { env: { ...process.env, TEST_POSTGRES_URL: postgresUrl }, stdio: 'ignore' },
  );
  const [code] = (await once(vitest, 'exit')) as [number | null];
  return {
    seconds: (performance.now() - startedAtMs) / 1_000,
    failures: code === 0 ? [] : await failuresIn(outputFile),
  };
}

async function failuresIn(outputFile: string): Promise<string[]> {
  const json = await readFile(outputFile, 'utf8').catch(() => '{"testResults":[]}');
  const { testResults } = JSON.parse(json) as {
    testResults: { message: string; assertionResults: { status: string; fullName: string }[] }[];
  };
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName);
  return failed.length > 0 ? failed : [testResults[0]?.message ?? 'no test was run'];
}

function report(file: string, runs: readonly Run[]): void {
  const seconds = runs.map((one) => one.seconds).sort((one, other) => one - other);
  const failed = runs.filter(({ failures }) => failures.length > 0);
  const median = seconds[Math.floor(seconds.length / 2)]!.toFixed(1);
  console.log(
    `${failed.length === 0 ? 'steady  ' : 'UNSTEADY'} ${file}: ${runs.length - failed.length} of ${runs.length} passed, ` +
      `median ${median} s, longest ${seconds.at(-1)!.toFixed(1)} s`,
  );
  for (const name of new Set(failed.flatMap(({ failures }) => failures))) {
    console.log(`           ${name}: ${failed.filter(({ failures }) => failures.includes(name)).length} times`);
  }
}
